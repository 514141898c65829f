"""A program and a question in; its exact odds out, of all that is asked or of all but some of it, or why not.

What is left out is no part of the program: nothing is kept for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import cached_property
from math import fsum

from msgspec.structs import replace

from parlour.interpreter.odds.exploring.adding_up import adds_up_to_more
from parlour.interpreter.odds.exploring.chain import Ending
from parlour.interpreter.odds.exploring.explorer import BEST, RANDOM, TooManyStates
from parlour.interpreter.odds.exploring.growing import growing
from parlour.interpreter.odds.exploring.room import MOST
from parlour.interpreter.odds.folded import Asked, folded
from parlour.interpreter.odds.further import LANDINGS, SURELY, Further, endless, for_ever, too_many, unspread
from parlour.interpreter.odds.lasting import QUANTILES, Lasting
from parlour.interpreter.odds.slicing.landings import counting_landings
from parlour.interpreter.odds.slicing.questions import OUTCOMES, WINNERS, leaving_out
from parlour.interpreter.odds.slicing.slicing import Sliced, Slicer
from parlour.interpreter.odds.solver import Question, Solved, solved
from parlour.interpreter.odds.solving.equations import NotSettled
from parlour.interpreter.odds.solving.exact import ExactFigures
from parlour.interpreter.odds.solving.exact_sums import NotExact
from parlour.interpreter.odds.solving.payoff import SCORE, NoBestPlay
from parlour.interpreter.odds.solving.probing import probe
from parlour.interpreter.odds.solving.solution import ODDS, Figure, Refusal, Solution
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.program import Program

TRIED = 3_000_000  # states of a slice that not all is asked of, where it may be too large as well: some seconds


class Refused(Exception):
    """Nothing can be said of what is asked; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why)
        self.refusal = refusal


