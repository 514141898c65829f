"""A program in, a listing of it for a reader out: the state, the tables, each instruction with its place."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.program.contents import place_of
from parlour.interpreter.program.formatting import Formatter
from parlour.interpreter.program.mnemonics import Mnemonics, span
from parlour.interpreter.program.program import Field, Program

WIDE = 72  # where the places begin


def listing(program: Program) -> str:
    """Several lines, the same for the same program: heading, state, devices, code, results."""
    return "\n".join(line.rstrip() for line in _lines(program)) + "\n"


def _lines(program: Program) -> Iterator[str]:
    yield f"program {program.id}: {_counted(program.seats, 'seat')}, aim {program.aim}"
    yield from (f"option {name} = {value}" for name, value in program.options)
    yield ""
    yield f"state: {_counted(program.layout.size, 'slot')}"
    yield from (_field(field, program.layout.initial) for field in program.layout.fields)
    yield ""
    yield from _devices(program)
    yield from _code(program)
    yield ""
    formatter = Formatter(program)
    yield from (f"score of seat {k}: {formatter.text(e)}" for k, e in enumerate(program.scores))
    yield from (f"measure {name}: {formatter.text(expr)}" for name, expr in program.measures)
    limits = program.limits
    yield (
        f"limits: {limits.turns} turns, {limits.chances} chances, {limits.choices} choices"
        f" ({program.outcomes[limits.outcome] or 'no outcome'}), {limits.steps} steps"
    )


def _field(field: Field, initial: tuple[int, ...]) -> str:
    slots = f"{field.base}" if field.size == 1 else f"{field.base}..{field.base + field.size - 1}"
    keyed = f"[{field.first}..{field.first + field.keys - 1}]" if field.key is not None else ""
    width = f" x {field.width}" if field.width > 1 else ""
    values = initial[field.base : field.base + field.size]
    starts = f"starts {values[0]}" if len(set(values)) == 1 else f"starts {' '.join(map(str, values))}"
    shown = "" if field.seen_by == "all" else f", seen by {field.seen_by}"
    name = f"{field.name}{keyed}{width}"
    return f"  {slots:>9}  {name:<30} {field.role.value:<8}  {span(field.low, field.high)}, {starts}{shown}"


def _devices(program: Program) -> Iterator[str]:
    faces = program.throws.faces
    for number, device in enumerate(program.devices):
        dice = ", ".join("[" + " ".join(str(faces[f]) for f in die) + "]" for die in device.dice)
        yield f"device {number} {device.name}: {dice}{'' if device.alike else ' together'}"
    for deck in program.decks:
        yield f"deck {deck.name}: {' '.join(f'{n}x{k}' for n, k in zip(deck.copies, deck.kinds, strict=True))}"
    for number, table in enumerate(program.tables):
        yield f"table {number} {table.name}: {' '.join(map(str, table.values))}"
    if program.devices or program.decks or program.tables:
        yield ""


def _code(program: Program) -> Iterator[str]:
    mnemonics = Mnemonics(program)
    for address, instruction in enumerate(program.instructions):
        for phase in program.phases:
            if phase.entry == address:
                yield f"phase {phase.name}:"
            if phase.turn_entry == address:
                yield f"turn of {phase.name}:"
        place = place_of(instruction)
        where = f"; {program.places[place]}" if 0 <= place < len(program.places) else ""
        yield f"{address:>6}  {mnemonics.text(instruction):<{WIDE}} {where}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
