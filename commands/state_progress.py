"""States that are explored in; one line on stderr that tells how far it is, rewritten in place."""

from __future__ import annotations

from parlour.commands.waiting import Waiting
from parlour.interpreter.odds.exploring.room import BYTES, MOST


class StateProgress(Waiting):
    """Says nothing where stderr is no terminal, nor of what is over at once. Use it in a `with`.

    `most`: states that are explored at most. `what`: what is told while no states are known. `aloud`: as of Waiting.
    """

    def __init__(self, most: int = MOST, what: str = "working out exact odds", aloud: bool = False) -> None:
        super().__init__(what, aloud)
        self._most = most

    def __call__(self, done: int, known: int) -> None:
        if (seconds := self.due()) is not None:
            self.say(self.line(done, known, seconds))

    def solving(self, moved: float) -> None:
        """`moved`: how far the last round has moved the solution."""
        if (seconds := self.due()) is not None:
            self.say(f"solving for {seconds:,.0f} s: the last round moved nothing by more than {moved:.0e}")

    def line(self, done: int, known: int, seconds: float) -> str:
        """What is told after so many seconds."""
        speed = done / max(seconds, 1e-9)
        return (
            f"{done:,} of {known:,} known states, {speed:,.0f} a second, {memory(known)};"
            f" at most {self._most:,}, {memory(self._most)}"
        )


def memory(states: int) -> str:
    """What so many states take, with their transitions, until they are solved."""
    size = states * BYTES
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"
