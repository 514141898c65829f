"""A match and the moves that were made in it in, the game told again step by step out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from parlour.interpreter.program.instructions import Note
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.table.match import Impossible, Match, Move
from parlour.interpreter.table.record import Record
from parlour.interpreter.table.telling import Teller

_STEPS = (Happening.COUNTED, Note.PHASE)  # before these a reader may rest


class Reader(Protocol):
    """Somebody who reads along."""

    def goes_on(self) -> bool:
        """Wait until the next step is wanted; False to stop."""
        ...


class Replay:
    """Repeats moves, and asks bots where there are none to repeat."""

    def __init__(self, match: Match, teller: Teller, reader: Reader) -> None:
        self.match, self._teller, self._reader = match, teller, reader
        self.made = 0  # recorded moves that were repeated
        self._is_log = False

    def run(self, record: Record | None) -> bool:
        """Tell the whole game; with a record as far as it goes. Whether it was told to its end, not stopped by the reader.

        Raises Impossible where a move does not fit, and Fault.
        """
        waiting = list(record.moves) if record else None
        self._is_log = record is not None and record.is_log
        events, steps = 0, 0
        while True:
            while moment := self.match.next_moment():
                if self._is_log and record and events == record.told:
                    self._teller.rest()
                    return True
                if moment.event.kind in _STEPS:
                    steps += 1
                    if steps > 1 and not self._reader.goes_on():
                        return False
                self._teller.tell(moment)
                self.match.pass_on()
                events += 1
            if self.match.state.is_terminal:
                self._teller.end()
                return True
            if not self._move(waiting):
                self._teller.rest()
                return True

    def _move(self, waiting: list[Move] | None) -> bool:
        """The next move; False where the record has no more."""
        match = self.match
        if waiting is None:
            match.happen() if match.state.is_chance else match.bot_chooses()
            return True
        if self._is_log and match.state.is_chance:
            match.happen()
            return True
        if not waiting:
            return False
        match.repeat(waiting[0])
        self.made += 1
        del waiting[0]
        return True


def leftover(replay: Replay, moves: Sequence[Move]) -> None:
    """Raises Impossible where the game was over before its record."""
    if replay.made < len(moves) and replay.match.state.is_terminal:
        raise Impossible("the game is over by then")
