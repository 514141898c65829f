"""A slicer and a question in; the odds of a game whose seats are proven to be independent, from each seat alone, out.

None where there is no proof, or nothing is gained: then all seats are held in one state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from parlour.interpreter.odds.exploring.room import MOST
from parlour.interpreter.odds.folding.alone import Alone
from parlour.interpreter.odds.folding.course import ROUNDED
from parlour.interpreter.odds.folding.folding import Folded, NotFolded, carried
from parlour.interpreter.odds.folding.independence import Independence
from parlour.interpreter.odds.further import UNKNOWN_SPREAD, too_long, undecided
from parlour.interpreter.odds.slicing.slicing import Slicer, field_names
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.odds.solving.equations import NotSettled
from parlour.interpreter.odds.solving.lengths import quantile
from parlour.interpreter.odds.solving.solution import Figure, Refusal, Solution
from parlour.interpreter.program.expressions import Expr

FEW = 5_000  # states of all seats together that are explored as they are
WITHIN_REACH = 300_000  # states of all seats together that are explored for what each alone cannot say

_SAY_MORE = "all seats together have few states, and say more"


class Asked(Struct, frozen=True):
    """Expressions that are read when the game is over; no `landings` where they are not asked for. `quantiles`: of turns."""

    scores: Sequence[Expr]
    measures: Mapping[str, Expr]
    landings: Sequence[Expr]
    quantiles: Sequence[str]


def folded(slicer: Slicer, question: Question, asked: Asked, few: int = FEW) -> Solution | None:
    """`few`: states of all seats together that are not worth it."""
    if question.best or slicer.program.seats < 2:
        return None
    try:
        return _Folding(slicer, question, asked).solution(few)
    except NotFolded:
        return None


class _Folding:
    """Raises NotFolded, also where all seats are better held in one state."""

    def __init__(self, slicer: Slicer, question: Question, asked: Asked) -> None:
        self._slicer, self._question, self._asked = slicer, question, asked
        self._refusals: list[Refusal] = []
        self._independence = Independence(slicer)
        games = self._games(())
        wished = [*asked.scores, *asked.measures.values()] if question.results else []
        whole = self._independence.games(wished) if wished else games
        if whole is None and self._possible(games) <= WITHIN_REACH:
            raise NotFolded(_SAY_MORE)
        self._wide = whole is not None and carried(whole) == carried(games)
        self._base = self._made(whole if whole and self._wide else games)
        if whole is None and self._base.unfolded <= WITHIN_REACH:
            raise NotFolded(_SAY_MORE)

    def _games(self, results: Sequence[Expr]) -> list[Alone]:
        games = self._independence.games(results)
        if games is None:
            raise NotFolded("they depend on what several seats do, and all seats together have too many states")
        return games

    def _possible(self, games: Sequence[Alone]) -> int:
        """How many states hold all seats, at most, but for where in a turn they are."""
        return self._slicer.possible(carried(games))

    def _made(self, games: Sequence[Alone]) -> Folded:
        question = self._question
        return Folded(games, question.seats, question.most or MOST, question.progress, question.solving)

    def solution(self, few: int) -> Solution:
        base, program, exact = self._base, self._slicer.program, self._question.exact
        if base.unfolded <= (max(few, WITHIN_REACH) if exact else few):
            raise NotFolded("all seats together have few states")
        if exact:
            self._refuse("fractions", "each seat is solved alone, and what that gives is put together turn by turn")
        scores, measures, visits = self._results()
        if self._refusals and not exact and base.unfolded <= WITHIN_REACH:
            raise NotFolded(self._refusals[0].why)
        turns = self._turns()
        quantiles = self._quantiles(turns)
        return Solution(
            outcomes={name: Figure(base.ended_as(k)) for k, name in enumerate(program.outcomes) if k},
            winners=tuple(Figure(base.won_by(seat)) for seat in range(program.seats)),
            scores=scores,
            measures=measures,
            turns=turns,
            quantiles=quantiles,
            visits=visits,
            never=0.0,
            value=None,
            states=base.states,
            transitions=base.transitions,
            carried=field_names(program, carried(base.games)),
            residual=base.residual,
            refusals=tuple(self._refusals),
            within=base.joined.within,
            folded=len(base.games),
        )

    def _refuse(self, asked: str, why: str) -> None:
        self._refusals.append(Refusal(asked, why))

    def _turns(self) -> Figure | None:
        try:
            turns = self._base.joined.turns
        except NotSettled as refused:
            self._refuse("turns", str(refused))
            return None
        self._refusals += too_long(turns, self._slicer.program.limits.turns)
        return Figure(turns.mean, None, turns.sd)

    def _quantiles(self, turns: Figure | None) -> dict[str, int | None] | None:
        if turns is None:
            return None
        if turns.sd is None:
            self._refuse("quantiles", UNKNOWN_SPREAD)
            return None
        lengths = self._base.joined.lengths
        within = self._base.joined.within + len(lengths) * ROUNDED
        found = {name: quantile(lengths, within, float(name)) for name in self._asked.quantiles}
        self._refusals += undecided(found)
        return found

    def _results(self) -> tuple[tuple[Figure, ...] | None, dict[str, Figure], dict[int, float] | None]:
        """Scores, measures and landings."""
        asked, scores, measures = self._asked, None, {}
        if self._question.results:
            scores = self._found("scores", asked.scores)
            for name, measure in asked.measures.items():
                found = self._found(name, [measure])
                if found is not None:
                    measures[name] = found[0]
        landings = self._found("landings", asked.landings, False) if asked.landings else None
        visits = None if landings is None else {k: figure.value for k, figure in enumerate(landings)}
        return None if scores is None else tuple(scores), measures, visits

    def _found(self, name: str, results: Sequence[Expr], wide: bool = True) -> list[Figure] | None:
        """Results that the states of the outcomes hold, or larger ones."""
        try:
            made = self._base if wide and self._wide else self._made(self._games(results))
            return [made.result(result) for result in results]
        except (NotFolded, NotSettled) as refused:
            self._refuse(name, str(refused))
        return None
