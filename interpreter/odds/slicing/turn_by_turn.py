"""A program in; its graph with one node for each seat where its turns begin, out: what was known before is forgotten there.

What a seat's node knows then holds whenever a turn of that seat begins, and no node remembers what happened in turns before.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.odds.slicing.graph import Graph
from parlour.interpreter.odds.slicing.specializer import (
    Key,
    Known,
    Specializer,
    TooManyNodes,
    controlling,
    returning,
    room_for,
)
from parlour.interpreter.program.instructions import CountTurn
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import TURN, Program

ATTEMPTS = 20  # each forgets one field more, or several


class _Differs(Exception):
    """What is known where a turn begins is not always the same of these slots."""

    def __init__(self, slots: Sequence[int]) -> None:
        super().__init__(slots)
        self.slots = slots


def graph_of_turns(program: Program, bounds: Bounds) -> Graph | None:
    """None where it is not known whose turn it is, or there would be too many nodes."""
    followed = sorted({*returning(program), *controlling(program, bounds)})
    names, forgotten = SlotNames(program.layout), set[int]()
    for _ in range(ATTEMPTS):
        try:
            return _ByTurns(program, bounds, followed, room_for(program), forgotten).graph()
        except TooManyNodes:
            return None
        except _Differs as differs:
            if TURN in differs.slots:
                return None
            fields = {field.base: field for slot in differs.slots if (field := names.field(slot)) is not None}
            forgotten |= {s for field in fields.values() for s in range(field.base, field.base + field.size)}
    return None


class _ByTurns(Specializer):
    def __init__(
        self, program: Program, bounds: Bounds, followed: Sequence[int], most: int, forgotten: set[int]
    ) -> None:
        super().__init__(program, bounds, followed, most)
        self._forgotten = forgotten
        self._begun: dict[tuple[int, int], Known] = {}  # by the address where a turn begins, and whose it is

    def _arriving(self, address: int, known: Known) -> Key:
        if not isinstance(self._program.instructions[address], CountTurn):
            return address, known
        kept = tuple([None if s in self._forgotten else value for s, value in zip(self._followed, known, strict=True)])
        seat = kept[self._rank[TURN]]
        if seat is None:
            raise _Differs([TURN])
        before = self._begun.setdefault((address, seat), kept)
        if before != kept:
            raise _Differs([s for s, a, b in zip(self._followed, before, kept, strict=True) if a != b])
        return address, kept
