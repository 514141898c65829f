"""`parlour diff A B`: what differs between two rulesets by meaning, and on request how their results differ."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click
from msgspec import Struct

from parlour.commands.answering import answered
from parlour.commands.diff_report import differences, results, to_json
from parlour.commands.odds_report import is_lacking, refused
from parlour.commands.opening import game_of, option_option, playable, players_option, ruleset_of, seating
from parlour.commands.outcome import FINE, PROBLEMS_FOUND
from parlour.commands.parameters import SEED, Whole, completed_by, json_option, players_of, seats_option
from parlour.commands.progress import Progress
from parlour.interpreter.comparing import compared
from parlour.interpreter.face import Game
from parlour.interpreter.narrowing import narrowing
from parlour.interpreter.simulating import simulate
from parlour.interpreter.simulation.engine import GameFault

Results = Mapping[str, Any] | None  # as `--json` prints them; None where there are none


class Ran(Struct, frozen=True):
    """Results of the one and the other, where they were asked for; what is missing and why; the exit code."""

    both: Sequence[Results]
    why: Sequence[str]
    code: int


@click.command()
@click.argument("one", metavar="A", shell_complete=completed_by("complete_game"))
@click.argument("other", metavar="B", shell_complete=completed_by("complete_game"))
@click.option("--odds", "exact", is_flag=True, help="And how the exact results differ.")
@click.option("-n", "games", type=Whole(1), metavar="N", help="And how the results of N games each differ.")
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
    opens = playable if exact or games is not None else ruleset_of
    rulesets = [opens(one), opens(other)]
    found = compared(rulesets[0].checked.loaded.tree, rulesets[1].checked.loaded.tree)
    ids = [ruleset.id for ruleset in rulesets]
    if ids[0] == ids[1]:
        ids = [one, other]
    ran = Ran((), (), FINE)
    if exact or games is not None:
        sitting = [(name, game_of(ruleset, players, options)) for name, ruleset in zip(ids, rulesets, strict=True)]
        ran = _exact(sitting, (one, other), seats, as_json) if games is None else _played(sitting, games, seed, seats)
    if as_json:
        data: dict[str, Any] = {"a": ids[0], "b": ids[1], "differences": [to_json(d) for d in found]}
        click.echo(json.dumps({**data, **({"results": ran.both} if ran.both else {})}, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join([*differences(ids, found, texts), *(results(ids, ran.both) if ran.both else ())]))
    if ran.why:
        click.echo("\n".join(ran.why), err=True)
    return ran.code


def _exact(sitting: Sequence[tuple[str, Game]], references: Sequence[str], seats: Sequence[str], as_json: bool) -> Ran:
    """`sitting`: the games with their names in the table; `references`: how they were named."""
    found = [answered(game, seats, f"{name}: ") for name, game in sitting]
    why = [
        line
        for (name, _), reference, odds in zip(sitting, references, found, strict=True)
        for line in refused(reference, odds, () if as_json else narrowing(odds), f"{name}: ", spreads=False)
    ]
    code = PROBLEMS_FOUND if any(is_lacking(odds) for odds in found) else FINE
    return Ran([odds.to_json() for odds in found], why, code)


def _played(sitting: Sequence[tuple[str, Game]], games: int, seed: int, seats: Sequence[str]) -> Ran:
    both: list[Results] = []
    why = []
    for name, game in sitting:
        try:
            with seating(), Progress(games, what=f"{name}: playing the first games") as progress:
                both.append(simulate(game, games, seed, seats, progress=progress).to_json())
        except GameFault as failed:
            both.append(None)
            why.append(f"{name}: game {failed.number} failed at {failed.place}: {failed.message}")
    return Ran(both, why, PROBLEMS_FOUND if why else FINE)
