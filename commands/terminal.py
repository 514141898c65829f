"""Lines and boards in, a terminal with colours out: each seat has its own, and the board is drawn before a person's turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Console, Group
from rich.panel import Panel
from rich.text import Text

from parlour.interpreter.rendering.columns import visible
from parlour.interpreter.table.board_text import Line
from parlour.interpreter.table.screen import INDENT, Tone, read_line

_SEATS = ("cyan", "magenta", "yellow", "green", "blue", "red", "bright_cyan", "bright_magenta")
_TONES = {
    Tone.TITLE: "bold",
    Tone.TURN: "bold",
    Tone.STORY: "",
    Tone.STANDING: "dim",
    Tone.ANSWER: "",
    Tone.COMMAND: "",
    Tone.FAULT: "bright_red",
    Tone.END: "bold",
}

_FORGET = "\x1b[3J"  # what has left the screen upwards


class RichScreen:
    """A terminal. What is above can always be read again, until somebody else sits down who may not know it."""

    draws = True

    def __init__(self) -> None:
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._names: list[str] = []

    def introduce(self, names: Sequence[str]) -> None:
        self._names = list(names)

    def show(self, text: str, tone: Tone) -> None:
        shown = self._text(f"{INDENT.get(tone, '')}{visible(text)}", _TONES[tone])
        self._console.print(shown, soft_wrap=tone is Tone.COMMAND)

    def show_board(self, lines: Sequence[Line], below: Sequence[str]) -> None:
        drawn = [self._line(line) for line in lines]
        told = [self._text(visible(line), "") for line in below]
        blank = [Text("")] if drawn and told else []
        if drawn or told:
            self._console.print(Panel(Group(*drawn, *blank, *told), expand=False, border_style="dim"))

    def ask(self, prompt: str) -> str | None:
        text = self._text(f"{visible(prompt)}: ", "bold")
        return read_line(
            lambda: self._console.print(text, end="", soft_wrap=True), lambda text: self._console.print(text, end="")
        )

    def pass_on(self, text: str, prompt: str, hides: bool) -> str | None:
        if hides:
            self._clear()
        self.show(text, Tone.TURN)
        return self.ask(prompt)

    def _clear(self) -> None:
        self._console.clear()
        if self._console.is_terminal and not self._console.legacy_windows:
            self._console.file.write(_FORGET)

    def _line(self, line: Line) -> Text:
        text = Text()  # folded where the terminal is narrow: a pawn that is cut off would be lost
        for piece in line:
            style = f"bold reverse {_colour(piece.seat)}" if piece.seat >= 0 else ""
            text.append(visible(piece.text), style)
        text.rstrip()
        return text

    def _text(self, text: str, style: str) -> Text:
        """With the name of each seat in its colour."""
        made = Text(text, style)
        for seat, name in enumerate(self._names):
            made.highlight_regex(re.compile(rf"(?<!\w){re.escape(name)}(?!\w)"), _colour(seat))
        return made


def _colour(seat: int) -> str:
    return _SEATS[seat % len(_SEATS)]
