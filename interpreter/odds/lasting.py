"""Solved outcomes in; how many turns a game takes, and what of that cannot be said and why, out."""

from __future__ import annotations

from functools import cached_property

from parlour.interpreter.odds.further import UNKNOWN_SPREAD, at_limit, for_ever, too_long, undecided
from parlour.interpreter.odds.solver import Solved
from parlour.interpreter.odds.solving.equations import NotSettled
from parlour.interpreter.odds.solving.exact import ExactFigures
from parlour.interpreter.odds.solving.figures import Spread
from parlour.interpreter.odds.solving.lengths import WORK, Lengths
from parlour.interpreter.odds.solving.solution import Figure, Refusal
from parlour.interpreter.program.instructions import CountTurn
from parlour.interpreter.program.program import Program

QUANTILES = ("0.05", "0.25", "0.5", "0.75", "0.95")


class Lasting:
    """`program`: the one that was solved, `exact` its fractions where they are there. `refusals` grow as it is asked."""

    def __init__(self, program: Program, base: Solved, exact: ExactFigures | None) -> None:
        self._program, self._base, self._exact = program, base, exact
        self.refusals: list[Refusal] = []

    def turns(self) -> Figure | None:
        """None where the game has no turns, or may go on for ever."""
        turns = self._spread
        if turns is None:
            return None
        self.refusals += too_long(turns, self._program.limits.turns)
        fraction = self._exact.turns() if self._exact else None
        return Figure(turns.mean if fraction is None else float(fraction), fraction, turns.sd)

    def quantiles(self) -> dict[str, int | None] | None:
        """By their shares; None where there are no turns either."""
        turns, steps = self._spread, len(self._base.chain.targets) + 1000
        if turns is None:
            return None
        if turns.sd is None:
            self.refusals.append(Refusal("quantiles", UNKNOWN_SPREAD))
            return None
        if (turns.mean + 10 * turns.sd) * steps > WORK:
            why = f"games take {turns.mean:,.0f} turns, and each is followed along {steps:,} transitions"
            self.refusals.append(Refusal("quantiles", why))
            return None
        lengths = Lengths(self._base.figures)
        found = {name: lengths.quantile(float(name)) for name in QUANTILES}
        self.refusals += undecided(found)
        return found

    @cached_property
    def _spread(self) -> Spread | None:
        figures = self._base.figures
        if not any(isinstance(i, CountTurn) for i in self._program.instructions):
            return None
        if figures.never > 0:
            self.refusals += for_ever(["turns"], figures.never)
            self.refusals.append(at_limit(self._program.limits.turns, "turns", "some games never end"))
            return None
        try:
            return figures.turns
        except NotSettled as refused:
            self.refusals.append(Refusal("turns", str(refused)))
            return None
