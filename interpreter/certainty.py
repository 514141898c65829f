"""A game and who sits where in; its exact odds, in the shape that `--json` has, out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.face import Game, seated
from parlour.interpreter.odds.answer import Answering
from parlour.interpreter.odds.exploring.explorer import BEST, RANDOM
from parlour.interpreter.odds.further import UNLIKELY, at_limit
from parlour.interpreter.odds.policies.policy import policy_of
from parlour.interpreter.odds.solver import Progress, Question, Solving, quiet, silent
from parlour.interpreter.odds.solving.payoff import SCORE, WIN
from parlour.interpreter.odds.solving.solution import Figure, Refusal, Solution
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.runtime.game import MakeBot
from parlour.interpreter.runtime.game import policy as by_policy
from parlour.interpreter.runtime.policies import Policy, TableBot
from parlour.interpreter.trial import FailedGame, Lengths, trial

AIMS = (WIN, SCORE)


class Odds(Struct, frozen=True):
    """The exact odds of a game. `seats` as they are spelled on a command line. `policy`: what best play does."""

    game: Game
    seats: tuple[str, ...]
    solution: Solution
    seconds: float
    policy: Policy | None

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What cannot be said, and why."""
        return self.solution.refusals

    def to_json(self) -> dict[str, Any]:
        """Plain data, as `parlour odds --json` prints it."""
        solution = self.solution
        turns = solution.turns and {**_mean(solution.turns), "quantiles": solution.quantiles}
        return {
            **_setting(self.game, self.seats),
            "outcomes": solution.outcomes and {name: _share(figure) for name, figure in solution.outcomes.items()},
            "winners": solution.winners and [{"seat": k, **_share(f)} for k, f in enumerate(solution.winners, 1)],
            "scores": solution.scores and [{"seat": k, **_mean(f)} for k, f in enumerate(solution.scores, 1)],
            "measures": {name: _mean(figure) for name, figure in solution.measures.items()},
            "turns": turns,
            "visits": solution.visits and {str(k): mean for k, mean in solution.visits.items()},
            "value": solution.value and _mean(solution.value)["mean"],
            "never_ends": solution.never,
            "states": solution.states,
            "transitions": solution.transitions,
            "folded": solution.folded > 0,
            "carried": list(solution.carried),
            "watched": {asked: list(fields) for asked, fields in solution.watched.items()},
            "residual": solution.residual,
            "within": solution.within,
            "seconds": self.seconds,
            "refused": [_refusal(refusal) for refusal in solution.refusals],
        }


FIGURES = (
    *("outcomes", "winners", "scores", "measures", "turns", "visits", "value", "never_ends", "states", "transitions"),
    *("folded", "carried", "watched", "residual", "within", "seconds"),
)


class Unanswered(Struct, frozen=True):
    """A game of which nothing can be said exactly, and why; `is_fault`: because a rule fails in it; `failed`: the game of
    a seed in which it did, where it was played."""

    game: Game
    seats: tuple[str, ...]
    refusal: Refusal
    is_fault: bool = False
    failed: FailedGame | None = None

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return (self.refusal,)

    @property
    def is_best_play(self) -> bool:
        return BEST in self.seats

    def to_json(self) -> dict[str, Any]:
        """The shape of an answer, with null for each figure."""
        return {**_setting(self.game, self.seats), **dict.fromkeys(FIGURES), "refused": [_refusal(self.refusal)]}


