"""A slice and who sits where in; its chain, explored and played as well as was asked, with its figures, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from parlour.interpreter.odds.exploring.chain import Chain
from parlour.interpreter.odds.exploring.explorer import BEST
from parlour.interpreter.odds.exploring.exploring import Explored, explored
from parlour.interpreter.odds.slicing.renaming import renamed_expression
from parlour.interpreter.odds.slicing.secrets import secrets
from parlour.interpreter.odds.slicing.slicing import Sliced
from parlour.interpreter.odds.solving.figures import Figures
from parlour.interpreter.odds.solving.linear import Matrix
from parlour.interpreter.odds.solving.moments import Moments
from parlour.interpreter.odds.solving.optimal import Optimum, optimum
from parlour.interpreter.odds.solving.payoff import WIN, NoBestPlay, payoff_of
from parlour.interpreter.odds.solving.solution import Figure
from parlour.interpreter.program.expressions import Expr

Progress = Callable[[int, int], None]  # of states explored, states known


def silent(done: int, known: int) -> None:
    """Tells nobody."""


Solving = Callable[[float], None]  # how far the last round moved the solution


def quiet(moved: float) -> None:
    """Tells nobody."""


class Question(Struct, frozen=True):
    """`seats`: RANDOM, BEST or a policy each. `aim`: what BEST plays for, WIN or SCORE. `results`: whether scores and
    measures are asked for, `visits` whether landings are. `most`: states at most; None: as many as fit, and no long
    search for what is only wished."""

    seats: Sequence[str]
    aim: str = WIN
    results: bool = True
    exact: bool = False
    visits: bool = False
    most: int | None = None
    progress: Progress = silent
    solving: Solving = quiet

    @property
    def best(self) -> list[int]:
        """The seats that play their best."""
        return [seat for seat, who in enumerate(self.seats) if who == BEST]


class Solved(Struct, frozen=True):
    """A slice with its chain. `optimum`, `worth`: of best play, where somebody plays his best."""

    sliced: Sliced
    explorer: Explored
    chain: Chain
    figures: Figures
    optimum: Optimum | None
    worth: float | None

    def results(self, spreads: bool = True) -> list[Figure]:
        """The expectation of each result that was asked of the slice; how far it spreads only where that is wanted."""
        if self.sliced.sums:
            moments = Moments(self.figures, len(self.sliced.sums))
            if not spreads:
                return [Figure(mean) for mean in moments.results()]
            return [Figure(one.mean, None, one.sd, unsure=one.unsure) for one in moments.spreads()]
        return [Figure(mean, None, sd) for mean, sd in self.figures.results()]


def solved(sliced: Sliced, results: Sequence[Expr], question: Question, most: int) -> Solved:
    """Raises TooManyStates, NoBestPlay, and Fault where a rule fails."""
    best = question.best
    hidden = secrets(sliced, best) if best else ()
    if hidden:
        raise NoBestPlay(
            f"who chooses may not see {', '.join(hidden)}: best play with hidden information is not worked out"
        )
    named = [renamed_expression(result, sliced.emitted.numbers) for result in results]
    explorer, chain = explored(sliced, question.seats, named, most, question.progress)
    outcomes = len(sliced.whole.outcomes)
    if not best:
        return Solved(
            sliced, explorer, chain, Figures(chain, Matrix(chain, watch=question.solving), outcomes), None, None
        )
    choosing = set(np.unique(chain.movers).tolist())
    payoff = payoff_of(chain, [seat for seat in best if seat in choosing] or best[:1], sliced.whole.seats, question.aim)
    found = optimum(chain, payoff.signs, payoff.payoffs, payoff.earned, question.solving)
    if not found.settled:
        raise NoBestPlay("improving play does not come to an end at which nothing else is better")
    worth = float(found.worths[chain.start]) if chain.start >= 0 else float(payoff.payoffs[-1 - chain.start])
    return Solved(
        sliced,
        explorer,
        chain,
        Figures(chain, Matrix(chain, found.taken, question.solving), outcomes),
        found,
        payoff.begun + worth,
    )
