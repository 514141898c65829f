"""Somebody at the prompt in, what he does about the game out; what he only wants to see is shown there and then."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from parlour.interpreter.table.board_text import BoardText
from parlour.interpreter.table.hands import Hands
from parlour.interpreter.table.match import Match
from parlour.interpreter.table.prompts import Typed, Wanted, read
from parlour.interpreter.table.reasons import Reasons
from parlour.interpreter.table.saves import Saves
from parlour.interpreter.table.screen import Screen, Tone
from parlour.interpreter.table.telling import Teller
from parlour.interpreter.table.voice import Voice

_HELP = (
    "help_board",
    "help_hand",
    "help_rules",
    "help_rules_part",
    "help_save",
    "help_undo",
    "help_why",
    "help_help",
    "help_quit",
)


class Asked(Struct, frozen=True):
    """Who is asked what, and the situation that is shown to him; `lines` are what there is to choose from.

    `help`: the line of help on what answers here. `again`: he sees the situation already.
    """

    seat: int
    vector: tuple[int, ...]
    prompt: str
    lines: Sequence[str] = ()
    help: str = "help_enter"
    again: bool = False


class Desk:
    """Answers what can be answered without playing on."""

    def __init__(self, match: Match, voice: Voice, screen: Screen, teller: Teller, saves: Saves) -> None:
        self._match, self._voice, self._screen, self._teller, self._saves = match, voice, screen, teller, saves
        self._board, self._hands, self._reasons = BoardText(voice), Hands(voice), Reasons(voice)
        self._shows: dict[Wanted, Callable[[Asked], Sequence[str]]] = {
            Wanted.HAND: self._hand,
            Wanted.RULES: self._rules,
            Wanted.WHY: lambda asked: self._reasons.of_moments(self._teller.recent),
            Wanted.HELP: self._help,
        }

    def ask(self, asked: Asked) -> Typed | None:
        """What the person wants that has to do with the course of the game; None at the end of the input."""
        if self._screen.draws and not asked.again:
            self._draw(asked, by_itself=True)
        self._show(asked.lines)
        while True:
            line = self._screen.ask(asked.prompt)
            if line is None:
                return None
            typed = read(line)
            if typed.wanted is Wanted.BOARD:
                self._draw(asked)
            elif typed.wanted is Wanted.SAVE:
                self.save(Path(typed.text).expanduser() if typed.text else None)
            elif typed.wanted is Wanted.HAND and not self._hands.are_there:
                self.refuse(self._voice.say("prompt_unknown", text=line.strip()))
            elif typed.wanted in self._shows:
                self._show(self._shows[typed.wanted](asked))
            else:
                return typed

    def refuse(self, why: str) -> None:
        """Say that an answer is none."""
        self._screen.show(why, Tone.FAULT)

    def save(self, path: Path | None = None) -> Path | None:
        """Save the game and say where; None where it could not be saved."""
        try:
            written = self._saves.write(self._match, path)
        except OSError as fault:
            self._failed(fault)
            return None
        self._screen.show(self._voice.say("save_done", file=str(written)), Tone.ANSWER)
        return written

    def save_at_last(self) -> Path | None:
        """Save the game that is left: where its file cannot be written, in the user's folder."""
        written = self.save()
        if written is not None:
            return written
        try:
            written = self._saves.write_elsewhere(self._match)
        except OSError as fault:
            self._failed(fault)
            return None
        self._screen.show(self._voice.say("save_done", file=str(written)), Tone.ANSWER)
        return written

    def save_quietly(self) -> None:
        """Save in the file that was named on the command line; nothing where none was."""
        if self._saves.named:
            try:
                self._saves.write(self._match)
            except OSError as fault:
                self._failed(fault)

    def _failed(self, fault: OSError) -> None:
        reason = fault.strerror or str(fault)
        where = f"{reason}: {fault.filename}" if fault.filename else reason
        self._screen.show(self._voice.say("save_failed", reason=where), Tone.FAULT)

    def _show(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._screen.show(line, Tone.ANSWER)

    def _draw(self, asked: Asked, by_itself: bool = False) -> None:
        """The board, and how everybody stands where that was not told just before."""
        hand = self._hand(asked) if self._screen.draws and self._hands.are_there else []
        standing = self._teller.standing.line(asked.vector)
        below = hand if by_itself else [standing, *hand]
        self._screen.show_board(self._board.lines(asked.vector), [line for line in below if line])

    def _hand(self, asked: Asked) -> list[str]:
        return self._hands.lines(asked.vector, asked.seat)

    def _rules(self, asked: Asked) -> list[str]:
        """Those of the squares where the person's pawns stand, or of the part of the game where there is no board."""
        at, each = self._voice.program.layout.named("at"), self._voice.pawns_each
        pawns = range(asked.seat * each, (asked.seat + 1) * each) if at else ()
        squares = dict.fromkeys(asked.vector[at.slot(token)] for token in pawns) if at else {}
        on_board = [line for square in squares if square for line in self._reasons.of_square(square)]
        return on_board or self._reasons.of_phase(asked.vector)

    def _help(self, asked: Asked) -> list[str]:
        say = self._voice.say
        has_squares = bool(self._voice.program.layout.named("at"))
        fits = {
            "help_board": self._board.is_there,
            "help_hand": self._hands.are_there,
            "help_rules": has_squares,
            "help_rules_part": not has_squares,
        }
        lines = [say(key) for key in (asked.help, *_HELP) if key and fits.get(key, True)]
        book = say("help_book", text=f"parlour rules {shlex.quote(self._match.setting.reference)}")
        return [say("help_title"), *(f"  {line}" for line in lines), book]
