"""A solved chain in; how many turns a game takes, as a distribution, out: turn by turn until nearly all games are over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlour.interpreter.odds.exploring.chain import Floats, Ints
from parlour.interpreter.odds.solving.figures import Figures

ENOUGH = 0.9999  # the part of the games after which the rest is not followed
LONGEST = 3e9  # steps within turns after which nothing is followed on
OVERHEAD = 1000  # steps that take as long as to begin with some
WORK = 1e9  # steps of transitions that are taken without being asked
TIE = 1e-12  # so near to what is asked for, a part of the games is taken for that
FADED = 1e-17  # what is left of a turn's chance when it is not followed on

Group = tuple[Ints, Ints, Floats, Ints, Floats]  # sources, targets, shares; sources and shares of ends


class Lengths:
    """`after[t]`: the probability that a game takes t turns, as far as it was followed. `within`: how far the probability
    of at most t turns may be from the truth."""

    def __init__(self, figures: Figures, most: int = 10_000_000) -> None:
        self._matrix, self._figures = figures.matrix, figures
        self._steps = figures.chain.turns
        self.after: list[float] = []
        self._work, self._rounds = 0, 0
        into = np.bincount(self._matrix.targets[self._matrix.targets >= 0], minlength=1)
        self._widest = int(into.max()) + 4
        self._follow(most)

    def quantile(self, share: float) -> int | None:
        """As `quantile` says, as far as games were followed."""
        return quantile(self.after, self.within, share)

    @property
    def within(self) -> float:
        """Sums of so many terms, each rounded, so many times over, of parts of 1."""
        terms = (self._rounds + len(self.after)) * self._widest + 40
        return terms * 2.0**-52 + len(self.after) * FADED

    def _follow(self, most: int) -> None:
        count = self._figures.chain.count
        longest = int(self._steps.max(initial=0))
        coming = [np.zeros(count) for _ in range(longest + 1)]
        begun = self._figures.chain.start_turns
        self.after = [0.0] * begun
        ended = np.zeros(longest + 1)
        if self._figures.chain.start >= 0:
            coming[0] += self._figures.begun
        else:
            ended[0] = 1.0
        groups, over = self._groups(longest), float(self._figures.never)
        while over < ENOUGH and len(self.after) < most:
            present = self._settled(coming[0], groups[0])
            if self._work > LONGEST:  # this turn is not known whole
                return
            coming = [*coming[1:], np.zeros(count)]
            for step, (sources, targets, shares, ends, end_shares) in enumerate(groups):
                if step:
                    coming[step - 1] += np.bincount(targets, weights=present[sources] * shares, minlength=count)
                ended[step] += float((present[ends] * end_shares).sum())
            self.after.append(float(ended[0]))
            over += self.after[-1]
            ended = np.append(ended[1:], 0.0)
            if not any(c.any() for c in coming) and not ended.any():
                return

    def _groups(self, longest: int) -> list[Group]:
        """For each number of turns: the transitions that take so many, those within the game and those to its end."""
        found: list[Group] = []
        for step in range(longest + 1):
            inner = self._matrix.inner & (self._steps == step)
            ends = (self._matrix.targets < 0) & (self._matrix.shares > 0) & (self._steps == step)
            sources, shares = self._matrix.sources, self._matrix.shares
            found.append((sources[inner], self._matrix.targets[inner], shares[inner], sources[ends], shares[ends]))
        return found

    def _settled(self, entered: Floats, group: Group) -> Floats:
        """How often each state is met before another turn begins."""
        sources, targets, shares = group[0], group[1], group[2]
        present, moving = entered.copy(), entered
        while len(sources):
            moving = np.bincount(targets, weights=moving[sources] * shares, minlength=len(entered)).astype(np.float64)
            self._work += len(sources) + OVERHEAD
            self._rounds += 1
            if float(moving.sum()) < FADED or self._work > LONGEST:
                break
            present += moving
        return present


def quantile(after: Sequence[float] | Floats, within: float, share: float) -> int | None:
    """The least number of turns that at least this part of the games does not exceed; None where it was not followed so
    far, or rounding may decide between two numbers. `after[t]`: the probability of t turns; of at most t it is known to
    `within`."""
    reached = np.cumsum(after)
    ends = (share - TIE, share - TIE) if within <= TIE else (share - within, share + within)
    low, high = (np.flatnonzero(reached >= end) for end in ends)
    return int(low[0]) if len(low) and len(high) and low[0] == high[0] else None
