"""Seats that are proven to be independent, and who sits there, in; the odds of their game, by solving each alone, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import fsum, prod

from parlour.interpreter.odds.exploring.explorer import TooManyStates
from parlour.interpreter.odds.exploring.exploring import explored
from parlour.interpreter.odds.exploring.growing import growing
from parlour.interpreter.odds.folding.alone import Alone
from parlour.interpreter.odds.folding.course import Course
from parlour.interpreter.odds.folding.joining import Joined
from parlour.interpreter.odds.folding.shares import Expected, Seat, Terms, met
from parlour.interpreter.odds.folding.terms import terms_of
from parlour.interpreter.odds.slicing.renaming import renamed_expression
from parlour.interpreter.odds.solving.equations import NotSettled
from parlour.interpreter.odds.solving.linear import Matrix
from parlour.interpreter.odds.solving.solution import Figure
from parlour.interpreter.program.expressions import Constant, Expr
from parlour.interpreter.runtime.fault import Fault

ALONE = "each seat is solved alone, and how much their results depend on each other is not followed"


class NotFolded(Exception):
    """The seats are not, or not proven to be, independent; or one alone has too many states, or may go on for ever."""


class Folded:
    """`games`: of the seats in the order of their turns. `seats`: of every seat, RANDOM or a policy. Raises NotFolded."""

    def __init__(
        self,
        games: Sequence[Alone],
        seats: Sequence[str],
        most: int,
        progress: Callable[[int, int], None],
        watch: Callable[[float], None],
    ) -> None:
        self.games = games
        self._seats = [_explored(game, seats, most, progress) for game in games]
        self._watch = watch
        self._courses = [Course(seat.chain, Matrix(seat.chain, watch=watch)) for seat in self._seats]

    @cached_property
    def joined(self) -> Joined:
        """Raises NotFolded."""
        try:
            return Joined(self._courses, self._watch)
        except NotSettled as refused:
            raise NotFolded(str(refused)) from refused

    @property
    def unfolded(self) -> int:
        """How many states there would be if each held all seats, at most."""
        return prod(seat.chain.count for seat in self._seats)

    @cached_property
    def _distinct(self) -> list[Seat]:
        return [self._seats[first] for first in dict.fromkeys(self.joined.first)]

    @property
    def states(self) -> int:
        return sum(seat.chain.count for seat in self._distinct)

    @property
    def transitions(self) -> int:
        return sum(len(seat.chain.targets) for seat in self._distinct)

    @cached_property
    def _terms(self) -> list[Terms]:
        visits = met(self.joined)
        return [Terms(self.joined, k, seat, visits[k]) for k, seat in enumerate(self._seats)]

    @cached_property
    def endings(self) -> list[tuple[int, int, float]]:
        """Outcome, winners and probability of each way to end."""
        return [
            (ending.outcome, ending.winners, share)
            for seat, terms in zip(self._seats, self._terms, strict=True)
            for ending, share in zip(seat.chain.endings, terms.endings().tolist(), strict=True)
        ]

    @property
    def residual(self) -> float:
        """How far the shares are from adding up to 1."""
        return abs(fsum(share for _, _, share in self.endings) + self.joined.left - 1.0)

    def ended_as(self, outcome: int) -> float:
        return min(1.0, fsum(share for other, _, share in self.endings if other == outcome))

    def won_by(self, seat: int) -> float:
        return min(1.0, fsum(share for _, winners, share in self.endings if winners >> seat & 1))

    def result(self, expr: Expr) -> Figure:
        """The expectation of a score or measure. Raises NotSettled."""
        parts = [(w.factor, self._term(w.term)) for w in terms_of(expr)]
        mean = fsum(factor * part.mean for factor, part in parts)
        within = fsum(abs(factor) * part.within for factor, part in parts)
        if not within <= self.joined.promise * max(1.0, fsum(abs(factor) * part.most for factor, part in parts)):
            raise NotSettled(f"they are known to within {within:.0e} only, of {mean:.6g}")
        moving = [abs(factor) * part.sd for factor, part in parts if part.sd]
        known = all(part.sd is not None for _, part in parts) and len(moving) < 2
        return Figure(mean, None, fsum(moving)) if known else Figure(mean, unsure=ALONE)

    def _term(self, term: Expr) -> Expected:
        if isinstance(term, Constant):
            return Expected(float(term.value), 0.0, float(abs(term.value)), 0.0)
        found = [terms for game, terms in zip(self.games, self._terms, strict=True) if term in game.results]
        parts = [terms.expected(term) for terms in found]
        begun = found[0].begun(term)
        mean, within, most = (fsum(getattr(part, name) for part in parts) for name in ("mean", "within", "most"))
        return Expected(begun + mean, within, abs(begun) + most, parts[0].sd if len(parts) == 1 else None)


def _explored(game: Alone, seats: Sequence[str], most: int, progress: Callable[[int, int], None]) -> Seat:
    named = [renamed_expression(result, game.sliced.emitted.numbers) for result in game.results]
    if growing(game.sliced, seats, most):
        raise NotFolded("they depend on what grows without bound")
    try:
        explorer, chain = explored(game.sliced, seats, named, most, progress)
    except TooManyStates as refused:
        raise NotFolded(f"one seat alone has more than {refused.most:,} states") from refused
    except Fault as refused:  # perhaps in a state that the whole game never comes to
        raise NotFolded(f"a rule cannot be carried out: {refused.message}") from refused
    if chain.start < 0 or any(ending.outcome >= len(game.sliced.whole.outcomes) for ending in chain.endings):
        raise NotFolded("the game may be over before the first turn, or never")
    return Seat(game, explorer, chain)


def carried(games: Sequence[Alone]) -> int:
    """The slots that the states of any seat hold."""
    mask = 0
    for game in games:
        mask |= game.sliced.carried
    return mask
