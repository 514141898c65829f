"""The parameters that several commands share: a game, how many play, its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from pathlib import Path
from typing import Any, TypeVar

import click

from parlour.commands.completion import complete_game, complete_option
from parlour.commands.outcome import CouldNotRun

F = TypeVar("F", bound=Callable[..., Any])


class Width(click.FloatRange):
    """The width of an interval of a share: above 0, at most 1, and a number (`nan` is in every range)."""

    def __init__(self) -> None:
        super().__init__(0, 1, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        width: float = super().convert(value, param, ctx)
        if isnan(width):
            self.fail(f"{value} is not in the range 0<x<=1.", param, ctx)
        return width


def writable(file: Path) -> None:
    """CouldNotRun where a file's folder is not there: told before the work, and not when it would be lost."""
    if not file.parent.is_dir():
        raise CouldNotRun(f"{file}: there is no folder '{file.parent}' to write it in")


SEED = click.IntRange(0, 2**64 - 1)
MOST_GAMES = 10**12  # more than any machine plays, and a number of a game stays one of 64 bits


def game_argument(function: F) -> F:
    """The argument GAME: an id of the library or a path."""
    return click.argument("game", metavar="GAME", shell_complete=complete_game)(function)


def players_option(function: F) -> F:
    """`--players N`: how many sit down."""
    option = click.option("--players", type=click.IntRange(1), metavar="N", help="How many play (default: the fewest).")
    return option(function)


def option_option(function: F) -> F:
    """`--option k=v`, as often as wanted: a map."""
    option = click.option(
        "--option",
        "options",
        multiple=True,
        metavar="K=V",
        callback=_options,
        shell_complete=complete_option,
        help="An option of the game. Repeatable.",
    )
    return option(function)


def _options(ctx: click.Context, parameter: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"'{text}' is no option with its value: write NAME=VALUE")
        if name in options:
            raise click.BadParameter(f"'{name}' is given twice")
        options[name] = value
    return options
