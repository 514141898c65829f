"""Who sits at the terminal in, what may be shown there out: what is open, and what is one's own where one person plays."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.program.program import Field, Program, Role
from parlour.interpreter.table.seats import Seat

ALL, OWNER = "all", "owner"


class Watching:
    """What everybody at one terminal may see. Several people share its lines, so only what is open is told to them."""

    def __init__(self, program: Program, seats: Sequence[Seat]) -> None:
        self._program = program
        people = frozenset(number for number, seat in enumerate(seats) if seat.is_person)
        self.alone = next(iter(people)) if len(people) == 1 else None

    def sees(self, field: Field, owner: int) -> bool:
        """Whether what a field holds for an owner (-1: the table) may be told."""
        return may_see(field, owner, self.alone)

    def hears(self, seat: int) -> bool:
        """Whether what is said to one seat (-1: to all) may be told."""
        return seat < 0 or seat == self.alone

    def writes_openly(self, slot: int) -> bool:
        """Whether what a slot holds is open: a secret choice is written to a variable that is not."""
        fields = (f for f in self._program.layout.fields if f.base <= slot < f.base + f.size)
        field = next(fields, None)
        return field is None or field.role is Role.LOCAL or field.seen_by == ALL


def may_see(field: Field, owner: int, seat: int | None) -> bool:
    """Whether a seat (None: nobody in particular) sees what a field holds for an owner."""
    if field.seen_by == ALL:
        return True
    return field.seen_by == OWNER and seat is not None and seat == owner
