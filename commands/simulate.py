"""`parlour simulate GAME`: many games, and how they end, on stdout."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from parlour.commands.clustering import LOCAL, Cluster, cluster_address, opened
from parlour.commands.completion import complete_seats, complete_sweep
from parlour.commands.opening import game_argument, game_of, option_option, options_at, players_option, ruleset_of
from parlour.commands.outcome import FINE, INTERRUPTED, PROBLEMS_FOUND, CouldNotRun
from parlour.commands.parameters import MOST_GAMES, SEED, Width
from parlour.commands.progress import Progress
from parlour.commands.simulation_report import report, sweep_table
from parlour.commands.sweeping import combinations, swept
from parlour.interpreter.face import Game, Ruleset
from parlour.interpreter.simulating import Simulating, simulating
from parlour.interpreter.simulation.cluster.faults import ClusterFault
from parlour.interpreter.simulation.engine import GameFault
from parlour.interpreter.simulation.engines import ENGINES, MACHINE, EngineUnavailable
from parlour.interpreter.simulation.identity import UnusableRecords
from parlour.interpreter.simulation.records import Keeping, Records
from parlour.interpreter.simulation.rows import ENDS, rows_of
from parlour.interpreter.simulation.summary import Summary
from parlour.interpreter.simulation.workers import Players, WorkerLost

GAMES = 10_000
PARQUET = ".parquet"
AT_MOST = 1_000_000  # with --until-ci


class Wish(Struct, frozen=True):
    """What is asked of every simulation of one call."""

    games: int
    seed: int
    seats: tuple[str, ...]
    max_turns: int | None
    jobs: int
    until: float | None
    engine: str | None
    out: Path | None
    resume: bool
    cluster: str | None


class Stopped(click.ClickException):
    """A simulation that a rule stopped; what was played before is printed."""

    exit_code = PROBLEMS_FOUND


def _seats(ctx: click.Context, parameter: click.Parameter, text: str | None) -> tuple[str, ...]:
    return tuple(seat.strip() for seat in text.split(",")) if text is not None else ()


def _out(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    ends = (*ENDS, PARQUET)
    if path is not None and path.suffix not in ends:
        raise click.BadParameter(
            f"'{path}' has to end in {', '.join(ends[:-1])} or {ends[-1]}: it says how to write it"
        )
    return path


@click.command()
@game_argument
@click.option(
    "-n", "games", type=click.IntRange(1, MOST_GAMES), metavar="N", help=f"How many games (default: {GAMES:,})."
)
@click.option("--seed", type=SEED, default=1, show_default=True, metavar="S", help="The same seed, the same games.")
@players_option
@click.option(
    "--seats",
    callback=_seats,
    metavar="BOT,…",
    shell_complete=complete_seats("bot:random", "bot:greedy"),
    help="bot:random, bot:greedy, bot:POLICY or bot:FILE: one for all, or one a seat.",
)
@option_option
@click.option("--max-turns", type=click.IntRange(1), metavar="T", help="Stop games that are longer.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="J",
    help="How many play at once (default: one a processor); changes no result.",
)
@click.option(
    "--until-ci",
    "until",
    type=Width(),
    metavar="W",
    help=f"Stop when no share's 95 % interval is wider than W, at -n games at most (default then: {AT_MOST:,}).",
)
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    metavar="K=A,B,…",
    shell_complete=complete_sweep,
    help="Try values: a,b,c or 10..40:10 or all.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_out,
    metavar="FILE",
    help=".jsonl, .csv or .parquet: a row a game.",
)
@click.option("--resume", is_flag=True, help="Go on with the games of --out.")
@click.option(
    "--cluster",
    callback=cluster_address,
    metavar="URL|local",
    help="Play on a Dask cluster: the address of its scheduler, or local for one of --jobs processes here.",
)
@click.option("--engine", type=click.Choice(list(ENGINES)), help="What plays the games (default: the faster).")
@click.option(
    "--explain", is_flag=True, help="Say what machine code makes of each part, and how long it takes; no games."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(
    game: str,
    games: int | None,
    players: int | None,
    options: Mapping[str, str],
    jobs: int | None,
    until: float | None,
    sweeps: tuple[str, ...],
    explain: bool,
    as_json: bool,
    **rest: Any,
) -> int:
    """Play many games and say how they end."""
    if explain:
        others = sweeps or until or rest["out"] or rest["resume"] or rest["cluster"]
        if others or rest["engine"] == MACHINE:
            raise click.UsageError("--explain plays no games: it goes with GAME, its options and seats, and --json.")
        seats: tuple[str, ...] = rest["seats"]
        explaining = import_module("parlour.commands.explaining")  # what makes machine code is loaded for this alone
        code: int = explaining.explain_native(game, players_of(players, seats), options, seats, rest["seed"], as_json)
        return code
    wish = Wish(games or (GAMES if until is None else AT_MOST), jobs=jobs or processors(), until=until, **rest)
    if wish.resume and wish.out is None:
        raise click.UsageError("--resume goes on with a file: name it with --out.")
    if wish.out is not None and sweeps:
        raise click.UsageError("--out takes the games of one simulation: it does not go with --sweep.")
    if wish.out is not None and wish.out.suffix == PARQUET and find_spec("pyarrow") is None:
        raise CouldNotRun(
            f"{PARQUET} needs pyarrow", "install it with: pip install 'parlour[parquet]', or write a .csv"
        )
    if jobs and wish.cluster not in (None, LOCAL):
        raise click.UsageError("--jobs is for processes of this computer: a cluster has its own workers.")
    ruleset = ruleset_of(game)
    players = players_of(players, wish.seats)
    values = swept(sweeps, options_at(ruleset, players) if sweeps else (), options)
    prepared = [_prepared(ruleset, wish, players, {**options, **own}) for own in combinations(values)]
    with opened(wish.cluster, wish.jobs) as cluster:
        played, fault = _all(wish, prepared, cluster)
    tried = {name: list(dict.fromkeys(made.setting.options[name] for _, made in prepared)) for name in values}
    _print(played, tried, as_json)
    if isinstance(fault, click.ClickException):
        raise fault
    return INTERRUPTED if fault else FINE


def players_of(players: int | None, seats: Sequence[str]) -> int | None:
    """How many play: as many as there are seats, where nobody says."""
    return len(seats) if players is None and len(seats) > 1 else players


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _prepared(ruleset: Ruleset, wish: Wish, players: int | None, options: Mapping[str, str]) -> tuple[Game, Simulating]:
    game = game_of(ruleset, players, options)
    try:
        listed = wish.out is not None
        return game, simulating(game, wish.games, wish.seed, wish.seats, wish.max_turns, wish.engine, listed)
    except EngineUnavailable as fault:
        raise CouldNotRun(str(fault), f"--engine {MACHINE} plays the same games") from None
    except ValueError as fault:
        raise click.BadParameter(str(fault), param_hint="'--seats'") from None


def _all(
    wish: Wish, prepared: Sequence[tuple[Game, Simulating]], cluster: Cluster | None
) -> tuple[list[Summary], BaseException | None]:
    """The summaries of all that was played, and what ended it early."""
    played: list[Summary] = []
    for game, made in prepared:
        try:
            _play(wish, made, cluster.players(game, made) if cluster else None)
        except KeyboardInterrupt as fault:
            return [*played, made.summary()], fault
        except (Stopped, CouldNotRun) as fault:
            return [*played, made.summary()] if made.simulation.tally.games else played, fault
        played.append(made.summary())
    return played, None


def _play(wish: Wish, made: Simulating, players: Players | None) -> None:
    simulation = made.simulation
    try:
        with _records(wish, made) or nullcontext() as records, Progress(wish.games, wish.until is not None) as progress:
            if records:
                simulation.tally = records.resume() if wish.resume else records.begin()
            keep = records.keep if records else lambda results: None
            simulation.run(wish.games, wish.jobs, wish.until, keep, progress, players)
    except GameFault as fault:
        message = f"game {fault.number} of seed {wish.seed} failed at {fault.place}: {fault.message}"
        raise Stopped(message) from None
    except (UnusableRecords, WorkerLost, ClusterFault) as fault:
        raise CouldNotRun(str(fault)) from None


def _records(wish: Wish, made: Simulating) -> Keeping | None:
    if wish.out is None:
        return None
    setting = made.setting
    identity = {
        "game": setting.game,
        "ruleset_sha256": setting.ruleset_sha256,
        "options": dict(setting.options),
        "players": setting.players,
        "seats": list(setting.seats),
        "seed": setting.seed,
        "max_turns": wish.max_turns,
    }
    if wish.out.suffix == PARQUET:
        records: Keeping = import_module("parlour.interpreter.simulation.parquet").ParquetRecords(
            wish.out, setting, identity
        )
        return records
    return Records(wish.out, rows_of(wish.out.suffix, setting), identity)


def _print(played: Sequence[Summary], tried: Mapping[str, Sequence[Any]], as_json: bool) -> None:
    if not played:
        return
    if as_json:
        whole: list[Any] = [summary.to_json() for summary in played]
        click.echo(json.dumps({"sweep": tried, "runs": whole} if tried else whole[0], ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(sweep_table(list(tried), played) if tried else report(played[0])))
