"""How long batches took in, how many games the next one has out: half a second's worth, and no worker idle.

With many threads batches are longer, up to a second: a scheduler and whoever adds up have some milliseconds of work with each.
"""

from __future__ import annotations

SECONDS = 0.5  # that a batch should take
LONG = 1.0  # where there are MANY threads
MANY = 40
SHORT = 0.2  # a batch is not made shorter than this to keep every worker busy
NEWS = 0.3  # the weight of the newest measurement


class Pace:
    """`first`: games of a batch before anything is known; `most`: that any may have."""

    def __init__(self, first: int, most: int) -> None:
        self._first, self._most = first, most
        self._rate: float | None = None

    @property
    def rate(self) -> float | None:
        """Games a second of one thread."""
        return self._rate

    def learn(self, games: int, seconds: float) -> None:
        seen = games / max(seconds, 1e-6)
        self._rate = seen if self._rate is None else (1 - NEWS) * self._rate + NEWS * seen

    def size(self, left: int, threads: int) -> int:
        """Of the next batch, where so many games are left for so many threads; at least 1, at most `left`."""
        if self._rate is None:
            wanted = float(self._first)
        else:
            seconds = min(LONG, max(SECONDS, LONG * threads / MANY))
            wanted = min(self._rate * seconds, max(left / max(1, threads), self._rate * SHORT))
        return max(1, min(int(wanted), self._most, left))
