"""A game in; how often each square is landed on in it, exactly where that is within reach, else by simulation, out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game
from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.odds.solver import Progress, Solving, quiet, silent
from parlour.interpreter.simulating import simulating

GAMES = 20_000
STATES = 300_000  # a picture does not wait for more


class Landings(Struct, frozen=True):
    """Expected landings in a game by square; `games` were played to find them (None: they are exact)."""

    by_square: Mapping[int, float]
    games: int | None
    why: str = ""  # they are not exact


def landings(
    game: Game,
    seats: Sequence[str] = (),
    games: int = GAMES,
    seed: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    exploring: Progress = silent,
    solving: Solving = quiet,
) -> Landings:
    """Landings of all pawns together. `seats` as for `simulate`; `progress` is told of games, `exploring` and `solving` as
    `odds` tells. Raises GameFault, Fault, ValueError."""
    why = "a game may go on for ever, or has too many states"
    try:
        found = odds(game, seats, visits=True, results=False, max_states=STATES, progress=exploring, solving=solving)
        solution = found.solution
        if solution.visits is not None:
            return Landings(solution.visits, None)
    except OutOfReach as reach:
        why = reach.refusal.why
    made = simulating(game, games, seed, seats, visits=True)
    made.simulation.run(games, progress=progress)
    return Landings({n: mean for n, mean in (made.summary().visits or {}).items() if mean is not None}, games, why)
