"""What is said to one of several people at a terminal in; kept until he alone looks at the screen, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Asides:
    """Sentences that wait for their hearers, seat by seat."""

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[str, ...]] = {}

    def say(self, seat: int, sentence: str) -> None:
        """A sentence that is for this seat alone."""
        self._waiting[seat] = (*self._waiting.get(seat, ()), sentence)

    def take(self, seat: int) -> tuple[str, ...]:
        """What waits for this seat; from then on it does no more."""
        return self._waiting.pop(seat, ())

    def hearers(self) -> Sequence[int]:
        """The seats that something waits for, in their order."""
        return sorted(self._waiting)

    def kept(self) -> Mapping[int, tuple[str, ...]]:
        """What waits by now, for going back to it."""
        return dict(self._waiting)

    def back_to(self, kept: Mapping[int, tuple[str, ...]]) -> None:
        self._waiting = dict(kept)
