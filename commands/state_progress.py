"""States that are explored in; one line on stderr that tells how far it is, rewritten in place."""

from __future__ import annotations

import sys
import time

from parlour.commands.progress import BLANK, WAIT
from parlour.interpreter.odds.room import BYTES, MOST


class StateProgress:
    """Says nothing where stderr is no terminal, nor of what is over at once. Use it in a `with`.

    `most`: states that are explored at most.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._begun = self._told = time.monotonic()
        self._shown = False
        self._watched = sys.stderr.isatty()

    def __call__(self, done: int, known: int) -> None:
        if (seconds := self._due()) is not None:
            self._say(self.line(done, known, seconds))

    def solving(self, moved: float) -> None:
        """`moved`: how far the last round has moved the solution."""
        if (seconds := self._due()) is not None:
            self._say(f"solving for {seconds:,.0f} s: the last round moved nothing by more than {moved:.0e}")

    def _due(self) -> float | None:
        """The seconds so far, where it is time to say something."""
        now = time.monotonic()
        if not self._watched or now - self._told < WAIT:
            return None
        self._told = now
        return now - self._begun

    def _say(self, line: str) -> None:
        self._shown = True
        sys.stderr.write(f"\r{line:<78}")
        sys.stderr.flush()

    def line(self, done: int, known: int, seconds: float) -> str:
        """What is told after so many seconds."""
        speed = done / max(seconds, 1e-9)
        return (
            f"{done:,} of {known:,} known states, {speed:,.0f} a second, {memory(known)};"
            f" at most {self._most:,}, {memory(self._most)}"
        )

    def __enter__(self) -> StateProgress:
        return self

    def __exit__(self, *fault: object) -> None:
        if self._shown:
            sys.stderr.write(BLANK)
            sys.stderr.flush()


def memory(states: int) -> str:
    """What so many states take, with their transitions, until they are solved."""
    size = states * BYTES
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"
