"""Lines in, a terminal or a pipe out: what a table needs of whatever shows it; here as plain lines, one after the other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from select import select
from typing import Protocol

from parlour.interpreter.rendering.columns import visible
from parlour.interpreter.table.board_text import Line, plain


class Tone(StrEnum):
    """What a line is, for a screen that can show it."""

    TITLE = "title"
    TURN = "turn"
    STORY = "story"
    STANDING = "standing"
    ANSWER = "answer"  # to what somebody typed
    COMMAND = "command"  # to be copied: no line breaks in it
    FAULT = "fault"
    END = "end"


class Screen(Protocol):
    """Shows lines, and reads what is typed. `draws`: the board is shown by itself before somebody is asked."""

    draws: bool

    def introduce(self, names: Sequence[str]) -> None:
        """What the seats are called, by number."""
        ...

    def show(self, text: str, tone: Tone) -> None: ...

    def show_board(self, lines: Sequence[Line], below: Sequence[str]) -> None:
        """The board, and what belongs with it."""
        ...

    def ask(self, prompt: str) -> str | None:
        """One line of input without its end; None when there is no more."""
        ...

    def pass_on(self, text: str, prompt: str, hides: bool) -> str | None:
        """Hide what was shown (where it `hides`), say who is next and wait for him: a line of input, None where nobody waits."""
        ...


INDENT = {Tone.STORY: "  ", Tone.STANDING: "  "}


class PlainScreen:
    """Lines without colour, that never change once they are written: for pipes, logs, screen readers and tests."""

    draws = False

    def __init__(self, write: Callable[[str], None]) -> None:
        """`write` puts out a text as it is."""
        self._write = write

    def introduce(self, names: Sequence[str]) -> None:
        """Plain lines show all names alike."""

    def show(self, text: str, tone: Tone) -> None:
        self._write(f"{INDENT.get(tone, '')}{visible(text)}\n")

    def show_board(self, lines: Sequence[Line], below: Sequence[str]) -> None:
        for line in (*(plain(line) for line in lines), *below):
            self.show(line, Tone.ANSWER)

    def ask(self, prompt: str) -> str | None:
        return read_line(lambda: self._write(f"{visible(prompt)}: "), self._write)

    def pass_on(self, text: str, prompt: str, hides: bool) -> str | None:
        """Lines stay where they are; without a terminal there is nobody to wait for."""
        self.show(text, Tone.TURN)
        return self.ask(prompt) if sys.stdin.isatty() else None


def read_line(ask: Callable[[], None], write: Callable[[str], None]) -> str | None:
    """A line of standard input; `ask` shows the prompt. Where nobody types the line after the prompt, it is written too: what
    is read later makes sense, and what was typed ahead was shown before the prompt."""
    try:
        ask()
        sys.stdout.flush()
        is_typed_now = sys.stdin.isatty() and not _is_waiting()
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        write("\n")  # what follows does not stand behind the prompt
        raise
    text = line.rstrip("\r\n")
    if not is_typed_now or not line:
        write(f"{visible(text)}\n")
    return text if line else None


def _is_waiting() -> bool:
    """Whether a whole line was typed at the terminal already."""
    try:
        return bool(select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):  # a system that cannot tell, or a stream without a file
        return False
