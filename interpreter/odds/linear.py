"""A chain without choices in; visits, expectations and sums over its states out, component by component.

Components are solved in an order in which each comes after all that it leads to. Alone, a state is solved at once; a
component by Gauss and Seidel, its states in the order in which they were found, or against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from parlour.interpreter.odds.chain import Chain, Floats, Ints, Shorts, Way
from parlour.interpreter.odds.kernels import Codes, Parts, System, kernel

TOLERANCE = 2.0**-53
TERMS = 20_000_000  # between two looks at whether somebody wants to stop
MOST_ROUNDS = 1_000_000
SMALL = 4096  # states of a component that is solved without such a look
PIECE = 2**20  # states whose transitions are gone through at once


class Piece(Struct, frozen=True):
    """Some states and all their transitions: numbers of the first and behind the last; arrays of an entry each."""

    first: int
    last: int
    sources: Ints
    targets: Shorts
    codes: Codes


class Matrix:
    """The transitions of a chain. `taken[t]`: which of them are taken (all; of a choice one), as a mask.

    `watch` is told every so often how far the last round moved a solution; it may raise, to stop.
    """

    def __init__(
        self, chain: Chain, taken: NDArray[np.bool_] | None = None, watch: Callable[[float], None] = lambda moved: None
    ) -> None:
        self._watch = watch
        self.count, self.chain, self.targets = chain.count, chain, chain.targets
        shares = [way.weight / way.total for way in chain.ways]
        self.codes = chain.codes if taken is None else _fixed(chain, taken)
        self.table = np.array([*shares, *([1.0] * len(shares)), 0.0])  # the share of each code
        self.nothing = np.zeros(len(self.table))

    def told(self, value: Callable[[Way], float]) -> Floats:
        """A number of each code."""
        values = [value(way) for way in self.chain.ways]
        return np.array([*values, *values, 0.0], dtype=np.float64)

    def pieces(self) -> Iterator[Piece]:
        """All transitions, so many at a time that no more memory is needed than for the chain itself."""
        offsets = self.chain.offsets
        for first in range(0, self.count, PIECE):
            last = min(first + PIECE, self.count)
            span = slice(int(offsets[first]), int(offsets[last]))
            sources = np.repeat(np.arange(first, last, dtype=np.int64), np.diff(offsets[first : last + 1]))
            yield Piece(first, last, sources, self.targets[span], self.codes[span])

    @cached_property
    def sources(self) -> Ints:
        """The state that each transition leaves."""
        return np.repeat(np.arange(self.count, dtype=np.int64), np.diff(self.chain.offsets))

    @cached_property
    def shares(self) -> Floats:
        """The probability of each transition."""
        found: Floats = self.table[self.codes]
        return found

    @cached_property
    def inner(self) -> NDArray[np.bool_]:
        """The transitions that are taken and lead to a state."""
        found: NDArray[np.bool_] = (self.targets >= 0) & (self.shares > 0)
        return found

    @cached_property
    def graph(self) -> Parts:
        """The components."""
        return kernel().components(self.chain.offsets, self.targets, self.codes, self.table)

    @property
    def parts(self) -> list[list[int]]:
        """The components, each after all that it leads to."""
        graph = self.graph
        return [graph.order[a:b].tolist() for a, b in zip(graph.starts, graph.starts[1:], strict=False)]

    @cached_property
    def endless(self) -> NDArray[np.bool_]:
        """The states of components that nothing leaves: a game that comes there never ends."""
        found: NDArray[np.bool_] = ~self.graph.leaves[self.graph.part]
        return found

    def visits(self, begun: Floats) -> Floats:
        """x = begun + x P: how often each state is met, when `begun` games begin in each; 0 in endless states."""
        starts, columns, codes = self._transposed
        return solved(
            System(starts, columns, codes, self.table, self.nothing, begun), self.graph, True, watch=self._watch
        )

    def expected(self, earned: Floats) -> Floats:
        """x = earned + P x: what is still to come, when each visit earns `earned`; 0 in endless states."""
        system = System(self.chain.offsets, self.targets, self.codes, self.table, self.nothing, earned)
        return solved(system, self.graph, payoffs=np.zeros(len(self.chain.endings)), watch=self._watch)

    def coming(self, gains: Floats, payoffs: Floats | None = None) -> Floats:
        """x = P (gains + x): what is still to come, when a transition earns what `gains` says of its code, and an ending
        pays out; 0 in endless states."""
        system = System(self.chain.offsets, self.targets, self.codes, self.table, gains, np.zeros(self.count))
        ends = np.zeros(len(self.chain.endings)) if payoffs is None else payoffs
        return solved(system, self.graph, payoffs=ends, watch=self._watch)

    def widened(self, b: Floats, rows: Ints, columns: Ints, values: Floats, forward: bool) -> Floats:
        """x = b + terms: values[t] * x[columns[t]] in row rows[t], where state s has the rows s * width + k, of as many as
        b has columns. `forward`: rows need those of states that lead to theirs; else those that theirs lead to."""
        count, width = b.shape
        sorting = np.argsort(rows, kind="stable")
        table, codes = np.unique(values[sorting], return_inverse=True)
        starts = starts_of(rows[sorting], count * width)
        told = codes.reshape(-1).astype(np.uint32)
        graph, nothing = self.graph, np.zeros(len(table))
        order = (graph.order[:, None] * width + np.arange(width, dtype=np.int32)).reshape(-1).astype(np.int32)
        parts = Parts(order, graph.starts * width, np.repeat(graph.part, width), graph.leaves)
        system = System(starts, columns[sorting].astype(np.int32), told, table, nothing, b.reshape(-1).copy())
        return solved(system, parts, forward, watch=self._watch).reshape(count, width)

    def residual(self, begun: Floats, visits: Floats) -> float:
        """How far `visits` is from solving its equations, at most, as a part of the greatest number of visits."""
        into = begun.copy()
        for piece in self.pieces():
            inner = piece.targets >= 0
            flow = (visits[piece.sources] * self.table[piece.codes])[inner]
            into += added_up(piece.targets[inner], flow, self.count)
        gap = np.abs(into - visits)[~self.endless]
        return float(gap.max(initial=0.0) / max(1.0, float(visits.max(initial=0.0))))

    @cached_property
    def _transposed(self) -> tuple[Ints, Shorts, Codes]:
        return kernel().transposed(self.chain.offsets, self.targets, self.codes)


def _fixed(chain: Chain, taken: NDArray[np.bool_]) -> Codes:
    """Codes behind those of the ways: of choices that are surely taken, and one of those that are not."""
    chosen = np.repeat(chain.movers >= 0, np.diff(chain.offsets))
    ways = len(chain.ways)
    return np.where(chosen, np.where(taken, chain.codes + ways, 2 * ways), chain.codes).astype(np.uint32)


def added_up(rows: Ints | Shorts, amounts: Floats, count: int) -> Floats:
    """For each row the sum of its amounts."""
    return np.bincount(rows, weights=amounts, minlength=count).astype(np.float64, copy=False)


def starts_of(rows: Ints, count: int) -> Ints:
    """Where each row begins, of row numbers in ascending order."""
    return np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=count)))).astype(np.int64)


def solved(
    system: System,
    parts: Parts,
    forward: bool = False,
    payoffs: Floats | None = None,
    watch: Callable[[float], None] = lambda moved: None,
) -> Floats:
    """The values of all rows, 0 where nothing leaves a component. `forward`: rows need those of components that lead to
    them; else those that they lead to. `payoffs`: what stands behind the values of the rows."""
    count = len(system.b)
    x = np.zeros(count + (0 if payoffs is None else len(payoffs)))
    x[count:] = 0.0 if payoffs is None else payoffs
    order = _turned(parts) if forward else parts
    sizes = np.diff(order.starts)
    large = np.flatnonzero((sizes > SMALL) | ~order.leaves)
    begun = 0
    for part in [*large.tolist(), len(sizes)]:
        if part > begun:
            kernel().relax(begun, part, order, system, x, MOST_ROUNDS, TOLERANCE)
        if part < len(sizes) and order.leaves[part]:
            _relaxed(part, order, system, x, watch)
        begun = part + 1
    return x[:count]


def _turned(parts: Parts) -> Parts:
    """The last component first, and in each the first state first."""
    starts = (parts.starts[-1] - parts.starts[::-1]).copy()
    last = len(parts.leaves) - 1
    return Parts(parts.order[::-1].copy(), starts, last - parts.part, parts.leaves[::-1].copy())


def _relaxed(part: int, order: Parts, system: System, x: Floats, watch: Callable[[float], None]) -> None:
    """One component, with a look outside every so often."""
    rounds = max(
        1, TERMS * len(system.b) // (len(system.columns) + 1) // int(order.starts[part + 1] - order.starts[part])
    )
    rest, moved, done = False, float("inf"), 0
    while not rest and done < MOST_ROUNDS:
        rest, moved = kernel().relax(part, part + 1, order, system, x, rounds, TOLERANCE, moved)
        done += rounds
        watch(moved)
