"""A solved chain and what its transitions do to sums in; the expectations of results that are linear in the sums, out.

For each state, the expected value of each sum over all visits to it, x, solves x = begun + sum of x A P: one more linear
system, of a row for each state and sum where sums are moved among each other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlour.interpreter.odds.chain import Change
from parlour.interpreter.odds.figures import Figures
from parlour.interpreter.odds.kernels import Floats, Ints, System
from parlour.interpreter.odds.linear import relaxed, starts_of


class Moments:
    """Of the sums of a chain; `sums` is their number."""

    def __init__(self, figures: Figures, sums: int) -> None:
        self._figures, self._sums = figures, sums
        self._matrix, self._changes = figures.matrix, figures.chain.changes
        alive = self._matrix.shares > 0
        self._inner = np.flatnonzero(self._matrix.inner & ~self._endless_ends()).tolist()
        self._ends = np.flatnonzero((self._matrix.targets < 0) & alive).tolist()

    def results(self) -> list[float]:
        """The expectation of each result."""
        start = self._figures.chain.start_change
        if self._figures.chain.start < 0 and start is not None:
            return [float(n) for n in start.added]
        carried, found = self._carried(), np.zeros(0)
        for number in self._ends:
            change = self._changes[number]
            assert change is not None and change.matrix is not None
            source, share = self._matrix.sources[number], self._matrix.shares[number]
            linear = np.array(change.matrix, dtype=np.float64) @ carried[source]
            gained = share * (linear + np.array(change.added, dtype=np.float64) * self._figures.visits[source])
            found = gained if not len(found) else found + gained
        return found.tolist()

    def _endless_ends(self) -> np.ndarray:
        inner = self._matrix.inner
        return np.where(inner, self._matrix.endless[np.where(inner, self._matrix.targets, 0)], False)

    def _carried(self) -> Floats:
        """For each state and sum, the expectation over all visits."""
        begun = self._begun()
        if all(self._changes[t] is None or self._plain(self._changes[t]) for t in self._inner):
            return np.stack([self._matrix.visits(begun[:, k]) for k in range(self._sums)], axis=1)
        return self._solved(begun)

    def _plain(self, change: Change | None) -> bool:
        return change is None or change.matrix is None

    def _begun(self) -> Floats:
        """What each state's sums get from outside the sums."""
        begun = np.zeros((self._figures.chain.count, self._sums))
        start = self._figures.chain.start_change
        if start is not None:
            begun[self._figures.chain.start] += start.added
        flow, targets = self._figures.flow, self._matrix.targets
        for number in self._inner:
            change = self._changes[number]
            if change is not None:
                begun[targets[number]] += flow[number] * np.array(change.added, dtype=np.float64)
        return begun

    def _solved(self, begun: Floats) -> Floats:
        """With a row for each state and sum, in the order of the states."""
        count, sums = self._figures.chain.count, self._sums
        order = self._matrix.order[::-1]
        rank = np.empty(count, dtype=np.int64)
        rank[order] = np.arange(count)
        rows, columns, values = self._terms(rank)
        own = rows == columns
        scales = np.ones(count * sums)
        np.subtract.at(scales, rows[own], values[own])
        sorting = np.argsort(rows[~own], kind="stable")
        arranged = np.empty((count, sums))
        arranged[rank] = begun
        live = np.repeat(~self._matrix.endless[order], sums)
        system = System(
            starts_of(rows[~own][sorting], count * sums),
            columns[~own][sorting],
            values[~own][sorting],
            np.divide(1.0, scales, out=np.ones(count * sums), where=scales > 0) * live,
            arranged.reshape(-1),
        )
        x = np.zeros(count * sums + 1)
        for low, high, around in self._matrix.blocks(True):
            relaxed(low * sums, high * sums, system, x, around or sums > 1)
        found: Floats = x[:-1].reshape(count, sums)[rank]
        return found

    def _terms(self, rank: Ints) -> tuple[Ints, Ints, Floats]:
        rows: list[int] = []
        columns: list[int] = []
        values: list[float] = []
        sources, targets, shares = self._matrix.sources, self._matrix.targets, self._matrix.shares
        identity = tuple(tuple(int(i == k) for k in range(self._sums)) for i in range(self._sums))
        for number in self._inner:
            change = self._changes[number]
            matrix: Sequence[Sequence[int]] = identity if change is None or change.matrix is None else change.matrix
            to, origin = int(rank[targets[number]]) * self._sums, int(rank[sources[number]]) * self._sums
            for row, factors in enumerate(matrix):
                for column, factor in enumerate(factors):
                    if factor:
                        rows.append(to + row)
                        columns.append(origin + column)
                        values.append(float(shares[number]) * factor)
        return np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64), np.array(values)
