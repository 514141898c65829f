"""The courses of all seats in the order of their turns in; when whose turn ends the game, with a bound of the error, out.

Seats are independent up to the end: seat k ends the game in its t-th turn with the probability that it alone does, times those
that all before it go on after t turns and all behind it after t - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import fsum, prod, sqrt

import numpy as np

from parlour.interpreter.odds.exploring.chain import Floats
from parlour.interpreter.odds.folding.course import ROUNDED, WORK, Course, unlike
from parlour.interpreter.odds.solving.equations import NotSettled, promised
from parlour.interpreter.odds.solving.figures import Spread

LEFT = 1e-16  # of the mean square of the turns, what may be left out

LONG = "games go on for too long to be followed turn by turn"


class Joined:
    """Arrays have a row for each seat in the order of turns, and a column for each round from 0, before the first turn.

    `ends`: the probability that this turn ends the game; `comes`: that all others let it come; `wrong`: how far the former may
    be from the truth, in parts of itself. `left`: the probability that the game goes on after all rounds. Raises NotSettled.
    """

    def __init__(self, courses: Sequence[Course], watch: Callable[[float], None]) -> None:
        self.courses = courses
        self.first = unlike(courses)
        self._distinct = [course for k, course in enumerate(courses) if self.first[k] == k]
        self._of = [courses[k] for k in self.first]
        self.longest = min(course.longest for course in self._distinct)
        self.left = self._played(watch)
        self.rounds = len(self._of[0].alive) - 1
        self._alive, self._ended, self._met = (self._all(name) for name in ("alive", "ended", "met"))
        self.comes = _others(self._alive, len(courses))
        self.ends = self._ended * self.comes
        if not self.within <= self.promise:
            raise NotSettled(f"shares are known to within {self.within:.0e}")

    @property
    def promise(self) -> float:
        """As of a chain of states that hold all seats."""
        return promised(prod(len(course.begun) for course in self._of))

    def _played(self, watch: Callable[[float], None]) -> float:
        """Rounds until what is left out changes nothing; the probability that a game is not over then."""
        rounds, alive = 0, 1.0
        if max(course.coming for course in self._distinct) / len(self.courses) > 5 * WORK:
            raise NotSettled(LONG)
        while alive * self._squares(rounds) > LEFT:
            if any(course.work > WORK for course in self._distinct):
                raise NotSettled(LONG)
            for course in self._distinct:
                course.turn()
            rounds += 1
            alive = float(np.prod([course.alive[-1] for course in self._of]))
            watch(alive)
        return alive

    def _squares(self, rounds: int) -> float:
        """The square of the turns of a game that is not over then, at most, on the average."""
        return float(len(self.courses) * (rounds + 2 * self.longest + 1)) ** 2

    def _all(self, name: str) -> Floats:
        return np.array([getattr(course, name) for course in self._of], dtype=np.float64)

    @cached_property
    def _worn(self) -> Floats:
        """How many transitions the others have behind them when a turn comes, on the average, times the error of each."""
        each = np.array([course.each for course in self._of])[:, None]
        worn = each * self._all("alive_steps") / np.where(self._alive > 0, self._alive, 1.0)
        total = worn.sum(axis=0)
        found = np.zeros_like(worn)
        before, behind = np.zeros(worn.shape[1]), total
        for seat in range(len(worn)):
            behind = behind - worn[seat]
            found[seat] = before + np.concatenate(([0.0], np.maximum(behind, 0.0)[:-1]))
            before = before + worn[seat]
        return found

    @cached_property
    def wrong(self) -> Floats:
        each = np.array([course.each for course in self._of])[:, None]
        own = each * self._all("ended_steps") / np.where(self._ended > 0, self._ended, 1.0)
        return (own + self._worn) * 1.01 + self._few

    @property
    def _few(self) -> float:
        """Sums of states, products of seats, sums of rounds."""
        return ROUNDED * (50 * len(self.courses) + self.rounds)

    @cached_property
    def within(self) -> float:
        """How far any share may be from the truth."""
        return float((self.ends * self.wrong).sum()) + self.left + self._lost + ROUNDED

    @property
    def _lost(self) -> float:
        """The probability that a game is lost sight of within a turn, at most."""
        return fsum(course.lost for course in self._of)

    def flow_within(self, seat: int, size: float, most: float) -> float:
        """How far a sum over all that a seat goes through may be from the truth: `size` without signs, `most` each time.

        Up to some round no part of it is farther off than the longest way may be; of later rounds little is left.
        """
        course = self._of[seat]
        seen = self.comes[seat] * self._met[seat]
        mean = self.comes[seat] * course.each * np.array(course.met_steps) + seen * self._worn[seat]
        later = np.cumsum((mean + self._few * seen)[::-1])[::-1]
        longest = np.maximum.accumulate(course.each * np.array(course.steps) + self._worn[seat]) + self._few
        best = float((size * longest[:-1] + most * later[1:]).min())
        return 1.01 * best + most * (self.left + course.lost) * course.longest

    @cached_property
    def lengths(self) -> Floats:
        """The probability that a game takes 0, 1, … turns."""
        return np.concatenate(([0.0], self.ends[:, 1:].T.ravel()))

    @cached_property
    def turns(self) -> Spread:
        """Raises NotSettled."""
        taken = np.arange(len(self.lengths), dtype=np.float64)
        mean = float((taken * self.lengths).sum())
        off = np.concatenate(([0.0], (self.ends * self.wrong)[:, 1:].T.ravel()))
        lost = (self.left + self._lost) * self._squares(self.rounds)
        wrong = float((taken * off).sum()) + lost + ROUNDED * mean
        if not wrong <= self.promise * max(1.0, mean):
            raise NotSettled(f"their mean is known to within {wrong:.0e} only, of {mean:.6g}")
        about = (taken - mean) ** 2
        squares = float((about * self.lengths).sum())
        more = float((about * off).sum()) + wrong**2 + lost + ROUNDED * 4 * squares
        sd = sqrt(squares)
        spread = more / sd if more < squares else sqrt(squares + more)
        if not spread <= self.promise * max(1.0, mean, sd):
            return Spread(mean, None, f"it is known to within {spread:.0e} only, of {sd:.6g}")
        return Spread(mean, sd)

    def leaves(self, seat: int) -> Floats:
        """For each round: that another ends the game when the seat has had so many turns, if it goes on that long itself."""
        found = np.zeros(self.rounds + 1)
        alive = self._alive.copy()
        alive[seat] = 1.0
        ends = self._ended * _others(alive, len(alive))
        for other in range(len(alive)):
            if other > seat:
                found += ends[other]
            elif other < seat:
                found[:-1] += ends[other][1:]
        return found


def _others(alive: Floats, count: int) -> Floats:
    """For each seat and round: that all before it go on after that round, and all behind it after the round before."""
    later = np.concatenate((np.ones((count, 1)), alive[:, :-1]), axis=1)
    return np.array([np.prod(alive[:k], axis=0) * np.prod(later[k + 1 :], axis=0) for k in range(count)])
