"""What is being done in; after a moment a line on stderr that says so, rewritten in place, and wiped away in the end."""

from __future__ import annotations

import os
import sys
import time
from threading import Timer
from typing import Self

WAIT = 0.5  # seconds before the first line, and between two
PATIENCE = 1.0  # seconds without a word
_USUAL_WIDTH = 80


class Waiting:
    """Says nothing where stderr is no terminal, nor of what is over at once. Use it in a `with`.

    `what`: what is told while nothing else is known. `aloud`: once, in a line of its own, where stderr is no terminal.
    """

    def __init__(self, what: str = "", aloud: bool = False) -> None:
        self._what = what
        self._begun = self._told = time.monotonic()
        self._shown = 0  # columns
        self._watched = sys.stderr.isatty()
        self._aloud = aloud
        self._timer = Timer(PATIENCE, self._first)
        self._timer.daemon = True

    def due(self) -> float | None:
        """The seconds so far, where it is time to say something."""
        now = time.monotonic()
        if not self._watched or now - self._told < WAIT:
            return None
        self._told = now
        return now - self._begun

    def say(self, line: str) -> None:
        """Where somebody watches: over what was said before. What the terminal has no room for is cut, for a line that is
        broken cannot be rewritten."""
        self._timer.cancel()
        line = line[: _columns() - 1]
        sys.stderr.write(f"\r{line:<{self._shown}}")
        sys.stderr.flush()
        self._shown = len(line)

    def _first(self) -> None:
        if self._watched and not self._shown:
            self.say(f"{self._what} …")
        elif not self._watched:
            sys.stderr.write(f"{self._what} …\n")
            sys.stderr.flush()

    def __enter__(self) -> Self:
        if self._what and (self._watched or self._aloud):
            self._timer.start()
        return self

    def __exit__(self, *fault: object) -> None:
        self._timer.cancel()
        if self._shown:
            sys.stderr.write(f"\r{' ' * self._shown}\r")
            sys.stderr.flush()


def _columns() -> int:
    """How wide the terminal of stderr is."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL_WIDTH
    except (OSError, ValueError):  # no terminal after all, or a stream without a file
        return _USUAL_WIDTH
