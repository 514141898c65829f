"""`parlour board GAME`: a picture of the board, on stdout or in a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from parlour.commands.files import FILE_OR_DASH, PNG, SVG, drawable, ending, writable, write_picture
from parlour.commands.languages import language_option
from parlour.commands.opening import game_of, option_option, players_option, ruleset_argument, ruleset_of, seating
from parlour.commands.outcome import FINE, PROBLEMS_FOUND, CouldNotRun
from parlour.commands.parameters import players_of, seats_option
from parlour.commands.progress import Progress
from parlour.commands.state_progress import StateProgress
from parlour.interpreter.face import Game
from parlour.interpreter.landing import GAMES, STATES, Landings, landings
from parlour.interpreter.pictures.drawing import Heat, drawn
from parlour.interpreter.pictures.scene import NoBoard, Scene, scene_of
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.simulation.engine import GameFault


class Stopped(click.ClickException):
    """A rule failed while games were played for the colours."""

    exit_code = PROBLEMS_FOUND


@click.command()
@ruleset_argument
@click.option(
    "-o",
    "out",
    type=FILE_OR_DASH,
    callback=ending((SVG, PNG)),
    metavar="FILE",
    help="Where to draw it: .svg or .png (default, and -: SVG on stdout).",
)
@click.option("--heat", is_flag=True, help="Colour the squares by how often they are landed on.")
@players_option
@option_option
@seats_option("Who plays, with --heat: bot:random or bot:POLICY.", "bot:random")
@language_option("The language (default: that of the ruleset).")
def command(
    game: str,
    out: Path | None,
    heat: bool,
    players: int | None,
    options: Mapping[str, str],
    seats: tuple[str, ...],
    language: str,
) -> int:
    """Draw the board of a game, localized."""
    ruleset = ruleset_of(game)
    settled = game_of(ruleset, players_of(players, seats), options)
    scene = _scene(settled, language)
    if out is not None:
        drawable(out)
        writable(out)
    picture = drawn(scene, _heat(settled, seats) if heat else None)
    if out is None:
        click.echo(picture, nl=False)
    else:
        write_picture(out, picture)
    return FINE


def _scene(game: Game, language: str) -> Scene:
    try:
        return scene_of(game.ruleset.checked, game.program, language)
    except NoBoard as none:
        raise CouldNotRun(str(none), "only games with a `board` have a picture") from None


def _heat(game: Game, seats: tuple[str, ...]) -> Heat:
    try:
        with (
            seating(),
            StateProgress(STATES, "counting landings exactly") as states,
            Progress(GAMES, what="") as progress,
        ):
            found = landings(game, seats, progress=progress, exploring=states, solving=states.solving)
    except GameFault as failed:
        raise Stopped(f"{failed.place}: {failed.message}") from None
    except Fault as fault:
        raise Stopped(f"{fault.place}: {fault.message}") from None
    click.echo(_how(found), err=True)
    return Heat({square: mean for square, mean in found.by_square.items() if square}, found.games)  # 0 is not drawn


def _how(found: Landings) -> str:
    if found.games is None:
        return "landings: exact"
    return f"landings: from {found.games:,} simulated games, as exact ones are out of reach: {found.why}"
