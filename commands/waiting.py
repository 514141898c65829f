"""What is being done in; after a moment a line on stderr that says so, rewritten in place, and wiped away in the end."""

from __future__ import annotations

import sys
import time
from threading import Timer
from typing import Self

WAIT = 0.5  # seconds before the first line, and between two
PATIENCE = 1.0  # seconds without a word
BLANK = "\r" + " " * 78 + "\r"


class Waiting:
    """Says nothing where stderr is no terminal, nor of what is over at once. Use it in a `with`.

    `what`: what is told while nothing else is known. `aloud`: once, in a line of its own, where stderr is no terminal.
    """

    def __init__(self, what: str = "", aloud: bool = False) -> None:
        self._what = what
        self._begun = self._told = time.monotonic()
        self._shown = False
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
        """Where somebody watches."""
        self._timer.cancel()
        self._shown = True
        sys.stderr.write(f"\r{line:<78}")
        sys.stderr.flush()

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
            sys.stderr.write(BLANK)
            sys.stderr.flush()
