"""`parlour simulate GAME`: many games, and how they end, on stdout."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from hashlib import sha256
from importlib import import_module
from typing import Any

import click

from parlour.commands.clustering import Cluster, opened
from parlour.commands.opening import (
    game_argument,
    game_of,
    option_option,
    options_at,
    playable,
    players_option,
    replaying,
    seating,
)
from parlour.commands.outcome import FINE, INTERRUPTED, PROBLEMS_FOUND, CouldNotRun
from parlour.commands.parameters import players_of
from parlour.commands.progress import Progress
from parlour.commands.simulation_options import (
    PARQUET,
    Wish,
    refuse_contradictions,
    refuse_games,
    simulation_options,
)
from parlour.commands.simulation_report import report, sweep_table
from parlour.commands.sweeping import combinations, swept, told_of
from parlour.commands.waiting import Waiting
from parlour.interpreter.bots import is_text
from parlour.interpreter.face import Game, Ruleset
from parlour.interpreter.simulating import Simulating, simulating
from parlour.interpreter.simulation.cluster.faults import ClusterFault
from parlour.interpreter.simulation.engine import GameFault
from parlour.interpreter.simulation.engines import MACHINE, EngineUnavailable, why_machine
from parlour.interpreter.simulation.identity import UnusableRecords
from parlour.interpreter.simulation.records import Keeping, Records
from parlour.interpreter.simulation.rows import rows_of
from parlour.interpreter.simulation.simulation import widest
from parlour.interpreter.simulation.summary import Summary
from parlour.interpreter.simulation.workers import Players, WorkerLost
from parlour.interpreter.table.squares import Squares


class Stopped(click.ClickException):
    """A simulation that a rule stopped; what was played before is printed."""

    exit_code = PROBLEMS_FOUND


@click.command()
@game_argument
@players_option
@option_option
@simulation_options
def command(
    game: str,
    players: int | None,
    options: Mapping[str, str],
    sweeps: tuple[str, ...],
    explain: bool,
    as_json: bool,
    **rest: Any,
) -> int:
    """Play many games and say how they end."""
    wish = Wish(reference=game, **rest)
    players = players_of(players, wish.seats)
    if explain:
        refuse_games(wish, sweeps)
        explaining = import_module("parlour.commands.explaining")  # what makes machine code is loaded for this alone
        code: int = explaining.explain_native(game, players, options, wish.seats, wish.seed, as_json)
        return code
    refuse_contradictions(wish, sweeps, as_json)
    ruleset = playable(game)
    values = swept(sweeps, options_at(ruleset, players) if sweeps else (), options)
    with Waiting("settling the rules"):
        prepared = [_prepared(ruleset, wish, players, {**options, **own}) for own in combinations(values)]
    _tell_of_machine(wish, prepared[0][1])
    with opened(wish.cluster, wish.processes) as cluster, Waiting("playing the first games" if values else "") as sweep:
        played, fault = _all(wish, prepared, cluster, sweep, told_of(values))
    tried = {name: list(dict.fromkeys(made.setting.options[name] for _, made in prepared)) for name in values}
    _print(ruleset, played, tried, as_json)
    if wish.plot and played:  # pictures are loaded for this alone
        import_module("parlour.commands.plotting").plot(ruleset, played, tried, wish.plot, wish.language)
    if isinstance(fault, click.ClickException):
        raise fault
    if fault:
        return INTERRUPTED
    return PROBLEMS_FOUND if any(_is_wide(wish, made) for _, made in prepared) else FINE


def _prepared(ruleset: Ruleset, wish: Wish, players: int | None, options: Mapping[str, str]) -> tuple[Game, Simulating]:
    game = game_of(ruleset, players, options)
    if wish.visits and not game.program.squares:
        raise CouldNotRun(f"'{ruleset.id}' has no squares to land on", "--visits is for games with a board")
    try:
        listed = wish.out is not None
        limits = wish.max_turns, wish.engine
        with seating():
            return game, simulating(game, wish.most, wish.seed, wish.seats, *limits, listed, wish.visits)
    except EngineUnavailable as fault:
        raise CouldNotRun(str(fault), f"--engine {MACHINE} plays the same games") from None


def _tell_of_machine(wish: Wish, made: Simulating) -> None:
    """Whoever asks for no engine is told why the slower one plays."""
    reason = why_machine(wish.most, made.simulation.work.policies) if wish.engine is None else None
    if reason:
        click.echo(f"no machine code: {reason}; the machine plays the same games, slower", err=True)


def _all(
    wish: Wish,
    prepared: Sequence[tuple[Game, Simulating]],
    cluster: Cluster | None,
    sweep: Waiting,
    told: Sequence[str],
) -> tuple[list[Summary], BaseException | None]:
    """The summaries of all that was played, and what ended it early."""
    played: list[Summary] = []
    for (game, made), what in zip(prepared, told, strict=True):
        if what and sweep.due() is not None:
            sweep.say(f"{what}playing …")
        try:
            _play(wish, game, made, cluster.players(game, made) if cluster else None, what)
        except KeyboardInterrupt as fault:
            return [*played, made.summary()], fault
        except (Stopped, CouldNotRun) as fault:
            return [*played, made.summary()] if made.simulation.tally.games else played, fault
        played.append(made.summary())
    return played, None


def _play(wish: Wish, game: Game, made: Simulating, players: Players | None, told: str) -> None:
    simulation = made.simulation
    try:
        progress = Progress(wish.most, wish.until is not None, f"{told}playing the first games")
        with _records(wish, made) or nullcontext() as records, progress:
            if records:
                simulation.tally = records.resume() if wish.resume else records.begin()
            keep = records.keep if records else lambda results: None
            simulation.run(wish.most, wish.processes, wish.until, keep, progress, players)
    except GameFault as fault:
        message = f"game {fault.number} of seed {wish.seed} failed at {fault.place}: {fault.message}"
        told_by = replaying(wish.reference, game, made.setting.seats, wish.seed, fault.number)
        raise Stopped(f"{message}\nto see it: {told_by}") from None
    except (UnusableRecords, WorkerLost, ClusterFault) as fault:
        raise CouldNotRun(str(fault)) from None
    if _is_wide(wish, made):
        wide = f"an interval is {widest(simulation.tally):.2g} wide still, not {wish.until:g}: -n N plays more"
        click.echo(f"{told}after {simulation.tally.games:,} games {wide}", err=True)


def _is_wide(wish: Wish, made: Simulating) -> bool:
    """Whether a bar that was asked for is not met."""
    return wish.until is not None and widest(made.simulation.tally) > wish.until


def _records(wish: Wish, made: Simulating) -> Keeping | None:
    if wish.out is None:
        return None
    setting = made.setting
    identity: dict[str, Any] = {**setting.to_json(), "seed": setting.seed, "max_turns": wish.max_turns}
    saved = {
        seat: _hash(text)
        for seat, text in zip(setting.seats, made.simulation.work.policies, strict=True)
        if is_text(text)
    }
    if saved:  # a file may hold another policy when one goes on
        identity["policies"] = saved
    if wish.form == PARQUET:
        records: Keeping = import_module("parlour.interpreter.simulation.parquet").ParquetRecords(
            wish.out, setting, identity
        )
        return records
    return Records(wish.out, rows_of(wish.form, setting), identity)


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _print(ruleset: Ruleset, played: Sequence[Summary], tried: Mapping[str, Sequence[Any]], as_json: bool) -> None:
    if not played:
        return
    if as_json:
        whole: list[Any] = [summary.to_json() for summary in played]
        click.echo(json.dumps({"sweep": tried, "runs": whole} if tried else whole[0], ensure_ascii=False, indent=2))
    else:
        click.echo(
            "\n".join(sweep_table(list(tried), played) if tried else report(played[0], Squares(ruleset.checked)))
        )
