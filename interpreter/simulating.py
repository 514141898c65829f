"""A game and who sits at it in; simulations of it, and what they say, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.bots import RANDOM
from parlour.interpreter.face import Game, seated
from parlour.interpreter.odds.slicing.landings import NAME as LANDINGS
from parlour.interpreter.odds.slicing.landings import counting_landings
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.policies import is_file, text_of
from parlour.interpreter.simulation.engines import engine_for
from parlour.interpreter.simulation.simulation import Simulation
from parlour.interpreter.simulation.summary import Setting, Summary, summarize
from parlour.interpreter.simulation.workers import Work


class Simulating(Struct, frozen=True):
    """A simulation and what its tally means. `squares`: of those its last measures count the landings, one each."""

    simulation: Simulation
    setting: Setting
    engine: str
    squares: range = range(0)

    def summary(self) -> Summary:
        """Of the games so far."""
        simulation = self.simulation
        speed = simulation.played / simulation.seconds if simulation.played and simulation.seconds else None
        tally, own = simulation.tally, len(self.setting.measures)
        summary = summarize(self.setting, replace(tally, measures=tally.measures[:own]), self.engine, speed)
        if not self.squares:
            return summary
        landings = zip(self.squares, tally.measures[own:], strict=True)
        return replace(summary, visits={square: sums.mean for square, sums in landings})


def simulating(
    game: Game,
    games: int,
    seed: int,
    seats: Sequence[str] = (),
    max_turns: int | None = None,
    engine: str | None = None,
    listed: bool = False,
    visits: bool = False,
) -> Simulating:
    """A simulation of so many games that has not begun. As `simulate`; `listed`: results one by one; `visits`: landings
    on each square are counted too."""
    sitting = seated(game, seats, ahead=True)
    program = _limited(game.program, max_turns)
    bots = tuple(_policy(seat) for seat in sitting)
    name, make = engine_for(games, engine, bots)
    squares = game.squares if visits else range(0)
    if squares:
        program, counts = counting_landings(program)
        counted = tuple((f"{LANDINGS} {square}", counts[square]) for square in squares)
        program = replace(program, measures=program.measures + counted)
    work = Work(program, seed, bots, make, listed)
    return Simulating(Simulation(work), setting_of(game, sitting, seed), name, squares)


def simulate(
    game: Game,
    n: int = 10_000,
    seed: int = 1,
    seats: Sequence[str] = (),
    *,
    max_turns: int | None = None,
    jobs: int = 1,
    until_ci: float | None = None,
    engine: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play games 0 … n - 1 of a seed and add them up: the same for any number of `jobs` and any engine.

    `seats`: `bot:random`, `bot:greedy`, `bot:POLICY` or `bot:FILE` (best play that was saved) for each seat, one for all,
    or none (all at random). `max_turns` stops longer games. With `until_ci` it ends as soon as no 95 % interval of a share
    (of an outcome, of the games a seat won) is
    wider. `engine`: `native` or `machine`, None for the faster. `progress` is told how many games are done. Raises
    GameFault where a rule fails, EngineUnavailable, ValueError for a bad argument.
    """
    if n < 0 or jobs < 1 or (max_turns is not None and max_turns < 1):
        raise ValueError("n, jobs and max_turns cannot be less than 0, 1 and 1")
    made = simulating(game, n, seed, seats, max_turns, engine)
    made.simulation.run(n, jobs, until_ci, progress=progress)
    return made.summary()


def setting_of(game: Game, seats: Sequence[str], seed: int) -> Setting:
    """What a summary says of the game beside its figures."""
    program, ruleset = game.program, game.ruleset
    return Setting(
        game=ruleset.id,
        ruleset_sha256=ruleset.sha256,
        options=game.options,
        players=game.players,
        seats=tuple(seats),
        seed=seed,
        outcomes=program.outcomes,
        measures=tuple(name for name, _ in program.measures),
        has_turns=any(phase.kind == "turns" for phase in ruleset.checked.model.phases),
    )


def _policy(seat: str) -> str:
    """The policy of a seat spelled in full, of a file what stands in it; "" for at random."""
    name = seat.partition(":")[2]
    if is_file(name):
        return text_of(name).strip()
    return "" if name == RANDOM else name


def _limited(program: Program, max_turns: int | None) -> Program:
    return program if max_turns is None else replace(program, limits=replace(program.limits, turns=max_turns))
