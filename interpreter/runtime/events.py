"""What happened in a game, for those who watch: one flat kind of value, each with the place that caused it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from parlour.interpreter.program.instructions import Note


class Happening(StrEnum):
    """What the machine itself tells; the meaning of the values in order. What the rules tell is a Note."""

    THREW = "threw"  # device, number of dice, outcome (index of Program.throws.outcomes)
    DREW = "drew"  # slot where the zone begins, kind
    TRANSFERRED = "transferred"  # slot of the source, slot of the receiver, what moved, what is lacking
    CHOSE = "chose"  # choice (index of Program.choices), seat, action, 1 when it was the only one
    COUNTED = "counted"  # number of the turn in this game (from 1), seat
    ENDED = "ended"  # outcome, winners as a mask, then the arguments of `text`


class Event(Struct, frozen=True):
    """`text` indexes Program.texts (-1: none), `place` Program.places (-1: of the engine)."""

    kind: Note | Happening
    values: tuple[int, ...]
    place: int
    text: int = -1


Listener = Callable[[Event], None]
