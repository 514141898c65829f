"""`parlour replay FILE`: a log or a save, told again; or game K of a seed, as a simulation plays it, line by line."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from parlour.commands.faults import nameless
from parlour.commands.files import FILE_OR_DASH, STDOUT, handling
from parlour.commands.languages import language_option
from parlour.commands.opening import game_of, playable
from parlour.commands.outcome import FINE, INTERRUPTED, CouldNotRun
from parlour.commands.parameters import SEED, Whole, completed_by, option_option, players_of
from parlour.commands.sitting import Chosen, GameFault, match_of, record_in, resumed_from, screen_for, setting_of
from parlour.interpreter.bots import RANDOM
from parlour.interpreter.language.loading.library import is_path
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.table.match import Impossible
from parlour.interpreter.table.page import Page
from parlour.interpreter.table.party import Party
from parlour.interpreter.table.prompts import Wanted, read
from parlour.interpreter.table.record import Record
from parlour.interpreter.table.replaying import Reader, Replay, leftover
from parlour.interpreter.table.resuming import Resumed, misfit
from parlour.interpreter.table.screen import Screen, Tone
from parlour.interpreter.table.seats import BOT


@click.command()
@click.argument("what", metavar="FILE|GAME")
@click.option("--seed", type=SEED, metavar="S", help="Of a GAME: the seed (default: 1).")
@click.option("--game", "number", type=SEED, metavar="K", help="Of a GAME: which of its games (default: 0).")
@click.option("--players", type=Whole(1), metavar="N", help="Of a GAME: how many play.")
@click.option(
    "--seats",
    default="",
    metavar="LIST",
    shell_complete=completed_by("complete_seats", "bot:random", "bot:greedy"),
    help="Of a GAME: bot:random (usual), bot:greedy or bot:POLICY, one or for each.",
)
@option_option
@language_option("The language (default: that of the game).")
@click.option("--plain", is_flag=True, help="Plain lines, without colour or drawing.")
@click.option(
    "--html", "page", type=FILE_OR_DASH, metavar="FILE", help="Write it as one page of HTML instead (-: stdout)."
)
def command(
    what: str,
    seed: int | None,
    number: int | None,
    players: int | None,
    seats: str,
    options: dict[str, str],
    language: str,
    plain: bool,
    page: Path | None,
) -> int:
    """Tell a recorded game again, or game K of a simulation.

    FILE is a save or a log of `parlour play`. Of a GAME, with --seed and --game, that game is played which `parlour
    simulate` plays. On a terminal it goes step by step: Enter goes on, q stops.
    """
    if not what:
        raise nameless()
    screen = Page() if page else screen_for(plain)
    try:
        if seed is None and number is None:
            _refuse_others(players=players, seats=seats, option=options)
            party, code = _recorded(Path(what), language, screen)
        else:
            chosen = Chosen(players, seats, options, False, 1 if seed is None else seed, number or 0, language)
            party, code = _replayed(what, chosen, screen)
    except Fault as fault:
        raise GameFault(fault) from None
    if page and isinstance(screen, Page):
        _write(page, screen.html(party.match.setting.language))
    return code


def _write(page: Path, html: str) -> None:
    if page == STDOUT:
        click.echo(html)
        return
    with handling(page):
        page.write_text(html, encoding="utf-8")
    click.echo(f"{page}", err=True)


class AtTerminal:
    """A reader who presses Enter; without a terminal nobody waits."""

    def __init__(self, party: Party, screen: Screen) -> None:
        self._voice, self._screen = party.voice, screen
        self._waits = sys.stdin.isatty() and sys.stdout.isatty()

    def goes_on(self) -> bool:
        if not self._waits:
            return True
        line = self._screen.ask(self._voice.say("prompt_enter_on"))
        self._waits = line is not None
        return line is None or read(line).wanted is not Wanted.QUIT


def _recorded(file: Path, language: str, screen: Screen) -> tuple[Party, int]:
    """A save or a log."""
    if not file.exists() and not is_path(str(file)) and file.suffix == "":
        hint = "of a GAME give --seed and --game: parlour replay GAME --seed S --game K"
        raise CouldNotRun(f"there is no file '{file}'", hint)
    record = record_in(file)
    found = resumed_from(file, record, "", False, language)
    party = Party(match_of(found.setting), screen)
    if found.is_changed:
        screen.show(party.voice.say("save_changed", file=found.setting.checked.model.syntax.title), Tone.FAULT)
    return party, _told(party, screen, record, found, file)


def _replayed(reference: str, chosen: Chosen, screen: Screen) -> tuple[Party, int]:
    """Game K of a seed: as many bots as in a simulation, at random where nobody says."""
    words = [word.strip() for word in chosen.seats.split(",") if word.strip()] or [BOT]
    words = [f"{BOT}:{RANDOM}" if word == BOT else word for word in words]
    players = game_of(playable(reference), players_of(chosen.players, words), chosen.options).players
    words = words * players if len(words) == 1 else words
    seated = Chosen(players, ",".join(words), chosen.options, False, chosen.seed, chosen.number, chosen.language)
    party = Party(match_of(setting_of(reference, seated)), screen)
    return party, _told(party, screen, None, None, Path(reference))


def _told(party: Party, screen: Screen, record: Record | None, found: Resumed | None, file: Path) -> int:
    reader: Reader = AtTerminal(party, screen)
    if isinstance(screen, Page):
        screen.watch(party.match, party.voice)
        reader = screen
    party.teller.begin()
    replay = Replay(party.match, party.teller, reader)
    try:
        is_whole = replay.run(record)
        if record and is_whole:
            leftover(replay, record.moves)
    except Impossible as fault:
        assert record and found
        raise CouldNotRun(f"{file}: {misfit(record, replay.made + 1, str(fault), found)}") from None
    except KeyboardInterrupt:
        return INTERRUPTED
    if not party.match.state.is_terminal:
        screen.show(party.voice.say("record_ends"), Tone.END)
    return FINE


def _refuse_others(**given: object) -> None:
    for name, value in given.items():
        if value not in (None, "", {}):
            raise click.UsageError(f"--{name} is for a GAME, with --seed and --game.")
