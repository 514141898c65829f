"""Who sits at the terminal in, what may be shown there out: what is open, and what is one's own where one person plays."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.program.expressions import Constant
from parlour.interpreter.program.instructions import Instruction, Note, Tell
from parlour.interpreter.program.program import Field, Program
from parlour.interpreter.table.seats import Seat
from parlour.interpreter.table.secret_choices import OPEN, reads_hidden, secret_choices

OWNER = "owner"


class Watching:
    """What everybody at one terminal may see. Several people share its lines, so only what is open is told to them."""

    def __init__(self, program: Program, seats: Sequence[Seat]) -> None:
        self._program, self._secret = program, secret_choices(program)
        people = frozenset(number for number, seat in enumerate(seats) if seat.is_person)
        self.alone = next(iter(people)) if len(people) == 1 else None
        self._sharing = people if len(people) > 1 else frozenset()

    def sees(self, field: Field, owner: int) -> bool:
        """Whether what a field holds for an owner (-1: the table) may be told."""
        return may_see(field, owner, self.alone)

    def hears(self, seat: int) -> bool:
        """Whether what is said to one seat (-1: to all) may be told."""
        return seat < 0 or seat == self.alone

    def confides(self, seat: int) -> bool:
        """Whether what is said to one seat has to wait until that person alone looks at the screen."""
        return seat in self._sharing

    def knows(self, choice: int) -> bool:
        """Whether what is chosen there may be told."""
        return choice not in self._secret

    @property
    def hides(self) -> bool:
        """Whether anybody may see, choose or be told what others may not know."""
        fields, steps = self._program.layout.fields, self._program.instructions
        return bool(self._secret) or any(f.seen_by == OWNER for f in fields) or any(map(_is_aside, steps))

    @property
    def knows_scores(self) -> bool:
        """Whether the scores may be told before the game is over: they are counted from what is open."""
        return not any(reads_hidden(self._program, score) for score in self._program.scores)


def _is_aside(step: Instruction) -> bool:
    """Whether it says something to one seat."""
    return isinstance(step, Tell) and step.note is Note.SAID and step.arguments[0] != Constant(-1)


def may_see(field: Field, owner: int, seat: int | None) -> bool:
    """Whether a seat (None: nobody in particular) sees what a field holds for an owner."""
    if field.seen_by == OPEN:
        return True
    return field.seen_by == OWNER and seat is not None and seat == owner
