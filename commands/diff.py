"""`parlour diff A B`: what differs between two rulesets by meaning, and on request how their results differ."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click

from parlour.commands.completion import complete_game
from parlour.commands.diff_report import differences, results, to_json
from parlour.commands.opening import game_of, option_option, players_option, ruleset_of, seating
from parlour.commands.outcome import FINE
from parlour.commands.parameters import SEED, json_option, players_of, seats_option
from parlour.commands.progress import Progress
from parlour.commands.state_progress import StateProgress
from parlour.interpreter.certainty import odds
from parlour.interpreter.comparing import compared
from parlour.interpreter.face import Game
from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.simulating import simulate
from parlour.interpreter.simulation.engine import GameFault

Results = Mapping[str, Any] | None  # as `--json` prints them; None where there are none


@click.command()
@click.argument("one", metavar="A", shell_complete=complete_game)
@click.argument("other", metavar="B", shell_complete=complete_game)
@click.option("--odds", "exact", is_flag=True, help="And how the exact results differ.")
@click.option("-n", "games", type=click.IntRange(1), metavar="N", help="And how the results of N games each differ.")
@click.option("--seed", type=SEED, default=1, show_default=True, metavar="S", help="With -n.")
@players_option
@option_option
@seats_option("bot:random or bot:POLICY: one for all, or one a seat.", "bot:random")
@click.option(
    "--texts", is_flag=True, help="List what does not change how it is played, too, and do not only count it."
)
@json_option
def command(
    one: str,
    other: str,
    exact: bool,
    games: int | None,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    seats: tuple[str, ...],
    texts: bool,
    as_json: bool,
) -> int:
    """Say what differs between two rulesets."""
    if exact and games is not None:
        raise click.UsageError("--odds works results out, -n plays for them: give one of the two.")
    players = players_of(players, seats)
    rulesets = [ruleset_of(one), ruleset_of(other)]
    found = compared(rulesets[0].checked.loaded.tree, rulesets[1].checked.loaded.tree)
    both: list[Results] = []
    if exact or games is not None:
        sitting = [game_of(ruleset, players, options) for ruleset in rulesets]
        both = [_exact(game, seats) if games is None else _played(game, games, seed, seats) for game in sitting]
    ids = [ruleset.id for ruleset in rulesets]
    if ids[0] == ids[1]:
        ids = [one, other]
    if as_json:
        data: dict[str, Any] = {"a": ids[0], "b": ids[1], "differences": [to_json(d) for d in found]}
        click.echo(json.dumps({**data, **({"results": both} if both else {})}, ensure_ascii=False, indent=2))
        return FINE
    lines = [*differences(ids, found, texts), *(results(ids, both) if both else ())]
    click.echo("\n".join(lines))
    return FINE


def _exact(game: Game, seats: Sequence[str]) -> Results:
    """None where nothing can be said; why is told on stderr."""
    try:
        with seating(), StateProgress(what=f"{game.ruleset.id}: working out exact odds") as progress:
            found = odds(game, seats, progress=progress, solving=progress.solving)
    except OutOfReach as reach:
        click.echo(f"{game.ruleset.id}: no exact odds: {reach.refusal.why}", err=True)
        return None
    except Fault as fault:
        click.echo(f"{game.ruleset.id}: a rule cannot be carried out: {fault.place}: {fault.message}", err=True)
        return None
    for refusal in found.solution.refusals:
        click.echo(f"{game.ruleset.id}: no exact {refusal.asked}: {refusal.why}", err=True)
    return found.to_json()


def _played(game: Game, games: int, seed: int, seats: Sequence[str]) -> Results:
    try:
        with seating(), Progress(games, what=f"{game.ruleset.id}: playing the first games") as progress:
            return simulate(game, games, seed, seats, progress=progress).to_json()
    except GameFault as failed:
        click.echo(f"{game.ruleset.id}: game {failed.number} failed at {failed.place}: {failed.message}", err=True)
        return None