def odds(
    game: Game,
    seats: Sequence[str] = (),
    *,
    aim: str | None = None,
    max_states: int | None = None,
    exact: bool = False,
    visits: bool = False,
    results: bool = True,
    progress: Progress = silent,
    solving: Solving = quiet,
) -> Odds:
    """Exact shares, winners, turns and means, by exploring every state that matters.

    `seats`: `bot:random`, `bot:POLICY` or `best` for each seat, one for all, or none (all at random). `aim`: what `best`
    plays for, `win` or `score` (None: what the ruleset says). `exact`: fractions beside the numbers. `visits`: expected
    landings on each square. `results`: scores and measures too. `progress` is told how many states are explored and
    known, `solving` how far the last round moved the solution; both may raise, to stop. Raises OutOfReach where nothing
    can be said, Fault where a rule fails in a game that may happen (FailedGame where it was met in one of a
    few that are played for that: what decides nothing is not explored), ValueError for a bad argument.
    """
    begun = perf_counter()
    sitting = seats_of(game, seats)
    chosen = aim or game.program.aim
    if chosen not in AIMS:
        raise ValueError(f"the aim is win or score, not '{chosen}'; {did_you_mean(chosen, AIMS)}".rstrip("; "))
    question = Question([_seat(s) for s in sitting], chosen, results, exact, visits, max_states, progress, solving)
    lengths = {} if question.best else trial(game.program, [_bot(seat) for seat in question.seats])
    answering = Answering(game.program, question)
    solution = answering.solution()
    if solution.visits is not None:
        solution = replace(solution, visits={square: solution.visits[square] for square in game.squares})
    policy = policy_of(answering.base, game.program) if BEST in question.seats else None
    if policy is not None:
        lengths = trial(game.program, [_bot(seat, policy) for seat in question.seats])
    solution = replace(solution, refusals=(*solution.refusals, *_at_limits(solution, lengths)))
    return Odds(game, sitting, solution, perf_counter() - begun, policy)


def _bot(seat: str, best: Policy | None = None) -> MakeBot:
    if seat == BEST and best is not None:
        return lambda stream: TableBot(best, stream)
    return RandomBot if seat == RANDOM else by_policy(seat)


def _at_limits(solution: Solution, lengths: Mapping[str, Lengths]) -> Iterator[Refusal]:
    """Limits that games may pass, as far as no figure says so."""
    for kind, found in lengths.items():
        unsaid = kind != "turns" or (solution.turns is None and solution.never == 0)
        if unsaid and found.beyond(UNLIKELY):
            yield at_limit(found.limit, kind, "some games may have more")


def best_play(program: Program, seats: Sequence[str], most: int, progress: Progress = silent) -> Policy:
    """What the seats at `best` play for the aim of the ruleset, when the others are `random` or follow a policy.

    Raises OutOfReach, also where there are more than `most` states, and Fault where a rule fails.
    """
    question = Question(
        [RANDOM if s == "random" else s for s in seats], program.aim, False, most=most, progress=progress
    )
    return policy_of(Answering(program, question).base, program)


def seats_of(game: Game, seats: Sequence[str]) -> tuple[str, ...]:
    """Who sits where, spelled in full."""
    known = seated(game, [f"bot:{RANDOM or 'random'}" if seat == BEST else seat for seat in seats])
    given = tuple(seats) * game.players if len(seats) == 1 else tuple(seats)
    return tuple(BEST if k < len(given) and given[k] == BEST else seat for k, seat in enumerate(known))


def _seat(spelled: str) -> str:
    name = spelled.partition(":")[2]
    return BEST if spelled == BEST else RANDOM if name == "random" else name


def followed(seats: Sequence[str]) -> list[str]:
    """The policies that somebody follows, of seats as they are spelled in full."""
    return [name for name in map(_seat, seats) if name not in (RANDOM, BEST)]


def _share(figure: Figure) -> dict[str, Any]:
    return {"share": figure.value, **_fraction(figure)}


def _mean(figure: Figure) -> dict[str, Any]:
    within = {"within": figure.within} if figure.within else {}
    return {"mean": figure.value, "sd": figure.sd, **within, **_fraction(figure)}


def _fraction(figure: Figure) -> dict[str, str]:
    return {} if figure.fraction is None else {"fraction": str(figure.fraction)}


def _setting(game: Game, seats: Sequence[str]) -> dict[str, Any]:
    return {
        "game": game.ruleset.id,
        "ruleset_sha256": game.ruleset.sha256,
        "options": game.options,
        "players": game.players,
        "seats": list(seats),
    }


def _refusal(refusal: Refusal) -> dict[str, Any]:
    return {"asked": refusal.asked, "why": refusal.why, "fields": list(refusal.fields)}
