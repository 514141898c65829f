"""States that are explored in; one line on stderr that tells how far it is, rewritten in place."""

from __future__ import annotations

import sys
import time

from parlour.commands.progress import BLANK, WAIT

BYTES = 700  # a state takes, with its transitions


class StateProgress:
    """Says nothing where stderr is no terminal, nor of what is over at once. Use it in a `with`."""

    def __init__(self) -> None:
        self._begun = self._told = time.monotonic()
        self._shown = False
        self._watched = sys.stderr.isatty()

    def __call__(self, done: int, known: int) -> None:
        now = time.monotonic()
        if self._watched and now - self._told >= WAIT:
            self._told, self._shown = now, True
            sys.stderr.write(f"\r{self.line(done, known, now - self._begun):<78}")
            sys.stderr.flush()

    def line(self, done: int, known: int, seconds: float) -> str:
        """What is told after so many seconds."""
        memory = known * BYTES / 1e6
        return f"{done:,} of {known:,} states known so far, {done / max(seconds, 1e-9):,.0f} a second, {memory:,.0f} MB"

    def __enter__(self) -> StateProgress:
        return self

    def __exit__(self, *fault: object) -> None:
        if self._shown:
            sys.stderr.write(BLANK)
            sys.stderr.flush()
