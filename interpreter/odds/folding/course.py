"""The chain of one seat alone in; turn by turn, how likely it goes on, how likely it ends, and where it stands, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from parlour.interpreter.odds.exploring.chain import Chain, Floats
from parlour.interpreter.odds.solving.equations import NotSettled
from parlour.interpreter.odds.solving.linear import Matrix
from parlour.interpreter.odds.solving.row_sums import added_up

FADED = 1e-22  # of what has entered a turn, what is not followed to the turn's end
ROUNDED = 2.0**-53
WORK = 1e9  # transitions that are gone through for one seat
MANY = 4096  # transitions of which those that are taken are sought out
OVERHEAD = 5000  # transitions that take as long as to begin with some


class Turned(Struct, frozen=True):
    """One turn. `present`: how often each state is met in it; `after`: where the seat stands when it is over."""

    present: Floats
    after: Floats


class Course:
    """`alive[t]`: the probability that the seat alone goes on after t turns; `ended[t]`: that its t-th turn ends the game.
    `met[t]`: how many states are met in the t-th turn on the average; `steps[t]`: transitions in t turns, at most.

    `alive_steps` and so on: the same, with each way weighed by its transitions, of which each adds an error of `each`.
    """

    def __init__(self, chain: Chain, matrix: Matrix) -> None:
        self._chain, self.matrix = chain, matrix
        self._sources, self._targets, self._shares = matrix.sources, matrix.targets, matrix.shares
        inner = np.flatnonzero(matrix.inner)
        self._from, self._to, self._weights = matrix.sources[inner], matrix.targets[inner], matrix.shares[inner]
        self._ends = np.flatnonzero((matrix.targets < 0) & (matrix.shares > 0))
        self.between: NDArray[np.bool_] = np.zeros(chain.count, dtype=np.bool_)
        self.between[self._sources[chain.turns > 0]] = True
        self.begun = np.zeros(chain.count)
        self.begun[chain.start] = 1.0
        self.each = 6 * ROUNDED + 16 * ROUNDED**2 * chain.count * len(self._targets)
        self.lost, self.work = 0.0, 0.0
        self.alive, self.ended, self.met = [1.0], [0.0], [0.0]
        self.alive_steps, self.ended_steps, self.met_steps = [0.0], [0.0], [0.0]
        self.steps, self._passed = [0], 0
        self._standing, self._worn = self.begun, np.zeros(chain.count)

    def same(self, other: Course) -> bool:
        """Whether another seat's chain goes the same way, whoever wins by it."""
        a, b = self._chain, other._chain
        return (
            a.start == b.start
            and np.array_equal(a.offsets, b.offsets)
            and np.array_equal(np.maximum(a.targets, -1), np.maximum(b.targets, -1))
            and np.array_equal(self._shares, other._shares)
            and np.array_equal(self.between, other.between)
        )

    @cached_property
    def longest(self) -> float:
        """No state is on the average more steps, and so turns, from the end. Raises NotSettled."""
        if self.matrix.endless.any():
            raise NotSettled("a seat alone may go on for ever")
        return float(self.matrix.equations.steps.max(initial=1.0))

    @property
    def coming(self) -> float:
        """About how many transitions a turn after the other is, until only one way in 1e17 goes on."""
        return 2 * 40 * self.longest * (len(self._to) + OVERHEAD)

    def turn(self) -> None:
        """One turn more."""
        turned, worn = self._turned(self._standing, self._worn)
        ends, shares = self._sources[self._ends], self._shares[self._ends]
        ended = float((turned.present[ends] * shares).sum())
        self.ended.append(ended)
        self.ended_steps.append(float((worn.present[ends] * shares).sum()) + ended)
        self.met.append(float(turned.present.sum()))
        self.met_steps.append(float(worn.present.sum()))
        self.alive.append(float(turned.after.sum()))
        self.alive_steps.append(float(worn.after.sum()))
        self.steps.append(self._passed)
        self._standing, self._worn = turned.after, worn.after

    def turns(self) -> Iterator[Turned]:
        """All turns that were taken, from the beginning."""
        standing = self.begun
        for _ in self.alive[1:]:
            turned, _ = self._turned(standing)
            yield turned
            standing = turned.after

    def _turned(self, standing: Floats, worn: Floats | None = None) -> tuple[Turned, Turned]:
        """A turn from where the seat stands; and, where `worn` is given, the same with each way weighed by its transitions."""
        moving, weighed = standing, np.zeros(0) if worn is None else worn
        found = Turned(moving, np.zeros(len(moving)))
        beside = Turned(weighed, np.zeros(len(weighed)))
        enough = FADED * float(standing.sum())
        while True:
            self._passed += 1
            if worn is not None:
                beside, weighed = self._parted(beside, self._moved(weighed + moving))
            found, moving = self._parted(found, self._moved(moving))
            rest = float(moving.sum())
            if rest <= enough:
                self.lost += rest
                return found, beside
            found = Turned(found.present + moving, found.after)
            beside = Turned(beside.present + weighed, beside.after)

    def _parted(self, found: Turned, moved: Floats) -> tuple[Turned, Floats]:
        """What has come to the end of the turn, and what has not."""
        after = found.after + np.where(self.between, moved, 0.0)
        return Turned(found.present, after), np.where(self.between, 0.0, moved)

    def _moved(self, leaving: Floats) -> Floats:
        self.work += len(self._to) + OVERHEAD
        amounts = leaving[self._from] * self._weights
        if len(amounts) < MANY:
            return added_up(self._to, amounts, len(leaving))
        some = np.flatnonzero(amounts)  # few in most steps of a turn
        return added_up(self._to[some], amounts[some], len(leaving))


def unlike(courses: Sequence[Course]) -> list[int]:
    """For each course the first that is the same."""
    return [next(k for k, first in enumerate(courses) if first is one or first.same(one)) for one in courses]
