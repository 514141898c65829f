"""`parlour board GAME`: a picture of the board, on stdout or in a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from parlour.commands.languages import language_option
from parlour.commands.opening import game_argument, game_of, option_option, players_option, ruleset_of
from parlour.commands.outcome import FINE, PROBLEMS_FOUND, CouldNotRun
from parlour.commands.progress import Progress
from parlour.commands.state_progress import StateProgress
from parlour.interpreter.face import CannotSit, Game
from parlour.interpreter.installing import install
from parlour.interpreter.landing import GAMES, STATES, Landings, landings
from parlour.interpreter.pictures.drawing import Heat, drawn
from parlour.interpreter.pictures.png import NoPng, is_there, png
from parlour.interpreter.pictures.scene import NoBoard, Scene, scene_of
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.simulation.engine import GameFault

SVG, PNG = ".svg", ".png"
STDOUT = Path("-")


class Stopped(click.ClickException):
    """A rule failed while games were played for the colours."""

    exit_code = PROBLEMS_FOUND


def _out(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    if path == STDOUT:
        return None
    if path is not None and path.suffix.lower() not in (SVG, PNG):
        raise click.BadParameter(f"'{path}' has to end in {SVG} or {PNG}, which says how to draw it")
    return path


def _seats(ctx: click.Context, parameter: click.Parameter, text: str | None) -> tuple[str, ...]:
    return tuple(seat.strip() for seat in text.split(",")) if text is not None else ()


@click.command()
@game_argument
@click.option(
    "-o",
    "out",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    callback=_out,
    metavar="FILE",
    help="Where to draw it: .svg or .png (default, and -: SVG on stdout).",
)
@click.option("--heat", is_flag=True, help="Colour the squares by how often they are landed on.")
@players_option
@option_option
@click.option("--seats", callback=_seats, metavar="BOT,…", help="Who plays, with --heat: bot:random or bot:POLICY.")
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
    settled = game_of(ruleset, players, options)
    scene = _scene(settled, language)
    if out is not None and out.suffix.lower() == PNG and not is_there():
        raise CouldNotRun("PNG needs resvg-py", f"install it with: {install('png')}, or write an .svg")
    picture = drawn(scene, _heat(settled, seats) if heat else None)
    if out is None:
        click.echo(picture, nl=False)
    else:
        _write(picture, out)
    return FINE


def _scene(game: Game, language: str) -> Scene:
    try:
        return scene_of(game.ruleset.checked, game.program, language)
    except NoBoard as none:
        raise CouldNotRun(str(none), "only games with a `board` have a picture") from None


def _heat(game: Game, seats: tuple[str, ...]) -> Heat:
    try:
        with StateProgress(STATES, "counting landings exactly") as states, Progress(GAMES, what="") as progress:
            found = landings(game, seats, progress=progress, exploring=states, solving=states.solving)
    except CannotSit as fault:
        raise click.BadParameter(str(fault), param_hint="'--seats'") from None
    except GameFault as failed:
        raise Stopped(f"{failed.place}: {failed.message}") from None
    except Fault as fault:
        raise Stopped(f"{fault.place}: {fault.message}") from None
    click.echo(_how(found), err=True)
    return Heat(found.by_square, found.games)


def _how(found: Landings) -> str:
    if found.games is None:
        return "landings: exact"
    return f"landings: from {found.games:,} simulated games, as exact ones are out of reach: {found.why}"


def _write(picture: str, out: Path) -> None:
    try:
        if out.suffix.lower() == PNG:
            out.write_bytes(png(picture))
        else:
            out.write_text(picture, encoding="utf-8")
    except NoPng as missing:
        raise CouldNotRun(str(missing)) from None
    except OSError as fault:
        raise CouldNotRun(f"{out}: {fault.strerror or fault}") from None
    click.echo(f"{out}", err=True)
