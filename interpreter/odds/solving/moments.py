"""A solved chain and what its transitions do to sums in; the expectations of results that are linear in the sums, out,
and how far they spread where each only adds up.

For each state, the expected value of each sum over all visits to it, x, solves x = begun + sum of x A P: one more linear
system, of a row for each state and sum where sums are moved among each other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parlour.interpreter.odds.exploring.chain import Change, Floats, Way
from parlour.interpreter.odds.solving.equations import NotSettled
from parlour.interpreter.odds.solving.figures import Figures, Spread
from parlour.interpreter.odds.solving.linear import Piece
from parlour.interpreter.odds.solving.row_sums import added_up

WORK = 5_000_000  # states times results that are solved once more for how far they spread
MOVED = "what each adds up to is moved on the way, or is worth another part of the score as the game ends"


class Moments:
    """Of the sums of a chain; `sums` is their number."""

    def __init__(self, figures: Figures, sums: int) -> None:
        self._figures, self._sums = figures, sums
        self._matrix, self._ways = figures.matrix, figures.chain.ways

    def results(self) -> list[float]:
        """The expectation of each result."""
        chain = self._figures.chain
        if chain.start < 0 and chain.start_change is not None:
            return [float(n) for n in chain.start_change.added]
        visits = self._ended(self._figures.visits)
        if all(way.ended or _plain(way.change) for way in self._ways):
            carried = [self._ended(self._matrix.visits(self._begun(k)).values) for k in range(self._sums)]
        else:
            whole = self._moved()
            carried = [self._ended(whole[:, k]) for k in range(self._sums)]
        found: Floats = np.zeros(0)
        for number, way in enumerate(self._ways):
            if not way.ended:
                continue
            assert way.change is not None and way.change.matrix is not None
            held = np.array([column[number] for column in carried])
            gained = np.array(way.change.matrix, dtype=np.float64) @ held
            gained += np.array(way.change.added, dtype=np.float64) * visits[number]
            found = gained if not len(found) else found + gained
        return [float(n) for n in found]

    def spreads(self) -> list[Spread]:
        """Mean and standard deviation of each result, or why the latter is not known.

        Known where sums are never moved among each other and come to the results alike however a game ends: each result
        is then what its transitions add to it.
        """
        chain = self._figures.chain
        if chain.start < 0:
            return [Spread(mean, 0.0) for mean in self.results()]
        means, parts = self.results(), {w.change.matrix for w in self._ways if w.ended and w.change is not None}
        is_sum = len(parts) == 1 and all(way.ended or _plain(way.change) for way in self._ways)
        matrix = next(iter(parts), None)
        if not is_sum or matrix is None:
            return [Spread(mean, None, MOVED) for mean in means]
        if chain.count * len(means) > WORK:
            why = f"it takes solving {chain.count:,} states once more for each of {len(means)}"
            return [Spread(mean, None, why) for mean in means]
        return [self._spread(mean, matrix[number], number) for number, mean in enumerate(means)]

    def _spread(self, mean: float, parts: Sequence[float], number: int) -> Spread:
        """Of the result of this number, of which the sums are such parts."""
        told = self._matrix.told(lambda way: _earned(way, parts, number))
        change = self._figures.chain.start_change
        begun = 0.0 if change is None else _times(parts, change.added)
        try:
            found = self._figures.spread(told, begun)
        except NotSettled as refused:
            return Spread(mean, None, str(refused))
        return Spread(mean, found.sd, found.unsure)

    def _ended(self, values: Floats) -> Floats:
        """What the states' values come to over all transitions to an end, way by way."""
        ways = len(self._ways)
        found = np.zeros(ways)
        for piece in self._matrix.pieces():
            ends = piece.targets < 0
            codes = piece.codes[ends]
            amounts = values[piece.sources[ends]] * self._matrix.table[codes]
            plain = np.where(codes >= ways, codes - ways, codes)  # of choices that are surely taken
            found += added_up(plain[amounts != 0].astype(np.int64), amounts[amounts != 0], ways)
        return found

    def _begun(self, number: int) -> Floats:
        """What each state's sum of this number gets from outside the sums."""
        chain, begun = self._figures.chain, np.zeros(self._figures.chain.count)
        added = self._matrix.told(lambda way: _added(way, number))
        for piece in self._matrix.pieces():
            inner = self._inner(piece)
            flow = self._figures.visits[piece.sources[inner]] * (self._matrix.table * added)[piece.codes[inner]]
            begun += added_up(piece.targets[inner], flow, chain.count)
        if chain.start_change is not None:
            begun[chain.start] += chain.start_change.added[number]
        return begun

    def _inner(self, piece: Piece) -> NDArray[np.bool_]:
        """The transitions to a state from which the game may end."""
        found: NDArray[np.bool_] = (piece.targets >= 0) & ~self._matrix.endless[np.maximum(piece.targets, 0)]
        return found

    def _moved(self) -> Floats:
        """For each state and sum, the expectation over all visits, where sums go to others. Raises NotSettled."""
        equations, visits = self._matrix.equations, self._figures.settled
        within = visits.within * float(equations.steps.max(initial=1.0))  # each error may be carried to the end
        if not within <= equations.promise * max(1.0, float(visits.values.sum())):
            raise NotSettled(f"what is moved on the way to the end is known to within {within:.0e} only of each unit")
        begun = np.stack([self._begun(k) for k in range(self._sums)], axis=1)
        return self._matrix.widened(begun, *self._terms(), forward=True).values

    def _terms(self) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
        """Rows, columns and values: which part of each sum at a state becomes a part of which at another."""
        matrix, sums = self._matrix, self._sums
        found = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))]
        for row in range(sums):
            for column in range(sums):
                factors = matrix.told(lambda way, r=row, c=column: _factor(way, r, c)) * matrix.table  # type: ignore[misc]
                if not factors.any():
                    continue
                kept = np.flatnonzero((matrix.targets >= 0) & (factors[matrix.codes] != 0))
                told = (matrix.targets[kept].astype(np.int64) * sums + row, matrix.sources[kept] * sums + column)
                found.append((*told, factors[matrix.codes[kept]]))
        rows, columns, values = zip(*found, strict=True)
        return np.concatenate(rows), np.concatenate(columns), np.concatenate(values)


def _plain(change: Change | None) -> bool:
    return change is None or change.matrix is None


def _added(way: Way, number: int) -> float:
    return 0.0 if way.ended or way.change is None else float(way.change.added[number])


def _earned(way: Way, parts: Sequence[float], number: int) -> float:
    """What a transition adds to a result."""
    if way.change is None:
        return 0.0
    return float(way.change.added[number]) if way.ended else _times(parts, way.change.added)


def _times(parts: Sequence[float], added: Sequence[float]) -> float:
    return float(sum(part * n for part, n in zip(parts, added, strict=True)))


def _factor(way: Way, row: int, column: int) -> float:
    if way.ended:
        return 0.0
    return float(row == column) if way.change is None or way.change.matrix is None else way.change.matrix[row][column]
