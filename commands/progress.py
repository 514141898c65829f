"""Games that are done in; one line on stderr that tells how far it is and how long it takes, rewritten in place."""

from __future__ import annotations

import sys
import time

WAIT = 0.5  # seconds before the first line, and between two
BLANK = "\r" + " " * 78 + "\r"


class Progress:
    """Says nothing where stderr is no terminal, nor of what is over at once. Use it in a `with`."""

    def __init__(self, games: int, at_most: bool = False) -> None:
        self._games, self._at_most = games, at_most
        self._begun = self._told = time.monotonic()
        self._first: int | None = None
        self._shown = False
        self._watched = sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first = done
        if not self._watched or now - self._told < WAIT:
            return
        self._told, self._shown = now, True
        sys.stderr.write(f"\r{self.line(done, now - self._begun):<78}")
        sys.stderr.flush()

    def line(self, done: int, seconds: float) -> str:
        """What is told after so many seconds."""
        left = (self._games - done) * seconds / max(1, done - (self._first or 0))
        bound = "at most " if self._at_most else ""
        return f"{done:,} of {bound}{self._games:,} games, {done / self._games:.0%}, {bound}{_clock(left)} to go"

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *fault: object) -> None:
        if self._shown:
            sys.stderr.write(BLANK)
            sys.stderr.flush()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
