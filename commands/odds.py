"""`parlour odds GAME`: exact results, on stdout; what cannot be said exactly, on stderr, with the reason."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from parlour.commands.answering import answered
from parlour.commands.files import FILE, handling, writable
from parlour.commands.odds_report import is_lacking, refused, refused_of_sweep, report, sweep_table
from parlour.commands.opening import (
    game_argument,
    game_of,
    option_option,
    options_at,
    playable,
    players_option,
)
from parlour.commands.outcome import FINE, PROBLEMS_FOUND
from parlour.commands.parameters import Whole, json_option, players_of, seats_option, sweep_option
from parlour.commands.sweeping import combinations, swept, told_of
from parlour.interpreter.certainty import AIMS, Odds, Unanswered
from parlour.interpreter.narrowing import narrowing
from parlour.interpreter.runtime.policies import saved_policy


@click.command()
@game_argument
@players_option
@option_option
@seats_option(
    "best, bot:random or bot:POLICY: one for all, or one a seat (default: bot:random).",
    "best",
    "bot:random",
    metavar="WHO,…",
)
@click.option("--aim", type=click.Choice(AIMS), help="What best plays for (default: what the ruleset says).")
@click.option(
    "--max-states",
    type=Whole(1),
    metavar="N",
    help="Give up beyond so many states (default: as many as fit in 8 GB).",
)
@click.option("--exact", is_flag=True, help="Fractions beside the numbers.")
@click.option("--visits", is_flag=True, help="How often each square is landed on.")
@sweep_option
@click.option(
    "--save-policy", type=FILE, metavar="FILE", help="Write down what best play does in each situation (JSON)."
)
@json_option
def command(
    game: str,
    players: int | None,
    options: Mapping[str, str],
    seats: tuple[str, ...],
    sweeps: tuple[str, ...],
    save_policy: Path | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Work out exactly how a game ends."""
    ruleset = playable(game)
    players = players_of(players, seats)
    if save_policy is not None and ("best" not in seats or sweeps):
        raise click.UsageError("--save-policy writes down one best play: give --seats best, and no --sweep.")
    if save_policy is not None:
        writable(save_policy)
    if sweeps and not as_json and (asked["exact"] or asked["visits"]):
        raise click.UsageError("--sweep makes one table, without fractions and landings: for those add --json.")
    values = swept(sweeps, options_at(ruleset, players) if sweeps else (), options)
    games = [game_of(ruleset, players, {**options, **own}) for own in combinations(values)]
    found = [answered(one, seats, told, **asked) for one, told in zip(games, told_of(values), strict=True)]
    _print(found, {name: list(dict.fromkeys(one.options[name] for one in games)) for name in values}, as_json)
    if save_policy is not None and isinstance(found[0], Odds):
        _save(found[0], save_policy)
    if values:
        why = list(refused_of_sweep(game, found, values))
    else:
        why = list(refused(game, found[0], () if as_json else narrowing(found[0])))
    if why:
        click.echo("\n".join(why), err=True)
    return PROBLEMS_FOUND if any(is_lacking(one) for one in found) else FINE


def _print(found: Sequence[Odds | Unanswered], values: Mapping[str, Sequence[Any]], as_json: bool) -> None:
    if as_json:
        whole = [one.to_json() for one in found]
        data: Any = {"sweep": values, "runs": whole} if values else whole[0]
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    elif values:
        click.echo("\n".join(sweep_table(list(values), found)))
    elif isinstance(found[0], Odds):
        click.echo("\n".join(report(found[0])))


def _save(found: Odds, path: Path) -> None:
    assert found.policy is not None
    data = {"seats": list(found.seats), **saved_policy(found.policy, found.game.program)}
    with handling(path):
        path.write_text(json.dumps(data) + "\n", encoding="utf-8")
    click.echo(f"{path}: best play in {found.policy.situations:,} situations", err=True)
