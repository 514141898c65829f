"""What many commands ask for, a game and its options, in; a ruleset or a game out, or the right exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import click

from parlour.commands.outcome import PROBLEMS_FOUND, CouldNotRun
from parlour.interpreter.diagnostics import Diagnostic, RulesetError
from parlour.interpreter.face import Game, Ruleset, load
from parlour.interpreter.language.loading.library import Library, UnknownRuleset
from parlour.interpreter.lowering.options import OptionInfo
from parlour.interpreter.rendering import Format, render

F = TypeVar("F", bound=Callable[..., Any])


class FaultyRuleset(click.ClickException):
    """A ruleset that cannot be played: everything that is wrong with it, on stderr."""

    exit_code = PROBLEMS_FOUND

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("; ".join(d.message for d in diagnostics))
        self.diagnostics = diagnostics

    def show(self, file: Any = None) -> None:
        click.echo(render(self.diagnostics, Format.TEXT, color=True), nl=False, err=True)


def game_argument(function: F) -> F:
    """The argument GAME: an id of the library or a path."""
    return click.argument("game", metavar="GAME")(function)


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


def ruleset_of(reference: str) -> Ruleset:
    """The ruleset of an id or a path; CouldNotRun or FaultyRuleset where there is none."""
    try:
        return load(reference)
    except RulesetError as fault:
        raise FaultyRuleset(fault.diagnostics) from None
    except (UnknownRuleset, OSError) as fault:
        raise not_there(reference, fault) from None


def game_of(ruleset: Ruleset, players: int | None, options: Mapping[str, str | int | bool]) -> Game:
    """The game with these seats and options; a fault of usage where they do not suit the ruleset."""
    with _settling(ruleset, players is not None or bool(options)):
        return Game(ruleset, players, options)


def options_at(ruleset: Ruleset, players: int | None) -> tuple[OptionInfo, ...]:
    """What can be chosen at so many players; a fault of usage where they cannot play."""
    with _settling(ruleset, players is not None):
        return ruleset.options(players)


@contextmanager
def _settling(ruleset: Ruleset, wished: bool) -> Iterator[None]:
    """Faults of what was wished for are faults of usage, where the ruleset without it is sound."""
    try:
        yield
    except RulesetError as fault:
        if wished and _plays_by_itself(ruleset):
            raise click.UsageError("\n".join(_in_one_line(d) for d in fault.diagnostics)) from None
        raise FaultyRuleset(fault.diagnostics) from None


def not_there(reference: str, fault: Exception) -> CouldNotRun:
    """Why a ruleset cannot be opened, with what would be right where that can be guessed."""
    if isinstance(fault, UnknownRuleset):
        here = [path for end in (".yaml", ".yml") if (path := Path(f"{reference}{end}")).is_file()]
        return CouldNotRun(str(fault), f"the file here is './{here[0]}'" if here else "")
    path, reason = Path(reference), fault.strerror if isinstance(fault, OSError) else str(fault)
    return CouldNotRun(f"{reference}: {reason or fault}", "" if path.exists() else _near(path))


def _near(path: Path) -> str:
    """A file beside a missing one, or the ruleset of the library that was meant."""
    beside = [p.name for p in path.parent.glob("*.y*ml")] if path.parent.is_dir() else []
    near = get_close_matches(path.name, beside, n=1)
    if near:
        return f"did you mean '{path.parent / near[0]}'?"
    return f"did you mean '{path.stem}', of the library?" if path.stem in Library().ids() else ""


def _plays_by_itself(ruleset: Ruleset) -> bool:
    try:
        Game(ruleset)
    except RulesetError:
        return False
    return True


def _in_one_line(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.message}{f': {diagnostic.hint}' if diagnostic.hint else ''}"
