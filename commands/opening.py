"""What many commands ask for, a game and its options, in; a ruleset or a game out, or the right exit code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from shlex import quote

import click

from parlour.commands.faults import FaultyRuleset as FaultyRuleset
from parlour.commands.faults import not_there as not_there
from parlour.commands.faults import unfit
from parlour.commands.outcome import CouldNotRun
from parlour.commands.parameters import game_argument as game_argument
from parlour.commands.parameters import option_option as option_option
from parlour.commands.parameters import players_option as players_option
from parlour.commands.parameters import ruleset_argument as ruleset_argument
from parlour.commands.sweeping import in_short
from parlour.interpreter.diagnostics import RulesetError
from parlour.interpreter.face import CannotSit, Game, Ruleset, load
from parlour.interpreter.language.loading.library import UnknownRuleset
from parlour.interpreter.lowering.options import OptionInfo
from parlour.interpreter.table.setting import NotForPlay
from parlour.interpreter.types import as_written


def ruleset_of(reference: str) -> Ruleset:
    """The ruleset of an id or a path; CouldNotRun or FaultyRuleset where there is none."""
    try:
        return load(reference)
    except RulesetError as fault:
        raise FaultyRuleset(fault.diagnostics) from None
    except (UnknownRuleset, OSError) as fault:
        raise not_there(reference, fault) from None


def playable(reference: str) -> Ruleset:
    """As `ruleset_of`, for what plays games or works out how they end; CouldNotRun for a base of others."""
    ruleset = ruleset_of(reference)
    if ruleset.abstract:
        raise CouldNotRun(str(NotForPlay(ruleset.id)))
    return ruleset


def game_of(ruleset: Ruleset, players: int | None, options: Mapping[str, str | int | bool]) -> Game:
    """The game with these seats and options; a fault of usage where they do not suit the ruleset."""
    with _settling(ruleset, players is not None or bool(options)):
        return Game(ruleset, players, options)


def options_at(ruleset: Ruleset, players: int | None) -> tuple[OptionInfo, ...]:
    """What can be chosen at so many players; a fault of usage where they cannot play."""
    with _settling(ruleset, players is not None):
        return ruleset.options(players)


def replaying(reference: str, game: Game, seats: Sequence[str], seed: int, number: int) -> str:
    """The command that tells one game of a simulation; `seats`: who plays, one each."""
    words = ["parlour", "replay", reference, "--seed", str(seed), "--game", str(number), *setting_words(game, seats)]
    return " ".join(quote(word) for word in words)


def setting_words(game: Game, seats: Sequence[str], swept: Mapping[str, Sequence[str]] | None = None) -> list[str]:
    """What a command line says for these players, seats and options, as far as they are not the usual ones; `swept`: the
    values of options that are tried one after another."""
    words, swept = ["--players", str(game.players)], swept or {}
    if set(seats) - {"bot:random", "bot"}:
        words += ["--seats", ",".join(seats)]
    options = {option.name: option for option in game.ruleset.options(game.players)}
    for name, value in game.options.items():
        if name in swept:
            values = ",".join(swept[name]) if options[name].choices else in_short(swept[name])
            words += ["--sweep", f"{name}={values}"]
        elif name not in options or options[name].default != value:
            words += ["--option", f"{name}={as_written(value)}"]
    return words


@contextmanager
def seating() -> Iterator[None]:
    """Seats that do not fit the game are a fault of usage."""
    try:
        yield
    except CannotSit as fault:
        raise click.BadParameter(str(fault), param_hint="'--seats'") from None


@contextmanager
def _settling(ruleset: Ruleset, wished: bool) -> Iterator[None]:
    """Faults of what was wished for are faults of usage, where the ruleset without it is sound."""
    try:
        yield
    except RulesetError as fault:
        if wished and _plays_by_itself(ruleset):
            raise unfit(fault.diagnostics) from None
        raise FaultyRuleset(fault.diagnostics) from None


def _plays_by_itself(ruleset: Ruleset) -> bool:
    try:
        Game(ruleset)
    except RulesetError:
        return False
    return True
