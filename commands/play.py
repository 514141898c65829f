"""`parlour play GAME`: a game at the terminal, people and bots mixed."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click

from parlour.commands.files import FILE, handling, writable
from parlour.commands.languages import language_option
from parlour.commands.outcome import FINE, INTERRUPTED, CouldNotRun
from parlour.commands.parameters import SEED, Whole, completed_by, option_option
from parlour.commands.sitting import Chosen, GameFault, match_of, record_in, resumed_from, screen_for, setting_of
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.table.match import Impossible
from parlour.interpreter.table.party import Party
from parlour.interpreter.table.record import LOG, UnreadableRecord
from parlour.interpreter.table.resuming import misfit, verify_state
from parlour.interpreter.table.screen import Screen
from parlour.interpreter.table.table import Stopped

HANG_UP = getattr(signal, "SIGHUP", signal.SIGTERM)
LOG_BEGINS = json.dumps({"format": LOG})[:-1].encode()


@click.command()
@click.argument("game", metavar="[GAME]", required=False, default="", shell_complete=completed_by("complete_playable"))
@click.option(
    "--seats",
    default="",
    metavar="LIST",
    shell_complete=completed_by("complete_seats", "you", "best", "bot", "bot:random", "bot:greedy"),
    help="Who sits where: you, you:NAME, best, bot, bot:POLICY, bot:FILE, bot:random, bot:greedy.",
)
@click.option("--players", type=Whole(1), metavar="N", help="How many play; seats without a name are bots.")
@click.option("--auto", is_flag=True, help="Bots only.")
@click.option("--seed", type=SEED, metavar="N", help="The same dice and cards again.")
@option_option
@language_option("The language at the table (default: the ruleset's).")
@click.option("--plain", is_flag=True, help="Plain lines, without colour or drawing.")
@click.option("--save", "save", type=FILE, metavar="FILE", help="Save the game here, whenever somebody is asked.")
@click.option("--resume", "resume", type=FILE, metavar="FILE", help="Go on with a saved game.")
@click.option("--log", "log", type=FILE, metavar="FILE", help="Write what happens here, as JSON Lines.")
def command(
    game: str,
    seats: str,
    players: int | None,
    auto: bool,
    seed: int | None,
    options: dict[str, str],
    language: str,
    plain: bool,
    save: Path | None,
    resume: Path | None,
    log: Path | None,
) -> int:
    """Play a game at the terminal, people and bots mixed.

    GAME is an id of the library or a path to a YAML file; with --resume it need not be given.
    """
    _refuse_to_overwrite(save, resume, log)
    chosen = Chosen(players, seats, options, auto, seed, 0, language)
    screen = screen_for(plain)
    try:
        if resume:
            _refuse_others(seats=seats, players=players, option=options, seed=seed)
            return _play(_resumed(resume, game, chosen, screen, save, log))
        if not game:
            raise click.UsageError("Give a GAME: `parlour list` shows those of the library.")
        party = Party(match_of(setting_of(game, chosen)), screen, save, log)
        party.teller.begin()
        return _play(party)
    except Fault as fault:
        raise GameFault(fault) from None


def _play(party: Party) -> int:
    """To its end, or to where a person stops it; then it is saved."""
    with _ended_from_outside():
        try:
            _play_on(party)
        except Stopped:
            party.stop()
        except KeyboardInterrupt:
            party.stop(interrupted=True)
            return INTERRUPTED
        finally:
            party.close()
    return FINE


def _play_on(party: Party) -> None:
    try:
        party.table.play()
    except OSError as fault:
        if fault.errno != errno.EIO:
            raise
        _interrupt(HANG_UP)  # the terminal is gone, and the signal that says so still to come


@contextmanager
def _ended_from_outside() -> Iterator[None]:
    """A terminal that is closed, and an end that the system asks for, interrupt a game as Ctrl-C does."""
    is_main = threading.current_thread() is threading.main_thread()  # no other may say what a signal does
    wanted = {signal.SIGTERM, HANG_UP} if is_main else set()
    usual = [number for number in wanted if signal.getsignal(number) is signal.SIG_DFL]  # `nohup` lets it go on
    for number in usual:
        signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None = None) -> None:
    if signal.getsignal(number) is _interrupt:
        signal.signal(number, signal.SIG_IGN)  # it may be said once more while the game is being saved
    if number == HANG_UP:  # nobody reads any more, and to write would fail before the game is saved
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
    raise KeyboardInterrupt


def _resumed(file: Path, game: str, chosen: Chosen, screen: Screen, save: Path | None, log: Path | None) -> Party:
    """The table of a saved game, with everybody where they were."""
    record = record_in(file)
    found = resumed_from(file, record, game, chosen.auto, chosen.language)
    goal = save or (None if record.is_log else file)
    party = Party(match_of(found.setting), screen, goal, log)
    try:
        party.table.catch_up(record)
        verify_state(party.match, record, found.is_changed)
    except Impossible as fault:
        raise CouldNotRun(f"{file}: {misfit(record, party.table.repeated + 1, str(fault), found)}") from None
    except UnreadableRecord as fault:
        raise CouldNotRun(f"{file}: {fault}") from None
    party.resume(file, record, found.is_changed)
    return party


def _refuse_others(**given: object) -> None:
    """What a saved game has settled cannot be wished for once more."""
    for name, value in given.items():
        if value not in (None, "", {}):
            raise click.UsageError(f"--{name} cannot be given with --resume: the saved game has its own.")


def _refuse_to_overwrite(save: Path | None, resume: Path | None, log: Path | None) -> None:
    """A save is written over by its own game alone, by a log nothing but a log; no folder is made for either."""
    if save and log and save.absolute() == log.absolute():
        raise click.UsageError(f"--save and --log both name {save}: give each a file of its own.")
    if save and save.exists() and not (resume and save.absolute() == resume.absolute()):
        raise CouldNotRun(f"{save} is there already", f"go on with it by --resume {save}, or name another file")
    for file in (save, log):
        if file:
            writable(file)
    if log and log.is_file() and not _is_log(log):
        raise CouldNotRun(f"{log} is there already, and no log of Parlour", "name another file")


def _is_log(path: Path) -> bool:
    """Whether nothing but a log is lost when a file is written over."""
    with handling(path), path.open("rb") as file:
        begin = file.read(len(LOG_BEGINS))
    return begin in (b"", LOG_BEGINS)
