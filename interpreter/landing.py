"""A game in; how often each square is landed on in it, exactly where that is within reach, else by simulation, out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, seated
from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.odds.slicing.landings import counting_landings
from parlour.interpreter.odds.solver import Progress, Solving, quiet, silent
from parlour.interpreter.simulation.engines import engine_for
from parlour.interpreter.simulation.simulation import Simulation
from parlour.interpreter.simulation.workers import Work

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
            return Landings({n: k for n, k in solution.visits.items() if n}, None)
    except OutOfReach as reach:
        why = reach.refusal.why
    return Landings(_simulated(game, seated(game, seats), games, seed, progress), games, why)


def _simulated(
    game: Game, seats: Sequence[str], games: int, seed: int, progress: Callable[[int], None]
) -> dict[int, float]:
    """Each square's landings are counted as a measure of the game."""
    program, counts = counting_landings(game.program)
    counting = replace(program, measures=tuple((str(n), count) for n, count in enumerate(counts)))
    bots = tuple("" if seat == "bot:random" else seat.partition(":")[2] for seat in seats)
    _, make = engine_for(games)
    simulation = Simulation(Work(counting, seed, bots, make, False))
    simulation.run(games, progress=progress)
    tally = simulation.tally
    return {n: sums.total / tally.games for n, sums in enumerate(tally.measures) if n and tally.games}
