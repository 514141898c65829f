"""An id or a path in; a ruleset, games of it, what is wrong with it and what simulations say of it, out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.bots import EVERYWHERE, GREEDY, RANDOM
from parlour.interpreter.diagnostics import Diagnostic, Report, RulesetError, did_you_mean
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.document.tree import Scalar
from parlour.interpreter.language.loading import loader
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.resolved import resolved_sha256, resolved_text
from parlour.interpreter.lowering.options import OptionInfo, options_of
from parlour.interpreter.lowering.settled import Chosen
from parlour.interpreter.lowering.settling import seats_of
from parlour.interpreter.pipeline import Checked, compiled, opened, validated
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.game import Game as Games
from parlour.interpreter.scenarios.runner import failures, run_scenarios
from parlour.interpreter.simulation.engines import engine_for
from parlour.interpreter.simulation.simulation import Simulation
from parlour.interpreter.simulation.summary import Setting, Summary, summarize
from parlour.interpreter.simulation.workers import Work

BOT = "bot"  # of a seat: `bot`, `bot:random`, `bot:greedy`, `bot:POLICY`


class Ruleset:
    """A ruleset without faults, ready to be played."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked

    @property
    def id(self) -> str:
        return self.checked.model.syntax.id.text

    @property
    def title(self) -> str:
        return self.checked.model.syntax.title

    @property
    def language(self) -> str:
        """A BCP 47 tag."""
        return self.checked.model.syntax.language

    @property
    def summary(self) -> str:
        """One line, or nothing."""
        found = self.checked.loaded.tree.get("summary")
        return found.text if isinstance(found, Scalar) else ""

    @property
    def abstract(self) -> bool:
        """Whether it is only a base for others."""
        return self.checked.model.syntax.abstract

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return self.checked.warnings

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most who can play."""
        return seats_of(self.checked.model, Report())

    def options(self, players: int | None = None) -> tuple[OptionInfo, ...]:
        """What can be chosen at so many players (None: the fewest). Raises RulesetError where they cannot play."""
        return options_of(self.checked.model, players)

    @property
    def policies(self) -> tuple[str, ...]:
        """The names of its policies."""
        return tuple(policy.name.text for policy in self.checked.model.syntax.policies)

    @cached_property
    def sha256(self) -> str:
        """The hash of the resolved text: equal for equal rules, whatever the files."""
        return resolved_sha256(self.checked.loaded)

    def resolved(self, origins: bool = False) -> str:
        """The text with `extends` merged in; with `origins`, inherited parts say `# file:line`."""
        return resolved_text(self.checked.loaded, origins)


class Game(Games):
    """A ruleset with its options and seats: makes states and plays games.

    `players` None: the fewest; options that are not given take their defaults. Raises RulesetError where too many or too
    few sit down, or an option is none, or cannot be what it is given. `checked`: every promise of the program is tested
    at every step (slow; for tests).
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int | None = None,
        options: Mapping[str, Chosen] | None = None,
        checked: bool = False,
    ) -> None:
        program, _ = compiled(ruleset.checked, players, options)
        super().__init__(program, checked)
        self.ruleset = ruleset

    @property
    def players(self) -> int:
        return self.program.seats

    @property
    def options(self) -> dict[str, Chosen]:
        """Every option and what it is in this game."""
        return dict(self.program.options)


def load(id_or_path: str | Path, library: Library | None = None) -> Ruleset:
    """A ruleset of the library by its id, or of a file by its path (with a slash, or an end in .yaml).

    Raises RulesetError with everything that is wrong with it, UnknownRuleset and OSError.
    """
    return Ruleset(opened(id_or_path, library or Library()))


def check(path: str | Path, library: Library | None = None) -> list[Diagnostic]:
    """Everything that is wrong with a ruleset, failing scenarios too; nothing where it can be played as it says.

    Raises UnknownRuleset and OSError.
    """
    report = Report()
    return _problems(loader.load(path, library or Library(), report), report)


