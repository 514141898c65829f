"""The parameters that several commands share: a game, how many play, its options, who sits at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from math import isnan
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])
Completion = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


class Whole(click.IntRange):
    """A whole number; what is none is told as such, and not as no "integer range"."""

    name = "whole number"


class Width(click.FloatRange):
    """The width of an interval of a share: above 0, at most 1, and a number (`nan` is in every range)."""

    name = "number"

    def __init__(self) -> None:
        super().__init__(0, 1, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        width: float = super().convert(value, param, ctx)
        if isnan(width):
            self.fail(f"{value} is not in the range 0<x<=1.", param, ctx)
        return width


def completed_by(name: str, *known: str) -> Completion:
    """A function of `completion.py`, which comes with all that reads rulesets: a key pressed in a shell alone needs it."""

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        function = getattr(import_module("parlour.commands.completion"), name)
        found: list[CompletionItem] = function(ctx, incomplete, *known)
        return found

    return complete


SEED = Whole(0, 2**64 - 1)
MOST_GAMES = 10**12  # more than any machine plays, and a number of a game stays one of 64 bits


def game_argument(function: F) -> F:
    """The argument GAME: an id of the library or a path."""
    return click.argument("game", metavar="GAME", shell_complete=completed_by("complete_playable"))(function)


def ruleset_argument(function: F) -> F:
    """As `game_argument`, where a base of other games will do as well."""
    return click.argument("game", metavar="GAME", shell_complete=completed_by("complete_game"))(function)


def players_option(function: F) -> F:
    """`--players N`: how many sit down."""
    option = click.option("--players", type=Whole(1), metavar="N", help="How many play (default: the fewest).")
    return option(function)


def option_option(function: F) -> F:
    """`--option k=v`, as often as wanted: a map."""
    option = click.option(
        "--option",
        "options",
        multiple=True,
        metavar="K=V",
        callback=_options,
        shell_complete=completed_by("complete_option"),
        help="An option of the game. Repeatable.",
    )
    return option(function)


def seats_option(help: str, *known: str, metavar: str = "BOT,…") -> Callable[[F], F]:
    """`--seats WHO,…`: a tuple, empty where it is not given; `known`: what a shell completes."""
    return click.option(
        "--seats", callback=_seats, metavar=metavar, shell_complete=completed_by("complete_seats", *known), help=help
    )


def sweep_option(function: F) -> F:
    """`--sweep k=a,b,…`, as often as wanted: `sweeps`."""
    option = click.option(
        "--sweep",
        "sweeps",
        multiple=True,
        metavar="K=A,B,…",
        shell_complete=completed_by("complete_sweep"),
        help="Try values: a,b,c or 10..40:10 or all.",
    )
    return option(function)


def json_option(function: F) -> F:
    """`--json`: `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON document.")(function)


def players_of(players: int | None, seats: Sequence[str]) -> int | None:
    """How many play: as many as there are seats, where nobody says."""
    return len(seats) if players is None and len(seats) > 1 else players


def _seats(ctx: click.Context, parameter: click.Parameter, text: str | None) -> tuple[str, ...]:
    return tuple(seat.strip() for seat in text.split(",")) if text is not None else ()


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
