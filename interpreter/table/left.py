"""A game saved by other rules and where its moves lead now in; how it was left, as far as that is otherwise, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from parlour.interpreter.locale.formatting import Value
from parlour.interpreter.program.program import PHASE, TURN, Field, Layout, Program, Role
from parlour.interpreter.table.record import Record
from parlour.interpreter.table.standing import Standing
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.types import Kind

_HELD = (Role.PAWN, Role.ACCOUNT, Role.VARIABLE, Role.BAG, Role.PILE)


class Left(Struct, frozen=True):
    """`vector`: the situation of now, with what was saved laid over it; `differ`: (field, key) of what is otherwise."""

    vector: tuple[int, ...]
    differ: tuple[tuple[Field, int], ...]


def fields_as_data(layout: Layout) -> list[list[str | int]]:
    """`[name, base, first, keys, width]` of each field that holds something of the game: with it a vector can be read later."""
    return [[f.name, f.base, f.first, f.keys, f.width] for f in layout.fields if f.role in _HELD]


def left(record: Record, program: Program, now: Sequence[int]) -> Left:
    """What was saved beside what is. Fields that one of the two alone has are not compared."""
    layout, seats = program.layout, program.seats
    saved = (record.state or {}).get("vector")
    values = saved if isinstance(saved, list) and all(type(n) is int for n in saved) else []
    vector, differ = list(now), []
    if len(values) > TURN and 0 <= values[TURN] < seats:
        vector[TURN] = values[TURN]
    for field, base in _shared(record.fields, layout, len(values)):
        for key in range(field.first, field.first + field.keys):
            slot = field.slot(key)
            was = values[base + slot - field.base :][: field.width]
            if was != list(now[slot : slot + field.width]):
                differ.append((field, key))
                if all(field.low <= value <= field.high for value in was):
                    vector[slot : slot + field.width] = was
    return Left(tuple(vector), tuple(differ))


def told_left(voice: Voice, standing: Standing, record: Record, now: Sequence[int]) -> list[str]:
    """In sentences: places and accounts as they were, whose turn it was, and what else is otherwise, by name."""
    before = left(record, voice.program, now)
    was, lines = standing.line(before.vector), []
    if was != standing.line(now):
        lines.append(voice.say("save_left", text=was))
    if before.vector[TURN] != now[TURN] and voice.program.phases[now[PHASE]].turn_entry >= 0:
        lines.append(voice.say("save_left_turn", who=voice.player(before.vector[TURN])))
    others = dict.fromkeys(
        voice.show(_name(voice, *of)) for of in before.differ if not _is_told(standing, before, now, *of)
    )
    if others:
        lines.append(voice.say("save_left_otherwise", choices=tuple(others)))
    return lines


def _is_told(standing: Standing, before: Left, now: Sequence[int], field: Field, key: int) -> bool:
    """Whether the line of how everybody stands shows the difference."""
    vector = list(now)
    slots = slice(field.slot(key), field.slot(key) + field.width)
    vector[slots] = before.vector[slots]
    return standing.line(vector) != standing.line(now)


def _name(voice: Voice, field: Field, key: int) -> Value:
    """What holds something else: by its word, or where it has none by whose it is."""
    kind = field.key.kind if field.key else None
    if kind is Kind.TOKEN and not voice.has_word(field.name):
        return voice.pawn(key)
    if kind is Kind.PLAYER and not voice.has_word(field.name):
        return voice.player(key)
    return voice.word(field.name)


def _shared(rows: Sequence[Any], layout: Layout, size: int) -> Iterator[tuple[Field, int]]:
    """The fields that are as large now as they were, and where they began in the vector that was saved."""
    for row in rows:
        match row:
            case [str(name), int(base), int(first), int(keys), int(width)]:
                field = layout.named(name)
                fits = field is not None and (field.first, field.keys, field.width) == (first, keys, width)
                if field is not None and fits and 0 <= base <= size - keys * width:
                    yield field, base
