"""What `play` and `replay` share: a game and the wishes for it in, a match that can begin out, or the right exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from parlour.commands.faults import FaultyRuleset, failed, not_there, unfit
from parlour.commands.files import handling
from parlour.commands.outcome import PROBLEMS_FOUND, CouldNotRun
from parlour.interpreter.checked import Checked
from parlour.interpreter.diagnostics import RulesetError
from parlour.interpreter.language.loading.library import Library, UnknownRuleset, is_path
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.table.layers import layers_of
from parlour.interpreter.table.match import Match
from parlour.interpreter.table.record import Record, UnreadableRecord, read_record
from parlour.interpreter.table.resuming import Resumed, RulesetChanged, resumed
from parlour.interpreter.table.screen import PlainScreen, Screen
from parlour.interpreter.table.seats import BEST, UnknownSeat
from parlour.interpreter.table.setting import NotForPlay, Setting, Wishes, opened_for_play, prepared
from parlour.interpreter.table.voice import names_of

PLAIN_FOR = ("NO_COLOR", "ACCESSIBLE")  # in the environment, not empty


class Chosen(Struct, frozen=True):
    """The options of a command line that say how a game is wanted."""

    players: int | None
    seats: str
    options: Mapping[str, str]
    auto: bool = False
    seed: int | None = None
    number: int = 0
    language: str = ""

    def wishes(self) -> Wishes:
        return Wishes(
            seat_words(self.seats), self.players, self.options, self.auto, self.seed, self.number, self.language
        )


def seat_words(text: str) -> list[str]:
    """The words of `--seats`; none where the option is not given."""
    words = [word.strip() for word in text.split(",")] if text else []
    if not all(words):
        raise click.BadParameter(f"'{text}' leaves a seat empty: write you, bot or bot:POLICY", param_hint="'--seats'")
    return words


class GameFault(click.ClickException):
    """A rule that cannot be carried out while the game is on, with its place in the ruleset, on stderr."""

    exit_code = PROBLEMS_FOUND

    def __init__(self, fault: Fault) -> None:
        super().__init__(failed(fault))


def checked_game(reference: str) -> Checked:
    """The ruleset of an id or a path."""
    try:
        return opened_for_play(reference, Library())
    except RulesetError as fault:
        raise FaultyRuleset(fault.diagnostics) from None
    except (UnknownRuleset, OSError) as fault:
        raise not_there(reference, fault) from None
    except NotForPlay as fault:
        raise CouldNotRun(str(fault)) from None


def setting_of(reference: str, chosen: Chosen) -> Setting:
    """The game that is wanted; what was wished and cannot be is a fault of usage."""
    checked, wishes = checked_game(reference), chosen.wishes()
    where = str(Path(reference).resolve()) if is_path(reference) else reference
    try:
        setting = prepared(where, checked, wishes)
        _refuse_namesakes(setting)
        return setting
    except UnknownSeat as fault:
        raise click.BadParameter(str(fault), param_hint="'--seats'") from None
    except RulesetError as fault:
        _settle_without(where, checked, wishes)
        raise unfit(fault.diagnostics) from None


def _refuse_namesakes(setting: Setting) -> None:
    """Nobody could tell two of one name apart. A saved game goes on as it began. Raises UnknownSeat."""
    if not any(seat.name for seat in setting.seats):
        return
    taken: dict[str, int] = {}
    for seat, name in names_of(setting.seats, layers_of(setting.checked.loaded, setting.language)).items():
        other = taken.setdefault(" ".join(name.split()).casefold(), seat)
        if other != seat:
            raise UnknownSeat(f"seats {other} and {seat} are both called '{name}': give each a name of its own")


def _settle_without(where: str, checked: Checked, wishes: Wishes) -> None:
    """Whether the ruleset can be played at all: if not, that is what is wrong."""
    try:
        prepared(where, checked, replace(wishes, seats=(), players=None, options={}))
    except RulesetError as fault:
        raise FaultyRuleset(fault.diagnostics) from None


def record_in(path: Path) -> Record:
    """The save or log in a file."""
    try:
        with handling(path):
            return read_record(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise CouldNotRun(f"{path}: it is no save and no log of Parlour") from None
    except UnreadableRecord as fault:
        raise CouldNotRun(f"{path}: {fault}") from None


def resumed_from(path: Path, record: Record, reference: str, auto: bool, language: str) -> Resumed:
    """The setting of a recorded game by the ruleset as it is now."""
    try:
        checked = checked_game(reference or record.reference)
    except CouldNotRun as fault:
        raise CouldNotRun(f"{path}: the ruleset of this game: {fault.message}") from None
    try:
        return resumed(record, checked, auto, language)
    except (UnreadableRecord, RulesetChanged) as fault:
        raise CouldNotRun(f"{path}: {fault}") from None


def match_of(setting: Setting) -> Match:
    """The game, at its first stop."""
    if any(seat.policy == BEST for seat in setting.seats):
        setting = import_module("parlour.commands.best_play").with_best_play(setting)  # heavy, and for best play alone
    try:
        return Match(setting)
    except Fault as fault:
        raise GameFault(fault) from None


def screen_for(plain: bool) -> Screen:
    """Lines on a pipe, or where somebody wants them; else what the terminal can show."""
    if plain or not wants_colour():
        return PlainScreen(lambda text: click.echo(text, nl=False))
    # rich is a heavy library, and wanted on a terminal only
    from parlour.commands.terminal import RichScreen  # noqa: PLC0415

    return RichScreen()


def wants_colour() -> bool:
    """Whether the output is a terminal, and nothing asks for plain lines."""
    told = any(os.environ.get(name) for name in PLAIN_FOR) or os.environ.get("TERM") in ("dumb", "unknown")
    return sys.stdout.isatty() and not told
