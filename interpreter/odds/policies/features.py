"""A policy's table and its program in; what a policy of a ruleset can ask of the situations in it, in its own words, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import TURN, Field, Program, Role
from parlour.interpreter.runtime.policies import Table
from parlour.interpreter.types import Kind

NEAR = 3  # seats after the one who chooses that have a name


class Feature(Struct, frozen=True):
    """`text` says it in the words of a ruleset; `truth`: it is true or false, and no number."""

    text: str
    truth: bool


Row = dict[Feature, int]


def rows_of(table: Table, program: Program, seat: int) -> list[tuple[Row, int]]:
    """Each situation of a table where this seat chooses, as what can be asked of it, with the action."""
    known = [(slot, value) for slot, value in table.known if slot != TURN]
    reading = _Reading(program, seat)
    found = []
    for values, action in table.actions.items():
        row: Row = {}
        for slot, value in [*known, *zip(table.slots, values, strict=True)]:
            asked = reading.feature(slot)
            if asked is not None:
                row[asked[0]] = asked[1](value)
        found.append((row, action))
    return found


def seat_of(table: Table) -> int:
    """Whose turn it is in a table; -1 where that is not known."""
    return next((value for slot, value in table.known if slot == TURN), -1)


Asked = tuple[Feature, Callable[[int], int]]


class _Reading:
    """Slots as the seat that chooses sees them."""

    def __init__(self, program: Program, seat: int) -> None:
        self._program, self._seat = program, seat
        self._names = SlotNames(program.layout)
        self._named = [field.name for field in program.layout.fields]
        faces = program.throws.faces
        self._totals = [
            sum(int(face) * count for face, count in zip(faces, outcome, strict=True)) if _counted(faces) else 0
            for outcome in program.throws.outcomes
        ]

    def feature(self, slot: int) -> Asked | None:
        """How a policy asks what a slot holds, and the answer; None where it cannot."""
        field = self._names.field(slot)
        if field is None or field.width > 1 or not field.name.isidentifier() or self._named.count(field.name) > 1:
            return None
        if field.role not in (Role.LOCAL, Role.VARIABLE, Role.ACCOUNT, Role.PAWN) or field.seen_by == "nobody":
            return None
        text = self._text(field, self._names.key(slot))
        return None if text is None else self._asked(field, text)

    def _text(self, field: Field, key: int) -> str | None:
        if field.key is None:
            return field.name
        if field.key.kind is Kind.PLAYER:
            who = self._who(key)
            return None if who is None else f"{who}.{field.name}"
        return f"{field.name}({key})" if field.key.kind is Kind.INT else None

    def _who(self, seat: int) -> str | None:
        away = (seat - self._seat) % self._program.seats
        if away == 0:
            return "me"
        if self._program.seats == 2:
            return "opponent"
        return "next(" * away + "me" + ")" * away if away <= NEAR else None

    def _asked(self, field: Field, text: str) -> Asked | None:
        match field.type.kind:
            case Kind.BOOL:
                return Feature(text, True), int
            case Kind.INT:
                return Feature(text, False), int
            case Kind.THROW if any(self._totals):
                return Feature(f"{text}.total", False), self._totals.__getitem__
            case _:
                return None


def _counted(faces: Sequence[int | str]) -> bool:
    return all(isinstance(face, int) for face in faces)
