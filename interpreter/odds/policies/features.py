"""A policy's table and its program in; what a policy of a ruleset can ask of the situations in it, in its own words, out;
and how it names what is picked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import TURN, ChoiceInfo, Field, Program, Role
from parlour.interpreter.runtime.policies import Table
from parlour.interpreter.runtime.spelling import Speller
from parlour.interpreter.types import Kind, Type

OUT = "is_out"  # the field of games that players leave
NEAR = 3  # seats after the one who chooses that have a name
FEW = 12  # words of a type, of which each can be asked for


class Feature(Struct, frozen=True):
    """`text` says it in the words of a ruleset; `truth`: it is true or false, and no number; `denied` says it is false.
    `subject`: of what only one such feature is true."""

    text: str
    truth: bool
    denied: str = ""
    subject: str = ""


Row = dict[Feature, int]


def rows_of(table: Table, program: Program, seat: int) -> list[tuple[Row, int]]:
    """Each situation of a table where this seat chooses, as what can be asked of it, with the action."""
    known = [(slot, value) for slot, value in table.known if slot != TURN]
    reading = _Reading(program, seat)
    found = []
    for values, action in table.actions.items():
        row: Row = {}
        for slot, value in [*known, *zip(table.slots, values, strict=True)]:
            row |= {feature: answer(value) for feature, answer in reading.features(slot)}
        found.append((row, action))
    return found


def seat_of(table: Table) -> int:
    """Whose turn it is in a table; -1 where that is not known."""
    return next((value for slot, value in table.known if slot == TURN), -1)


def picking(info: ChoiceInfo, program: Program, seat: int) -> Callable[[int], str | None]:
    """How a policy of this seat names a value that can be picked; None where it has no name for it."""
    reading, speller = _Reading(program, seat), Speller(program)

    def named(value: int) -> str | None:
        if info.type.kind is Kind.PLAYER:
            return reading.who(value)
        known = info.type.words or info.type.kind in (Kind.INT, Kind.SQUARE)
        return speller.value(info.type, value) if known else None

    return named


Asked = tuple[Feature, Callable[[int], int]]


class _Reading:
    """Slots as the seat that chooses sees them."""

    def __init__(self, program: Program, seat: int) -> None:
        self._program, self._seat = program, seat
        self._names = SlotNames(program.layout)
        self._one_each = program.tokens == program.seats
        self._named = [field.name for field in program.layout.fields]
        self._leaving = OUT in self._named
        faces = program.throws.faces
        self._totals = [
            sum(int(face) * count for face, count in zip(faces, outcome, strict=True)) if _counted(faces) else 0
            for outcome in program.throws.outcomes
        ]

    def features(self, slot: int) -> Sequence[Asked]:
        """How a policy asks what a slot holds, and the answers; none where it cannot."""
        field = self._names.field(slot)
        if field is None or field.width > 1 or not field.name.isidentifier() or self._named.count(field.name) > 1:
            return ()
        if field.role not in (Role.LOCAL, Role.VARIABLE, Role.ACCOUNT, Role.PAWN) or field.seen_by == "nobody":
            return ()
        text = self._text(field, self._names.key(slot))
        return () if text is None else list(self._asked(field.type, text))

    def _text(self, field: Field, key: int) -> str | None:
        if field.key is None:
            return field.name
        if field.key.kind is Kind.PLAYER or (field.key.kind is Kind.TOKEN and self._one_each):
            who = self.who(key)
            return None if who is None else f"{who}.{field.name}"
        return f"{field.name}({key})" if field.key.kind is Kind.INT else None

    def who(self, seat: int) -> str | None:
        away = (seat - self._seat) % self._program.seats
        if away == 0:
            return "me"
        if self._program.seats == 2:
            return "opponent"
        if self._leaving:  # `next` passes over who is out
            return None
        return "next(" * away + "me" + ")" * away if away <= NEAR else None

    def _asked(self, type: Type, text: str) -> Iterator[Asked]:
        match type.kind:
            case Kind.BOOL:
                yield Feature(text, True, f"not {text}"), int
            case Kind.INT:
                yield Feature(text, False), int
            case Kind.THROW if any(self._totals):
                yield Feature(f"{text}.total", False), self._totals.__getitem__
            case Kind.PLAYER:
                for seat in range(self._program.seats):
                    if who := self.who(seat):
                        yield Feature(f"{text} == {who}", True, f"{text} != {who}", text), seat.__eq__
            case Kind.SQUARE if not type.words:
                yield Feature(text, False), int
            case Kind.WORD | Kind.SQUARE if len(type.words) <= FEW:
                for number, word in enumerate(type.words, type.first):
                    yield Feature(f"{text} == {word}", True, f"{text} != {word}", text), number.__eq__
            case _:
                pass


def _counted(faces: Sequence[int | str]) -> bool:
    return all(isinstance(face, int) for face in faces)