class Attempt:
    """One question about one program, `without` some of what is asked of every game. Its states are kept, for who wants
    more of them."""

    def __init__(self, program: Program, question: Question, without: Collection[str] = ()) -> None:
        self._question, self._without = question, without
        policies = [seat for seat in question.seats if seat not in (RANDOM, BEST)]
        program = leaving_out(program, without)
        landings: tuple[Expr, ...] = ()
        if question.visits:
            program, landings = counting_landings(program)
        self.slicer = Slicer(program, policies)
        self._program = self.slicer.program
        self._landings = list(landings)
        self.scores = [self.slicer.simplified(e, seat) for seat, e in enumerate(program.scores)]
        self.measures = [self.slicer.simplified(e, 0) for _, e in program.measures]
        self._refusals: list[Refusal] = []

    @property
    def _needed(self) -> list[Expr]:
        """What best play is about, besides who wins."""
        return self.scores if self._question.best and self._question.aim == SCORE else []

    @cached_property
    def least(self) -> Sliced:
        """What answers the question but for scores and measures, unless best play is about them."""
        return self.slicer.sliced(self._needed)

    @cached_property
    def _most(self) -> int:
        """How many states are explored at most: where not all is asked any more, only what is surely within reach."""
        tried = self._without and self.slicer.possible(self.least.carried) > SURELY
        return self._question.most or (TRIED if tried else MOST)

    def _adds_up_to_more(self) -> bool:
        if self.slicer.possible(self.least.carried) <= self._most:
            return False
        question = self._question
        return adds_up_to_more(self.slicer.adding_up(self.least), question.seats, self._most, question.progress)

    def reach(self) -> None:
        """Raises Refused where nothing can be said, and Fault where a rule fails in a game that may happen."""
        if self._folded is None:
            self.base  # noqa: B018

    @cached_property
    def base(self) -> Solved:
        """Outcomes, winners and turns, with the scores that best play is about."""
        needed, least = self._needed, self.least
        everything = [*self.scores, *self.measures]
        whole = self.slicer.sliced(everything) if self._question.results else least
        wide = whole.carried == least.carried
        self._found = everything if wide and self._question.results else needed
        if self._question.most is None and (fields := growing(least, self._question.seats, MOST)):
            raise Refused(endless(ODDS, fields))
        try:
            probe(least, self._question.best, self._question.aim)
            if self._adds_up_to_more():
                raise TooManyStates(self._most, ())
            return solved(whole if wide else least, self._found, self._question, self._most)
        except TooManyStates as many:
            raise Refused(too_many(self._program, ODDS, least.carried, many.most)) from None
        except (NoBestPlay, NotSettled) as refused:
            raise Refused(Refusal("best play", str(refused))) from None

    @cached_property
    def _further(self) -> Further:
        return Further(self.slicer, self._question, self.base, self._needed, [*self.scores, *self.measures])

    @cached_property
    def _folded(self) -> Solution | None:
        """With each seat alone."""
        names = [name for name, _ in self._program.measures]
        asked = Asked(self.scores, dict(zip(names, self.measures, strict=True)), self._landings, QUANTILES)
        return folded(self.slicer, self._question, asked)

    def solution(self) -> Solution:
        """The whole answer; what is left out of it is None there."""
        found = self._folded or self._unfolded()
        return replace(
            found,
            outcomes=None if OUTCOMES in self._without else found.outcomes,
            winners=None if WINNERS in self._without else found.winners,
            refusals=(*found.refusals, *unspread(found.scores, found.measures)),
        )

    def _unfolded(self) -> Solution:
        """With all seats in each state."""
        base, program = self.base, self._program
        try:
            figures, exact = base.figures, self._exact()
            figures.settled  # noqa: B018
        except NotSettled as refused:
            raise Refused(Refusal(ODDS, str(refused))) from None
        shares = exact.endings() if exact else None
        scores, measures = self._results(exact)
        lasting = Lasting(program, base, exact)
        return Solution(
            outcomes={program.outcomes[k]: self._share(shares, _ended_as(k)) for k in range(1, len(program.outcomes))},
            winners=tuple(self._share(shares, _won_by(seat)) for seat in range(program.seats)),
            scores=scores,
            measures=measures,
            turns=lasting.turns(),
            quantiles=lasting.quantiles(),
            visits=self._visits(),
            never=figures.never,
            value=None if base.worth is None else Figure(base.worth),
            states=base.chain.count,
            transitions=len(base.chain.targets),
            carried=base.sliced.names(),
            residual=figures.residual,
            refusals=(*self._refusals, *lasting.refusals, *self._further.refusals),
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

    def _results(self, exact: ExactFigures | None) -> tuple[tuple[Figure, ...] | None, dict[str, Figure]]:
        """Scores and measures: from the chain of the outcomes, or from larger ones where they are within reach."""
        names = [name for name, _ in self._program.measures]
        asked = ["scores", *names] if self._question.results else ["scores"] if self._found else []
        if self.base.figures.never > 0:
            self._refusals += for_ever(asked, self.base.figures.never)
            return None, {}
        held = self._held(asked, exact) if self._found else []
        if held is None or not asked:
            return None, {}
        count = len(self.scores)
        scores = held[:count] or self._further.found("scores", self.scores)
        measures = dict(zip(names, held[count:], strict=False))
        for name, measure in zip(names, self.measures, strict=True):
            further = self._further.found(name, [measure]) if name in asked and name not in measures else None
            if further is not None:
                measures[name] = further[0]
        return None if scores is None else tuple(scores), measures

    def _held(self, asked: Sequence[str], exact: ExactFigures | None) -> list[Figure] | None:
        """What the states of the outcomes hold: the scores, and all measures or none."""
        try:
            return self._further.of("scores", self.base, exact)
        except NotSettled as refused:
            self._refusals += [Refusal(name, str(refused)) for name in asked]
            return None

    def _visits(self) -> dict[int, float] | None:
        if not self._question.visits:
            return None
        if self.base.figures.never > 0:
            self._refusals += for_ever([LANDINGS], self.base.figures.never)
            return None
        found = self._further.found(LANDINGS, self._landings)
        return None if found is None else {k: figure.value for k, figure in enumerate(found)}


def _ended_as(outcome: int) -> Callable[[Ending], bool]:
    return lambda ending: ending.outcome == outcome


def _won_by(seat: int) -> Callable[[Ending], bool]:
    return lambda ending: bool(ending.winners >> seat & 1)
