"""A chain without choices in; visits, expectations and sums over its states out.

Everything that is found comes with a bound of its error; where none can be had that is small enough, NotSettled is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from parlour.interpreter.odds.exploring.chain import Chain, Floats, Ints, Shorts, Way
from parlour.interpreter.odds.solving.equations import Asked, Equations, Settled, Terms
from parlour.interpreter.odds.solving.kernels import Codes, Parts, kernel
from parlour.interpreter.odds.solving.row_sums import added_up, starts_of

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
        lacking = [float(Fraction(way.weight, way.total) - Fraction(way.weight / way.total)) for way in chain.ways]
        self._lacking = np.array([*lacking, *([0.0] * len(shares)), 0.0])

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

    @cached_property
    def away(self) -> Floats:
        """Of each state the probability that the next state is another, or none."""
        found = np.empty(self.count)
        for piece in self.pieces():
            shares = np.where(piece.targets == piece.sources, 0.0, self.table[piece.codes])
            rows = slice(piece.first, piece.last)
            found[rows] = np.add.reduceat(shares, self.chain.offsets[rows] - self.chain.offsets[piece.first])
        return found

    @cached_property
    def equations(self) -> Equations:
        chain = self.chain
        terms = Terms(chain.offsets, self.targets, self.codes, self.table, self._lacking, self.away, self.away, True)
        return Equations(terms, self.graph, len(chain.endings), self._watch)

    def visits(self, begun: Floats) -> Settled:
        """x = begun + x P: how often each state is met, when `begun` games begin in each; 0 in endless states."""
        begins = np.where(self.endless, 0.0, begun)
        return self.equations.settled(Asked(begins, self.equations.nothing, np.zeros(0), True))

    def expected(self, earned: Floats) -> Settled:
        """x = earned + P x: what is still to come, when each visit earns `earned`; 0 in endless states."""
        nothing = self.equations.nothing
        return self.equations.settled(Asked(earned, nothing, np.zeros(len(self.chain.endings))))

    def coming(self, gains: Floats, payoffs: Floats | None = None) -> Settled:
        """x = P (gains + x): what is still to come, when a transition earns what `gains` says of its code, and an ending
        pays out; 0 in endless states."""
        ends = np.zeros(len(self.chain.endings)) if payoffs is None else payoffs
        return self.equations.settled(Asked(np.zeros(self.count), gains, ends))

    def widened(self, b: Floats, rows: Ints, columns: Ints, values: Floats, forward: bool) -> Settled:
        """x = b + terms: values[t] * x[columns[t]] in row rows[t], where state s has the rows s * width + k, of as many as
        b has columns. `forward`: rows need those of states that lead to theirs; else those that theirs lead to."""
        count, width = b.shape
        leading, led = (columns, rows) if forward else (rows, columns)
        sorting = np.argsort(leading, kind="stable")
        table, codes = np.unique(values[sorting], return_inverse=True)
        starts, graph = starts_of(leading[sorting], count * width), self.graph
        own = leading == led
        away, least = (1.0 - added_up(leading[own], own_, count * width) for own_ in (values[own], np.abs(values[own])))
        order = (graph.order[:, None] * width + np.arange(width, dtype=np.int32)).reshape(-1).astype(np.int32)
        parts = Parts(order, graph.starts * width, np.repeat(graph.part, width), graph.leaves)
        told = codes.reshape(-1).astype(np.uint32)
        terms = Terms(starts, led[sorting].astype(np.int32), told, table, None, away, least, False)
        equations = Equations(terms, parts, 0, self._watch)
        begins = np.where(equations.endless, 0.0, b.reshape(-1))
        found = equations.settled(Asked(begins, equations.nothing, np.zeros(0), forward))
        return structs.replace(found, values=found.values.reshape(count, width))

    def residual(self, begun: Floats, visits: Floats) -> float:
        """How far `visits` is from solving its equations, at most, as a part of the greatest number of visits."""
        into = begun.copy()
        for piece in self.pieces():
            inner = piece.targets >= 0
            flow = (visits[piece.sources] * self.table[piece.codes])[inner]
            into += added_up(piece.targets[inner], flow, self.count)
        gap = np.abs(into - visits)[~self.endless]
        return float(gap.max(initial=0.0) / max(1.0, float(visits.max(initial=0.0))))


def _fixed(chain: Chain, taken: NDArray[np.bool_]) -> Codes:
    """Codes behind those of the ways: of choices that are surely taken, and one of those that are not."""
    chosen = np.repeat(chain.movers >= 0, np.diff(chain.offsets))
    ways = len(chain.ways)
    return np.where(chosen, np.where(taken, chain.codes + ways, 2 * ways), chain.codes).astype(np.uint32)
