"""A chain without choices in; visits, expectations and sums over its states out, block by block of its components.

The states are put in an order in which every component comes after all that it leads to. Alone, a state is solved at
once; a component is solved by Gauss and Seidel, its states in the order in which they were found, or against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parlour.interpreter.odds.chain import Chain
from parlour.interpreter.odds.graph import components
from parlour.interpreter.odds.kernels import Floats, Ints, System, kernel

TOLERANCE = 2.0**-53
ROUNDS = 64  # between two looks at whether somebody wants to stop
MOST_ROUNDS = 1_000_000


class Rows(Sequence[Sequence[int]]):
    """Rows of numbers that stand one behind the other."""

    def __init__(self, starts: Ints, numbers: Ints) -> None:
        self._starts, self._numbers = starts.tolist(), numbers

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, row: int) -> Sequence[int]:  # type: ignore[override]
        found: list[int] = self._numbers[self._starts[row] : self._starts[row + 1]].tolist()
        return found


class Matrix:
    """The transitions of a chain. `taken[t]`: which of them are taken (all; of a choice one), as a mask."""

    def __init__(self, chain: Chain, taken: NDArray[np.bool_] | None = None) -> None:
        self.count = chain.count
        offsets = np.frombuffer(chain.offsets, dtype=np.int64)
        totals = np.frombuffer(chain.totals, dtype=np.int64).astype(np.float64)
        self.sources = np.repeat(np.arange(self.count, dtype=np.int64), np.diff(offsets))
        self.targets = np.frombuffer(chain.targets, dtype=np.int64) if len(chain.targets) else np.zeros(0, np.int64)
        weights = np.frombuffer(chain.weights, dtype=np.int64) if len(chain.weights) else np.zeros(0, np.int64)
        self.shares = weights / totals[self.sources]
        if taken is not None:
            movers = np.frombuffer(chain.movers, dtype=np.int8)
            self.shares = np.where(movers[self.sources] >= 0, 1.0, self.shares) * taken
        self.inner = (self.targets >= 0) & (self.shares > 0)
        self.start = chain.start

    @cached_property
    def parts(self) -> list[list[int]]:
        """The components, each after all that it leads to."""
        sources, targets = self.sources[self.inner], self.targets[self.inner]
        return components(self.count, Rows(starts_of(sources, self.count), targets))

    @cached_property
    def order(self) -> Ints:
        """The states, component by component; within one, the last found first."""
        return np.array([s for part in self.parts for s in sorted(part, reverse=True)], dtype=np.int64)

    @cached_property
    def endless(self) -> NDArray[np.bool_]:
        """The states of components that nothing leaves: a game that comes there never ends."""
        part = np.zeros(self.count, dtype=np.int64)
        for number, states in enumerate(self.parts):
            part[states] = number
        leaves = np.zeros(len(self.parts), dtype=bool)
        away = self.shares > 0
        ends = away & (self.targets < 0)
        leaves[part[self.sources[ends]]] = True
        inner = self.inner
        other = part[self.sources[inner]] != part[self.targets[inner]]
        leaves[part[self.sources[inner]][other]] = True
        found: NDArray[np.bool_] = ~leaves[part]
        return found

    def visits(self, begun: Floats, watch: Callable[[], None] = lambda: None) -> Floats:
        """x = begun + x P: how often each state is met, when `begun` games begin in each; 0 in endless states."""
        system, rank = self._forward
        return _solved(system, rank, begun, self.blocks(True), watch, ~self.endless)

    def expected(self, earned: Floats, watch: Callable[[], None] = lambda: None) -> Floats:
        """x = earned + P x: what is still to come, when each visit earns `earned`; 0 in endless states."""
        system, rank = self._backward
        return _solved(system, rank, earned, self.blocks(False), watch, ~self.endless)

    def residual(self, begun: Floats, visits: Floats) -> float:
        """How far `visits` is from solving its equations, at most, as a part of the greatest number of visits."""
        inner = self.inner & ~self.endless[np.where(self.inner, self.targets, 0)]
        into = np.bincount(
            self.targets[inner], weights=(visits[self.sources] * self.shares)[inner], minlength=self.count
        )
        gap = np.abs(np.where(self.endless, 0, begun + into - visits))
        return float(gap.max(initial=0.0) / max(1.0, float(visits.max(initial=0.0))))

    def blocks(self, forward: bool) -> list[tuple[int, int, bool]]:
        """Stretches of the order: first, behind the last, whether it has to be gone over until nothing moves."""
        blocks: list[tuple[int, int, bool]] = []
        at = 0
        for size in (len(part) for part in (reversed(self.parts) if forward else self.parts)):
            if size == 1 and blocks and not blocks[-1][2]:
                blocks[-1] = (blocks[-1][0], at + 1, False)
            else:
                blocks.append((at, at + size, size > 1))
            at += size
        return blocks

    @cached_property
    def _forward(self) -> tuple[System, Ints]:
        return self._system(self.targets[self.inner], self.sources[self.inner], self.order[::-1])

    @cached_property
    def _backward(self) -> tuple[System, Ints]:
        return self._system(self.sources[self.inner], self.targets[self.inner], self.order)

    def _system(self, rows: Ints, columns: Ints, order: Ints) -> tuple[System, Ints]:
        rank = np.empty(self.count, dtype=np.int64)
        rank[order] = np.arange(self.count)
        shares = self.shares[self.inner]
        own = rows == columns
        scales = np.ones(self.count)
        np.subtract.at(scales, rank[rows[own]], shares[own])
        scales = np.divide(1.0, scales, out=np.ones(self.count), where=scales > 0)
        row, column, value = rank[rows[~own]], rank[columns[~own]], shares[~own]
        sorting = np.argsort(row, kind="stable")
        starts = starts_of(row[sorting], self.count)
        return System(starts, column[sorting], value[sorting], scales, np.zeros(self.count)), rank


def added_up(rows: Ints, amounts: Floats, count: int) -> Floats:
    """For each row the sum of its amounts."""
    return np.bincount(rows, weights=amounts, minlength=count).astype(np.float64, copy=False)


def starts_of(rows: Ints, count: int) -> Ints:
    """Where each row begins, of row numbers in ascending order."""
    return np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=count)))).astype(np.int64)


def _solved(
    system: System,
    rank: Ints,
    b: Floats,
    blocks: Sequence[tuple[int, int, bool]],
    watch: Callable[[], None],
    wanted: NDArray[np.bool_],
) -> Floats:
    ordered = np.zeros(len(b))
    ordered[rank] = b * wanted
    live = np.zeros(len(b), dtype=bool)
    live[rank] = wanted
    system = System(system.starts, system.columns, system.values, system.scales * live, ordered)
    x = np.zeros(len(b) + 1)
    for low, high, around in blocks:
        relaxed(low, high, system, x, around, watch)
    found: Floats = x[:-1][rank]
    return found


def relaxed(
    low: int, high: int, system: System, x: Floats, around: bool, watch: Callable[[], None] = lambda: None
) -> None:
    """Solve a stretch of rows: once where none needs a later one, else until nothing moves."""
    rounds, best = 0, float("inf")
    while True:
        done, moved = kernel().relax(low, high, system, x, ROUNDS if around else 1, TOLERANCE)
        rounds += done
        watch()
        if not around or done < ROUNDS or moved == 0.0 or rounds >= MOST_ROUNDS:
            return
        scale = float(np.abs(x[low:high]).max())
        if moved >= best and moved <= 1e-13 * scale:
            return
        best = min(best, moved)
