"""A program and a question in; its exact odds, with what cannot be said and why, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import fsum

from parlour.interpreter.odds.exploring.chain import Ending
from parlour.interpreter.odds.exploring.explorer import BEST, RANDOM, TooManyStates
from parlour.interpreter.odds.exploring.growing import growing
from parlour.interpreter.odds.exploring.room import MOST
from parlour.interpreter.odds.folded import Asked, folded
from parlour.interpreter.odds.further import Further, endless, too_long, too_many
from parlour.interpreter.odds.slicing.landings import counting_landings
from parlour.interpreter.odds.slicing.slicing import Slicer
from parlour.interpreter.odds.solver import Question, Solved, solved
from parlour.interpreter.odds.solving.equations import NotSettled
from parlour.interpreter.odds.solving.exact import ExactFigures
from parlour.interpreter.odds.solving.exact_sums import NotExact
from parlour.interpreter.odds.solving.figures import Figures, Turns
from parlour.interpreter.odds.solving.lengths import WORK, Lengths
from parlour.interpreter.odds.solving.payoff import SCORE, NoBestPlay
from parlour.interpreter.odds.solving.probing import probe
from parlour.interpreter.odds.solving.solution import ODDS, Figure, Refusal, Solution
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import CountTurn
from parlour.interpreter.program.program import Program

QUANTILES = ("0.05", "0.25", "0.5", "0.75", "0.95")


class OutOfReach(Exception):
    """Nothing at all can be said; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why)
        self.refusal = refusal


def answer(program: Program, question: Question) -> Solution:
    """Exact odds. Raises OutOfReach where nothing can be said; Fault where a rule fails in a game that may happen."""
    return Answering(program, question).solution()


