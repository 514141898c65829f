"""Joined courses in; for each seat how often its states are met in a game, how it ends games, and what its terms come to, out."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from msgspec import Struct

from parlour.interpreter.odds.exploring.chain import Chain, Floats, Way
from parlour.interpreter.odds.exploring.exploring import Explored
from parlour.interpreter.odds.folding.alone import Alone
from parlour.interpreter.odds.folding.joining import Joined
from parlour.interpreter.odds.slicing.renaming import renamed_expression
from parlour.interpreter.odds.solving.row_sums import added_up
from parlour.interpreter.program.expressions import Expr, Slot
from parlour.interpreter.runtime.machine import Machine

ROUNDING = 1e-15  # the relative error of a sum of products, once its factors are right


class Seat(Struct, frozen=True):
    """A seat alone, explored."""

    alone: Alone
    explorer: Explored
    chain: Chain


class Met(Struct, frozen=True):
    """`present`: how often each state is met in a game; `left`: where the seat stands when another has ended it."""

    present: Floats
    left: Floats


class Expected(Struct, frozen=True):
    """A mean, at most `within` from the truth, of what is at most `most`, or adds up to that; `sd` where it is known."""

    mean: float
    within: float
    most: float
    sd: float | None = None


def met(joined: Joined) -> list[Met]:
    """For each seat in the order of turns."""
    found: dict[int, Met] = {}
    for first in dict.fromkeys(joined.first):
        seats = [seat for seat, other in enumerate(joined.first) if other == first]
        course = joined.courses[first]
        comes = np.array([joined.comes[seat] for seat in seats])
        leaves = np.array([joined.leaves(seat) for seat in seats])
        present = np.zeros((len(seats), len(course.begun)))
        left = np.outer(leaves[:, 0], course.begun)
        for round, turned in enumerate(course.turns(), 1):
            present += comes[:, round, None] * turned.present
            left += leaves[:, round, None] * turned.after
        found |= {seat: Met(present[k], left[k]) for k, seat in enumerate(seats)}
    return [found[seat] for seat in range(len(joined.first))]


class Terms:
    """The terms of one seat. `rank`: of the seat in the order of turns."""

    def __init__(self, joined: Joined, rank: int, seat: Seat, visits: Met) -> None:
        self._joined, self._rank, self._seat, self._met = joined, rank, seat, visits
        self._matrix, self._chain = joined.courses[rank].matrix, seat.chain
        self._flow = visits.present[self._matrix.sources] * self._matrix.shares
        self._ends = self._matrix.targets < 0

    def endings(self) -> Floats:
        """The probability that this seat ends the game in each way."""
        flow = self._flow[self._ends]
        return added_up(-1 - self._matrix.targets[self._ends], flow, len(self._chain.endings))

    def begun(self, term: Expr) -> float:
        """What a term that is only added up is before the first turn."""
        number, change = self._sum(term), self._chain.start_change
        return float(change.added[number]) if number is not None and change else 0.0

    def _sum(self, term: Expr) -> int | None:
        """The number of the sum that a term is; None where states hold it."""
        alone = self._seat.alone
        if not (isinstance(term, Slot) and alone.added >> term.index & 1):
            return None
        return alone.sliced.sums.index(alone.sliced.emitted.numbers[term.index])

    def expected(self, term: Expr) -> Expected:
        """What is expected of a term when the game is over; of a sum only what this seat adds to it."""
        rank, number = list(self._seat.alone.results).index(term), self._sum(term)
        if number is not None:
            return self._added(rank, number)
        ended = self._ended(rank)
        standing, known = self._standing(term)
        left = self._met.left[standing]
        mean = float(ended @ self._flow) + float(left @ known)
        most = max(float(np.abs(ended).max(initial=0.0)), float(np.abs(known).max(initial=0.0)))
        spread = float(np.where(self._ends, (ended - mean) ** 2, 0.0) @ self._flow) + float(left @ (known - mean) ** 2)
        return Expected(mean, most * (self._joined.within + ROUNDING), most, sqrt(spread))

    def _ended(self, rank: int) -> Floats:
        """Of each transition to an end, the value of a term there."""
        if self._seat.alone.sliced.sums:
            return self._matrix.told(lambda way: _last(way, rank))[self._matrix.codes]
        values = np.array([ending.results[rank] for ending in self._chain.endings], dtype=np.float64)
        found = np.zeros(len(self._ends))
        found[self._ends] = values[-1 - self._matrix.targets[self._ends]]
        return found

    def _added(self, rank: int, number: int) -> Expected:
        told = self._matrix.told(lambda way: _last(way, rank) if way.ended else _more(way, number))
        added = told[self._matrix.codes]
        most, size = float(np.abs(told).max(initial=0.0)), float(np.abs(added) @ self._flow)
        return Expected(float(added @ self._flow), self._joined.flow_within(self._rank, size, most), size)

    def _standing(self, term: Expr) -> tuple[Sequence[int], Floats]:
        """The states between two turns, and the value of a term in each."""
        explorer, sliced = self._seat.explorer, self._seat.alone.sliced
        value = Machine(sliced.program).evaluator(renamed_expression(term, sliced.emitted.numbers))
        between = np.flatnonzero(self._joined.courses[self._rank].between).tolist()
        keys = self._chain.vectors
        return between, np.array([value(explorer.vector(keys[state]), 0) for state in between], dtype=np.float64)


def _last(way: Way, rank: int) -> float:
    """What a way to an end adds to a result."""
    return float(way.change.added[rank]) if way.ended and way.change else 0.0


def _more(way: Way, number: int) -> float:
    return float(way.change.added[number]) if way.change else 0.0