def check_text(content: bytes, name: str, library: Library | None = None) -> list[Diagnostic]:
    """As `check`, of a text that is no file; `name` is what diagnostics print."""
    report = Report()
    source = decode(content, name, report)
    return _problems(loader.load_source(source, library or Library(), report) if source else None, report)


def _problems(loaded: loader.Loaded | None, report: Report) -> list[Diagnostic]:
    try:
        report.barrier()
        assert loaded is not None
        ruleset = validated(loaded, report)
    except RulesetError as fault:
        return list(fault.diagnostics)
    return [*ruleset.warnings, *failures(run_scenarios(ruleset))]


class Simulating(Struct, frozen=True):
    """A simulation and what its tally means."""

    simulation: Simulation
    setting: Setting
    engine: str

    def summary(self) -> Summary:
        """Of the games so far."""
        simulation = self.simulation
        speed = simulation.played / simulation.seconds if simulation.played and simulation.seconds else None
        return summarize(self.setting, simulation.tally, self.engine, speed)


def simulating(
    game: Game,
    games: int,
    seed: int,
    seats: Sequence[str] = (),
    max_turns: int | None = None,
    engine: str | None = None,
    listed: bool = False,
) -> Simulating:
    """A simulation of so many games that has not begun. As `simulate`; `listed`: results one by one."""
    sitting = seated(game, seats, ahead=True)
    program = _limited(game.program, max_turns)
    bots = tuple(_policy(seat) for seat in sitting)
    name, make = engine_for(games, engine, bots)
    work = Work(program, seed, bots, make, listed)
    return Simulating(Simulation(work), setting_of(game, sitting, seed), name)


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

    `seats`: `bot:random`, `bot:greedy` or `bot:POLICY` for each seat, one for all, or none (all at random). `max_turns`
    stops longer games. With `until_ci` it ends as soon as no 95 % interval of a share (of an outcome, of the games a seat won) is
    wider. `engine`: `native` or `machine`, None for the faster. `progress` is told how many games are done. Raises
    GameFault where a rule fails, EngineUnavailable, ValueError for a bad argument.
    """
    if n < 0 or jobs < 1 or (max_turns is not None and max_turns < 1):
        raise ValueError("n, jobs and max_turns cannot be less than 0, 1 and 1")
    made = simulating(game, n, seed, seats, max_turns, engine)
    made.simulation.run(n, jobs, until_ci, progress=progress)
    return made.summary()


def seated(game: Game, seats: Sequence[str], ahead: bool = False) -> tuple[str, ...]:
    """Who sits where, spelled in full: one for all, or one a seat. ValueError says what does not fit.

    `ahead`: whether bots that look ahead may sit there.
    """
    given = tuple(seats) or (BOT,)
    if len(given) not in (1, game.players):
        raise ValueError(f"{len(given)} seats are given and {game.players} play: give one for all, or one for each")
    spelled = tuple(_spelled(game, seat, ahead) for seat in given)
    return spelled * game.players if len(given) == 1 else spelled


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


def _spelled(game: Game, seat: str, ahead: bool) -> str:
    kind, _, name = seat.partition(":")
    if kind != BOT:
        raise ValueError(f"'{seat}' cannot sit here: write {BOT}:{RANDOM} or {BOT}:POLICY")
    known = (*EVERYWHERE, *game.ruleset.policies)
    if name and name not in known:
        raise ValueError(f"there is no policy '{name}'; {did_you_mean(name, known)}")
    if name == GREEDY and not ahead:
        raise ValueError(f"'{seat}' looks ahead by chance: its games can be played and simulated, not known exactly")
    return f"{BOT}:{name or RANDOM}"


def _policy(seat: str) -> str:
    """The policy of a seat spelled in full; "" for at random."""
    name = seat.partition(":")[2]
    return "" if name == RANDOM else name


def _limited(program: Program, max_turns: int | None) -> Program:
    return program if max_turns is None else replace(program, limits=replace(program.limits, turns=max_turns))
