"""Games that are done in; one line on stderr that tells how far it is and how long it takes, rewritten in place."""

from __future__ import annotations

import time
from collections import deque

from parlour.commands.waiting import WAIT, Waiting

RECENT = 6.0  # seconds whose speed is taken for that of the rest
SOUND = 2.0  # seconds before there is an estimate


class Progress(Waiting):
    """Says nothing where stderr is no terminal, nor of what is over at once. Use it in a `with`.

    `what`: what is told before the first games are done.
    """

    def __init__(self, games: int, at_most: bool = False, what: str = "playing the first games") -> None:
        super().__init__(what)
        self._games, self._at_most = games, at_most
        self._times: deque[tuple[float, int]] = deque()  # and the games that were done then

    def __call__(self, done: int) -> None:
        left = self.left(done, time.monotonic())
        if self.due() is not None:
            self.say(self.line(done, left))

    def left(self, done: int, now: float) -> float | None:
        """Seconds that the rest takes at the speed of late; None where that is not known yet.

        The first games to be told are not counted: machine code was made before them.
        """
        times = self._times
        if not times or now - times[-1][0] >= WAIT / 2:
            times.append((now, done))
        while len(times) > 2 and times[1][0] <= now - RECENT:
            times.popleft()
        then, had = times[0]
        if now - then < SOUND or done <= had:
            return None
        return (self._games - done) * (now - then) / (done - had)

    def line(self, done: int, left: float | None) -> str:
        """What is told; without an estimate where there is none."""
        bound = "at most " if self._at_most else ""
        rest = "" if left is None else f", {bound}{_clock(left)} to go"
        return f"{done:,} of {bound}{self._games:,} games, {done / self._games:.0%}{rest}"


def rate(per_second: float) -> str:
    """Slow ones with what is behind the point."""
    return f"{per_second:,.0f}" if per_second >= 10 else f"{per_second:.2g}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
