"""A solved chain in; what is asked of a game, as numbers, out: shares, winners, turns, expectations."""

from __future__ import annotations

from functools import cached_property
from math import fsum, sqrt

import numpy as np
from msgspec import Struct

from parlour.interpreter.odds.exploring.chain import Chain, Ending, Floats
from parlour.interpreter.odds.solving.equations import NotSettled, Settled
from parlour.interpreter.odds.solving.linear import Matrix, Piece
from parlour.interpreter.odds.solving.row_sums import added_up

ROUNDING = 1e-15  # the relative error of a sum of products, once its factors are right


class Spread(Struct, frozen=True):
    """Mean and standard deviation of what adds up in a game; `unsure` says why the latter is not known (None)."""

    mean: float
    sd: float | None
    unsure: str = ""


class Figures:
    """`outcomes`: how many the program knows; what ends in another goes on for ever.

    All expectations follow from how often each state is met: one solve, and one more for the spread of turns.
    """

    def __init__(self, chain: Chain, matrix: Matrix, outcomes: int) -> None:
        self.chain, self.matrix, self._outcomes = chain, matrix, outcomes

    @cached_property
    def begun(self) -> Floats:
        begun = np.zeros(self.chain.count)
        if self.chain.start >= 0:
            begun[self.chain.start] = 1.0
        return begun

    @cached_property
    def settled(self) -> Settled:
        """Expected visits to each state, with what is left over of their equations. Raises NotSettled."""
        return self.matrix.visits(self.begun)

    @property
    def visits(self) -> Floats:
        return self.settled.values

    @property
    def within(self) -> float:
        """How far any share is from the truth, at most: whatever is left over of the visits ends somewhere at most once."""
        return float(self.settled.left.sum()) + ROUNDING

    @property
    def flow(self) -> Floats:
        """How often each transition is expected to be taken."""
        flow: Floats = self.visits[self.matrix.sources] * self.matrix.shares
        return flow

    def _flow(self, piece: Piece) -> Floats:
        flow: Floats = self.visits[piece.sources] * self.matrix.table[piece.codes]
        return flow

    @cached_property
    def endings(self) -> Floats:
        """The probability of each ending."""
        shares = np.zeros(len(self.chain.endings))
        for piece in self.matrix.pieces():
            ends = piece.targets < 0
            shares += added_up(-1 - piece.targets[ends], self._flow(piece)[ends], len(shares))
        if self.chain.start < 0:
            shares[-1 - self.chain.start] += 1.0
        return shares

    @cached_property
    def never(self) -> float:
        """The probability that the game never ends."""
        endless = self.matrix.endless
        if self.chain.start >= 0 and endless[self.chain.start]:
            return 1.0
        never = fsum(p for e, p in zip(self.chain.endings, self.endings.tolist(), strict=True) if self._lost(e))
        if not endless.any():
            return float(never)
        for piece in self.matrix.pieces():  # visits to endless states are not counted, so that nothing flows among them
            into = (piece.targets >= 0) & endless[np.maximum(piece.targets, 0)]
            never += float(self._flow(piece)[into].sum())
        return float(never)

    def _lost(self, ending: Ending) -> bool:
        return ending.outcome >= self._outcomes

    @cached_property
    def residual(self) -> float:
        """How far the visits are from solving their equations, and the shares from adding up to 1."""
        ended = fsum(p for e, p in zip(self.chain.endings, self.endings.tolist(), strict=True) if not self._lost(e))
        gap: float = abs(ended + self.never - 1.0)
        return max(gap, self.matrix.residual(self.begun, self.visits))

    def outcomes(self) -> dict[int, float]:
        """Shares by outcome."""
        shares: dict[int, float] = {}
        for ending, share in zip(self.chain.endings, self.endings.tolist(), strict=True):
            shares[ending.outcome] = shares.get(ending.outcome, 0.0) + share
        return shares

    def winners(self, seats: int) -> list[float]:
        """For each seat the share of games in which it is among the winners."""
        pairs = list(zip(self.chain.endings, self.endings.tolist(), strict=True))
        return [fsum(share for ending, share in pairs if ending.winners >> seat & 1) for seat in range(seats)]

    def results(self) -> list[tuple[float, float]]:
        """Mean and standard deviation of each score and measure that endings have."""
        found = []
        for column in zip(*(ending.results for ending in self.chain.endings), strict=True):
            values = np.array(column, dtype=np.float64)
            mean = float(values @ self.endings)
            is_sure = values.min() == values.max()
            found.append((mean, 0.0 if is_sure else sqrt(max(0.0, float((values - mean) ** 2 @ self.endings)))))
        return found

    @cached_property
    def turns(self) -> Spread:
        """How many turns there are. Raises NotSettled."""
        return self.spread(self.matrix.told(lambda way: way.turns), self.chain.start_turns)

    def spread(self, steps: Floats, begun: float) -> Spread:
        """The moments about the mean of `begun` and what each transition adds to it (`steps`, by its code): E T from the
        visits, E T^2 with what is still to come after each transition.

        Raises NotSettled.
        """
        if self.chain.start < 0:
            return Spread(float(begun), 0.0)
        settled = self.matrix.coming(steps)
        coming, rest = np.append(settled.values, 0.0), np.append(settled.rest, 0.0)
        mean, squares, widest = 0.0, 0.0, 0.0
        for piece in self.matrix.pieces():
            # the variance is the sum, over all transitions, of the square of what each changes in the expected length
            flow = self._flow(piece)
            told = steps[piece.codes]
            targets = np.maximum(piece.targets, -1)
            news = told + (coming[targets] - coming[piece.sources]) + (rest[targets] - rest[piece.sources])
            mean += float((flow * told).sum())
            squares += float((flow * news**2).sum())
            widest = max(widest, float(np.abs(news[self.matrix.table[piece.codes] > 0]).max(initial=0.0)))
        whole = settled if steps.min(initial=0.0) >= 0 else self.matrix.coming(np.abs(steps))
        most = float(np.abs(steps).max(initial=0.0))
        wrong, off = self._off(mean, squares, settled, whole, most, widest)
        sd = sqrt(squares)
        spread = off / sd if off < squares else sqrt(squares + off)
        promise = self.matrix.equations.promise * max(1.0, abs(mean))
        if not wrong <= promise:
            raise NotSettled(f"their mean is known to within {wrong:.0e} only, of {mean:.6g}")
        if not spread <= max(promise, self.matrix.equations.promise * sd):
            return Spread(begun + mean, None, f"it is known to within {spread:.0e} only, of {sd:.6g}")
        return Spread(begun + mean, sd if off < squares else 0.0)

    def _off(
        self, mean: float, squares: float, coming: Settled, whole: Settled, most: float, widest: float
    ) -> tuple[float, float]:
        """How far the mean and the variance may be from the truth. `whole`: what is still to come where nothing is taken
        away. `most`: what a transition adds; `widest`: what it changes in the expected length, at most."""
        left, longest = self.settled.left, float(whole.values.max(initial=0.0))
        still = float(left @ whole.values) + float(left.sum()) * whole.within
        each = 2 * coming.within + ROUNDING * most  # of what a transition changes in the expected length
        events = float(self.visits.sum())
        # E T^2 from any state is at most twice the longest mean length times its own, and `most` times that; and what steps
        # that are left out change, squared, is no more than each can change, squared
        steps = float(left @ self.matrix.equations.steps)
        spread = min(still * (2 * longest + most), steps * (widest + each) ** 2) + events * each**2
        spread += 2 * each * sqrt(events * squares) + 4 * ROUNDING * squares
        return still + ROUNDING * abs(mean), spread