class Answering:
    """One question about one program; `base` keeps the chain, for who wants more of it."""

    def __init__(self, program: Program, question: Question) -> None:
        self._question = question
        policies = [seat for seat in question.seats if seat not in (RANDOM, BEST)]
        landings: tuple[Expr, ...] = ()
        if question.visits:
            program, landings = counting_landings(program)
        self._slicer = Slicer(program, policies)
        self._program = self._slicer.program
        self._landings = list(landings)
        self._scores = [self._slicer.simplified(e, seat) for seat, e in enumerate(program.scores)]
        self._measures = [self._slicer.simplified(e, 0) for _, e in program.measures]
        self._refusals: list[Refusal] = []

    @property
    def _needed(self) -> list[Expr]:
        """What best play is about, besides who wins."""
        return self._scores if self._question.best and self._question.aim == SCORE else []

    @cached_property
    def base(self) -> Solved:
        """Outcomes, winners and turns, with the scores that best play is about."""
        needed = self._needed
        least = self._slicer.sliced(needed)
        everything = [*self._scores, *self._measures]
        whole = self._slicer.sliced(everything) if self._question.results else least
        wide = whole.carried == least.carried
        self._found = everything if wide and self._question.results else needed
        if self._question.most is None and (fields := growing(least, self._question.seats, MOST)):
            raise OutOfReach(endless(ODDS, fields))
        try:
            probe(least, self._question.best, self._question.aim)
            return solved(whole if wide else least, self._found, self._question, self._question.most or MOST)
        except TooManyStates as many:
            raise OutOfReach(too_many(self._program, ODDS, least, 0, many.most)) from None
        except (NoBestPlay, NotSettled) as refused:
            raise OutOfReach(Refusal("best play", str(refused))) from None

    @cached_property
    def _further(self) -> Further:
        return Further(self._slicer, self._question, self.base, self._needed, [*self._scores, *self._measures])

    def solution(self) -> Solution:
        """The whole answer."""
        names = [name for name, _ in self._program.measures]
        asked = Asked(self._scores, dict(zip(names, self._measures, strict=True)), self._landings, QUANTILES)
        return folded(self._slicer, self._question, asked) or self._unfolded()

    def _unfolded(self) -> Solution:
        """With all seats in each state."""
        base, program = self.base, self._program
        try:
            figures, exact = base.figures, self._exact()
            figures.settled  # noqa: B018
        except NotSettled as refused:
            raise OutOfReach(Refusal(ODDS, str(refused))) from None
        shares = exact.endings() if exact else None
        scores, measures = self._results(exact)
        return Solution(
            outcomes={program.outcomes[k]: self._share(shares, _ended_as(k)) for k in range(1, len(program.outcomes))},
            winners=tuple(self._share(shares, _won_by(seat)) for seat in range(program.seats)),
            scores=scores,
            measures=measures,
            turns=self._turns(exact),
            quantiles=self._quantiles(),
            visits=self._visits(),
            never=figures.never,
            value=None if base.worth is None else Figure(base.worth),
            states=base.chain.count,
            transitions=len(base.chain.targets),
            carried=base.sliced.names(),
            residual=figures.residual,
            refusals=(*self._refusals, *self._further.refusals),
            within=0.0 if exact else figures.within,
            watched=self._further.watched,
        )

    def _exact(self) -> ExactFigures | None:
        if not self._question.exact:
            return None
        try:
            return ExactFigures(self.base.figures)
        except NotExact as refused:
            self._refusals.append(Refusal("fractions", str(refused)))
            return None

    def _share(self, shares: Sequence[Fraction] | None, counts: Callable[[Ending], bool]) -> Figure:
        endings, figures = self.base.chain.endings, self.base.figures
        value = fsum(p for e, p in zip(endings, figures.endings.tolist(), strict=True) if counts(e))
        if shares is None:
            return Figure(min(1.0, value))
        fraction = sum((p for e, p in zip(endings, shares, strict=True) if counts(e)), Fraction(0))
        return Figure(float(fraction), fraction)

    def _turns(self, exact: ExactFigures | None) -> Figure | None:
        """None where the game has no turns, or may go on for ever."""
        figures: Figures = self.base.figures
        if not any(isinstance(i, CountTurn) for i in self._program.instructions):
            return None
        if figures.never > 0:
            self._refusals.append(Refusal("turns", f"a game goes on for ever with probability {figures.never:.12g}"))
            return None
        turns = self._spread
        if turns is None:
            return None
        self._refusals += too_long(turns, self._program.limits.turns)
        fraction = exact.turns() if exact else None
        return Figure(turns.mean if fraction is None else float(fraction), fraction, turns.sd)

    @cached_property
    def _spread(self) -> Turns | None:
        try:
            return self.base.figures.turns
        except NotSettled as refused:
            self._refusals.append(Refusal("turns", str(refused)))
            return None

    def _quantiles(self) -> dict[str, int | None] | None:
        figures = self.base.figures
        if not any(isinstance(i, CountTurn) for i in self._program.instructions) or figures.never > 0:
            return None
        turns = self._spread
        if (
            turns is None
            or turns.sd is None
            or (turns.mean + 10 * turns.sd) * (len(self.base.chain.targets) + 1000) > WORK
        ):
            return None
        lengths = Lengths(figures)
        return {name: lengths.quantile(float(name)) for name in QUANTILES}

    def _results(self, exact: ExactFigures | None) -> tuple[tuple[Figure, ...] | None, dict[str, Figure]]:
        """Scores and measures: from the chain of the outcomes, or from larger ones where they are within reach."""
        scores: Sequence[Figure] | None = None
        measures: dict[str, Figure] = {}
        names = [name for name, _ in self._program.measures]
        if self.base.figures.never > 0:
            return None, {}
        if self._found:
            try:
                figures = self._further.of("scores", self.base, exact)
            except NotSettled as refused:
                self._refusals.append(Refusal("scores", str(refused)))
                return None, {}
            count = len(self._scores)
            return tuple(figures[:count]), dict(zip(names, figures[count:], strict=False))
        if not self._question.results:
            return None, {}
        scores = self._further.found("scores", self._scores)
        for name, measure in zip(names, self._measures, strict=True):
            further = self._further.found(name, [measure])
            if further is not None:
                measures[name] = further[0]
        return None if scores is None else tuple(scores), measures

    def _visits(self) -> dict[int, float] | None:
        if not self._question.visits or self.base.figures.never > 0:
            return None
        found = self._further.found("landings", self._landings)
        return None if found is None else {k: figure.value for k, figure in enumerate(found)}


def _ended_as(outcome: int) -> Callable[[Ending], bool]:
    return lambda ending: ending.outcome == outcome


def _won_by(seat: int) -> Callable[[Ending], bool]:
    return lambda ending: bool(ending.winners >> seat & 1)
