"""A program in, where machine code adds its games up out; and what was added up, as a tally."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from parlour.interpreter.native.variant import quantities
from parlour.interpreter.program.program import Program
from parlour.interpreter.simulation.tally import Sums, Tally
from parlour.interpreter.types import INT_HIGH, INT_LOW

LATE = 100  # instead of a fault: the last game had more turns than the histogram has room for; then their number
LONGEST = 2**16  # turns that a histogram has room for


class Totals(Struct, frozen=True):
    """Where each sum stands in `totals`, in words of 64 bits.

    A quantity (a score or measure) has seven: its sum in two words, the sum of its squares in three, the least and the
    greatest. Turns are a histogram, landings one number a square.
    """

    outcomes: int
    seats: int
    quantities: int
    turns: int  # the longest game that the histogram has room for
    squares: int

    RECORD = 0
    GAMES = 5
    STOPPED = 6
    OUTCOMES = 7

    @property
    def winners(self) -> int:
        return self.OUTCOMES + self.outcomes

    def quantity(self, number: int) -> int:
        return self.winners + self.seats + 7 * number

    @property
    def histogram(self) -> int:
        return self.quantity(self.quantities)

    @property
    def visits(self) -> int:
        return self.histogram + self.turns + 1

    @property
    def words(self) -> int:
        return self.visits + self.squares + 1


def totals_of(program: Program) -> Totals:
    turns = min(program.limits.turns, LONGEST)
    return Totals(len(program.outcomes), program.seats, quantities(program), turns, program.squares)


class Sum:
    """The memory of one run of games, and what it has added up so far."""

    def __init__(self, program: Program) -> None:
        self._program, self._at = program, totals_of(program)
        self.words = (ctypes.c_int64 * self._at.words)()
        self._late = Counter[int]()
        for k in range(self._at.quantities):
            self.words[self._at.quantity(k) + 5], self.words[self._at.quantity(k) + 6] = INT_HIGH, INT_LOW

    def record(self) -> tuple[int, ...]:
        """The record that the last call left, and forget it; of a late game nothing is left to be told."""
        record = tuple(self.words[Totals.RECORD : Totals.RECORD + 5])
        self.words[Totals.RECORD] = 0
        if record[0] == LATE:
            self._late[record[1]] += 1
            return (0,) * 5
        return record

    def tally(self) -> Tally:
        at, words, program = self._at, self.words, self._program
        games = words[Totals.GAMES]
        sums = [self._sums(at.quantity(k), games) for k in range(at.quantities)]
        histogram = enumerate(words[at.histogram : at.visits])
        return Tally(
            games,
            words[Totals.STOPPED],
            words[Totals.OUTCOMES : at.winners],
            words[at.winners : at.winners + at.seats],
            sums[: len(program.scores)],
            sums[len(program.scores) :],
            Counter({turns: count for turns, count in histogram if count}) + self._late,
        )

    def visits(self) -> tuple[int, ...]:
        """How often somebody landed on each square, from square 0 on."""
        return tuple(self.words[self._at.visits :])

    def _sums(self, at: int, games: int) -> Sums:
        total, squares = (_number(self.words[first:last]) for first, last in ((at, at + 2), (at + 2, at + 5)))
        least, greatest = self.words[at + 5 : at + 7] if games else (0, 0)
        return Sums(games, total, squares, least, greatest)


def _number(words: Sequence[int]) -> int:
    """The number that stands in several words, the least significant first; the last has the sign."""
    whole = words[-1]
    for word in reversed(words[:-1]):
        whole = (whole << 64) + word % 2**64
    return whole
