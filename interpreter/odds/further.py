"""Solved outcomes and results that their states do not hold in; figures for those, in one of three ways, out; or why none.

They are reckoned apart from the states; or on a larger chain that is surely within reach; or on one that is tried a little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from parlour.interpreter.odds.exploring.explorer import TooManyStates
from parlour.interpreter.odds.exploring.room import MOST
from parlour.interpreter.odds.slicing.slicing import Sliced, Slicer, field_names
from parlour.interpreter.odds.solver import Question, Solved, solved
from parlour.interpreter.odds.solving.equations import NotSettled
from parlour.interpreter.odds.solving.exact import ExactFigures
from parlour.interpreter.odds.solving.exact_sums import NotExact
from parlour.interpreter.odds.solving.figures import Spread
from parlour.interpreter.odds.solving.payoff import NoBestPlay
from parlour.interpreter.odds.solving.solution import Figure, Refusal
from parlour.interpreter.odds.tracing.apart import APART, Apart
from parlour.interpreter.odds.tracing.reckoning import Undecided
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.program import Program

SURELY = 50_000_000  # a slice that may have more states than this is tried, and no more
HOPELESS = 10**13  # a slice that may have more states than this is not even tried
TRACED = 60_000  # states of the outcomes beside which results are reckoned apart: about half a minute
UNLIKELY = 20  # standard deviations beyond which no game is taken to last
TRIED = 3_000  # states beyond those of the outcomes, when a slice is only tried

LANDINGS = "landings"
UNKNOWN_SPREAD = "how far turns spread is not known well enough"


class Further:
    """`base`: the solved outcomes, with what best play `needed` among the results. `everything`: all scores and measures.

    `refusals` and `watched` grow as results are asked for.
    """

    def __init__(
        self, slicer: Slicer, question: Question, base: Solved, needed: Sequence[Expr], everything: Sequence[Expr]
    ) -> None:
        self._slicer, self._question, self._base = slicer, question, base
        self._needed, self._everything = needed, everything
        self.refusals: list[Refusal] = []
        self.watched: dict[str, tuple[str, ...]] = {}

    def found(self, asked: str, results: Sequence[Expr]) -> list[Figure] | None:
        """Results that need more than the states of the outcomes."""
        whole = [*self._needed, *results]
        sliced, known = self._slicer.sliced(whole), self._base.chain.count
        most = self._question.most or MOST
        possible = self._possible(sliced) * known
        if possible > SURELY and (apart := self._apart(asked, results)) is not None:
            return apart
        if self._question.most is None and possible > SURELY:
            most = known + TRIED
            if possible > HOPELESS:
                self.refusals.append(self._hopeless(asked, sliced, possible))
                return None
        try:
            return self.of(asked, solved(sliced, whole, self._question, most))[len(self._needed) :]
        except (NotSettled, NoBestPlay) as unsettled:
            self.refusals.append(Refusal(asked, str(unsettled)))
            return None
        except TooManyStates as many:
            more = sliced.carried & ~self._base.sliced.carried
            self.refusals.append(too_many(self._slicer.program, asked, more, many.most))
            return None

    def of(self, asked: str, found: Solved, exact: ExactFigures | None = None) -> list[Figure]:
        """All results of a solved slice, with fractions where they are asked for and within reach."""
        figures = found.results(spreads=asked != LANDINGS)
        if not self._question.exact or (found is self._base and exact is None):
            return figures
        try:
            means = (exact or ExactFigures(found.figures)).results(len(found.sliced.sums))
        except NotExact as refused:
            self.refusals.append(Refusal(f"fractions of {asked}", str(refused)))
            return figures
        return [replace(figure, value=float(mean), fraction=mean) for mean, figure in zip(means, figures, strict=True)]

    def _apart(self, asked: str, results: Sequence[Expr]) -> list[Figure] | None:
        """Results whose slots no state holds; None where they cannot be reckoned so."""
        everything = self._everything
        try:
            if self._all_apart is not None and all(result in everything for result in results):
                found = self._all_apart.reckoned([everything.index(result) for result in results])
            else:
                found = self._traced(results).reckoned(range(len(results)))
        except (Undecided, NotSettled):
            return None
        self.watched[asked] = found.watched
        if self._question.exact:
            self.refusals.append(Refusal(f"fractions of {asked}", APART))
        return list(found.figures)

    @cached_property
    def _all_apart(self) -> Apart | None:
        """All scores and measures together; None where one of them cannot be reckoned so."""
        try:
            return self._traced(self._everything)
        except (Undecided, NotSettled):
            return None

    def _traced(self, results: Sequence[Expr]) -> Apart:
        question, base = self._question, self._base
        if question.best or base.chain.count > TRACED:
            raise Undecided
        most = base.chain.count + TRIED
        return Apart(self._slicer, results, base.sliced.carried, question.seats, most, question.progress)

    def _possible(self, sliced: Sliced) -> int:
        """How many values the slots can have at most that come to those of the outcomes."""
        return self._slicer.possible(sliced.carried & ~self._base.sliced.carried)

    def _hopeless(self, asked: str, sliced: Sliced, possible: int) -> Refusal:
        fields = field_names(self._slicer.program, sliced.carried & ~self._base.sliced.carried)
        why = f"they depend on {_listed(fields)}, of which there can be up to {possible:.0e} states"
        return Refusal(asked, f"{why} (with --max-states they are tried all the same)", fields)


def unspread(scores: Sequence[Figure] | None, measures: Mapping[str, Figure]) -> list[Refusal]:
    """Results of which the mean alone is known."""
    told = {"scores": tuple(scores or ()), **{name: (figure,) for name, figure in measures.items()}}
    unsure = {name: [figure.unsure for figure in figures if figure.sd is None] for name, figures in told.items()}
    return [Refusal(f"standard deviation of {name}", why[0], is_aside=True) for name, why in unsure.items() if why]


def too_many(program: Program, asked: str, slots: int, states: int) -> Refusal:
    """`slots`: the mask of those that make a slice too large."""
    fields = field_names(program, slots)
    return Refusal(asked, f"they depend on {_listed(fields)}: there are more than {states:,} states", fields, states)


def endless(asked: str, fields: tuple[str, ...]) -> Refusal:
    """Where fields grow without bound."""
    grow = f"{_listed(fields)}, which grow{'s' * (len(fields) == 1)} without bound"
    return Refusal(asked, f"they depend on {grow}: there is no end of states", fields)


def too_long(turns: Spread, limit: int) -> list[Refusal]:
    """What these odds do not say of the number of turns."""
    if turns.sd is None:
        return [Refusal("standard deviation of turns", turns.unsure)]
    if turns.mean + UNLIKELY * turns.sd <= limit:
        return []
    return [at_limit(limit, "turns", "some games are longer than that")]


def at_limit(limit: int, of: str, why: str) -> Refusal:
    """Of turns, chances or choices, where a game of more than that would end."""
    return Refusal(f"end at the limit of {limit:,} {of}", f"{why}, and these odds let them play on")


def for_ever(asked: Iterable[str], never: float) -> list[Refusal]:
    """Means of games of which some never end."""
    return [Refusal(name, f"a game goes on for ever with probability {never:.12g}") for name in asked]


def undecided(quantiles: Mapping[str, int | None] | None) -> list[Refusal]:
    """Those quantiles of turns that are not known."""
    if missing := [name for name, turns in (quantiles or {}).items() if turns is None]:
        why = f"of {_listed(missing)} rounding may decide, or games are longer than they were followed"
        return [Refusal("quantiles", why)]
    return []


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
