"""`parlour rules GAME`: the rule book, in the ruleset's language, on stdout or in a file."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import click

from parlour.commands.files import FILE_OR_DASH, STDOUT, handling
from parlour.commands.opening import game_of, option_option, players_option, ruleset_argument, ruleset_of
from parlour.commands.outcome import FINE
from parlour.interpreter.checked import compiled
from parlour.interpreter.face import Game
from parlour.interpreter.pictures.drawing import drawn
from parlour.interpreter.pictures.scene import NoBoard, scene_of
from parlour.interpreter.rulebook.blocks import Book
from parlour.interpreter.rulebook.book import BookMaker
from parlour.interpreter.rulebook.html import html
from parlour.interpreter.rulebook.markdown import markdown

FORMATS = {"md": markdown, "html": html}
ENDS = {".md": "md", ".markdown": "md", ".txt": "md", ".html": "html", ".htm": "html", "": "md"}


@click.command()
@ruleset_argument
@click.option(
    "--format", "kind", type=click.Choice(list(FORMATS)), help="How it is written (default: as FILE ends, or md)."
)
@click.option(
    "-o",
    "out",
    type=FILE_OR_DASH,
    metavar="FILE",
    help="Where (default, and -: stdout).",
)
@players_option
@option_option
def command(game: str, kind: str | None, out: Path | None, players: int | None, options: dict[str, str]) -> int:
    """Write the rule book, in the ruleset's language."""
    write = FORMATS[kind or _kind(out)]
    ruleset = ruleset_of(game)
    text = write(_book(game_of(ruleset, players, options)))
    if out is None or out == STDOUT:
        click.echo(text, nl=False)
        return FINE
    with handling(out):
        out.write_text(text, encoding="utf-8")
    click.echo(f"{out}", err=True)
    return FINE


def _kind(out: Path | None) -> str:
    """How it is written where nobody says; a fault of usage where the name of the file means something else."""
    end = out.suffix.lower() if out else ""
    if end not in ENDS:
        known = ", ".join(filter(None, ENDS))
        raise click.BadParameter(
            f"'{out}' does not end in one of {known}: name another, or say --format", param_hint="'-o'"
        )
    return ENDS[end]


def _book(game: Game) -> Book:
    ruleset = game.ruleset
    _, settled = compiled(ruleset.checked, game.players, game.options)
    maker = BookMaker(ruleset.checked, settled, ruleset.options(game.players), ruleset.players, game.program.squares)
    return maker.book(version("parlour"), _picture(game))


def _picture(game: Game) -> str:
    """The board as SVG; empty without one."""
    try:
        return drawn(scene_of(game.ruleset.checked, game.program))
    except NoBoard:
        return ""
