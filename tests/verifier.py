"""A program in, what is wrong with it out: addresses, slots and indexes that the executors rely on without a test."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.contents import expressions_of, targets_of
from parlour.interpreter.program.expressions import Element, Expr, Lookup, Slot
from parlour.interpreter.program.instructions import (
    Choose,
    ChooseOne,
    ChooseSome,
    Clear,
    Dequeue,
    Draw,
    End,
    Enqueue,
    Fail,
    Instruction,
    Pop,
    Push,
    Remove,
    Set,
    Sort,
    Target,
    Tell,
    Throw,
)
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import every


def problems(program: Program) -> list[str]:
    """What breaks the promises of a program, each with the address of the instruction; none of a sound one."""
    return list(_layout(program)) + list(_chance(program)) + list(_code(program))


def _layout(program: Program) -> Iterator[str]:
    layout = program.layout
    if len(layout.initial) != layout.size:
        yield f"the state has {layout.size} slots and {len(layout.initial)} first values"
    end = 0
    for field in sorted(layout.fields, key=lambda f: f.base):
        if field.base < end or field.base + field.size > layout.size:
            yield f"field '{field.name}' overlaps another or leaves the state"
        end = field.base + field.size
        if field.low > field.high:
            yield f"field '{field.name}' has no value in {field.low}..{field.high}"
    slots = {slot for group in program.conserved for slot in group}
    yield from (f"conserved slot {slot} is not in the state" for slot in slots if not 0 <= slot < layout.size)
    for phase in program.phases:
        if not 0 <= phase.entry < len(program.instructions) or phase.turn_entry >= len(program.instructions):
            yield f"phase '{phase.name}' begins nowhere"


def _chance(program: Program) -> Iterator[str]:
    throws = program.throws
    faces = len(throws.faces)
    if any(len(outcome) != faces for outcome in throws.outcomes) or len(throws.after) != faces * len(throws.outcomes):
        yield "the outcomes of throws do not have one number a face"
    if any(not -1 <= after < len(throws.outcomes) for after in throws.after):
        yield "a throw leads to an outcome that is not there"
    for device in program.devices:
        if not device.dice or any(not die or not all(0 <= f < faces for f in die) for die in device.dice):
            yield f"device '{device.name}' shows a face that is not there"
    if not 0 <= program.limits.outcome < len(program.outcomes):
        yield "the limit's outcome is not there"


def _code(program: Program) -> Iterator[str]:
    length = len(program.instructions)
    if not length or falls_through(program.instructions[-1]):
        yield "the last instruction goes on to nothing"
    for address, instruction in enumerate(program.instructions):
        name = f"{address} {type(instruction).__name__}"
        lowest = -1 if isinstance(instruction, Choose | ChooseOne | ChooseSome) else 0
        yield from (f"{name}: no address {to}" for to in targets(instruction) if not lowest <= to < length)
        yield from (f"{name}: {text}" for text in _stretches(program, instruction))
        yield from (f"{name}: {text}" for text in _indexes(program, instruction))
        for expr in expressions_of(instruction):
            yield from (f"{name}: {text}" for text in _reads(program, expr))


def _stretches(program: Program, instruction: Instruction) -> Iterator[str]:
    """Stretches of the state that an instruction works on."""
    for base, size in _worked_on(instruction):
        if base < 0 or size < 0 or base + size > program.layout.size:
            yield f"slots {base}..{base + size - 1} are not in the state"


def _worked_on(instruction: Instruction) -> Iterator[tuple[int, int]]:
    for target in targets_of(instruction):
        yield target.base, _reach(target, instruction)
    into = [getattr(instruction, name, -1) for name in ("into", "back", "paid", "unpaid")]
    yield from ((slot, 1) for slot in into if slot != -1)
    match instruction:
        case Clear(base, values):
            yield base, len(values)
        case Sort(bases, size):
            yield from ((base, size) for base in bases)
        case Enqueue(_, base, size) | Dequeue(_, base, size):
            yield base, size
        case _:
            pass


def _reach(target: Target, instruction: Instruction) -> int:
    """How many slots from the base on an instruction may touch."""
    match instruction:
        case Draw(kinds=kinds):
            block = kinds
        case Push(capacity=capacity) | Pop(capacity=capacity) | Remove(capacity=capacity):
            block = capacity + 1
        case _:
            block = 1
    return block if target.index is None else max(target.size, block)


def _indexes(program: Program, instruction: Instruction) -> Iterator[str]:
    """Numbers that index something of the program."""
    place = getattr(instruction, "place", -1)
    if place >= len(program.places):
        yield f"no place {place}"
    match instruction:
        case Set(low=low, high=high) if low > high:
            yield f"no value in {low}..{high}"
        case Throw(device=device) if not 0 <= device < len(program.devices):
            yield f"no device {device}"
        case Choose(choice=choice) | ChooseOne(choice=choice) | ChooseSome(choice=choice):
            if not 0 <= choice < len(program.choices):
                yield f"no choice {choice}"
            elif isinstance(instruction, Choose) and len(instruction.options) != len(program.choices[choice].options):
                yield f"choice {choice} does not name its options"
        case End(outcome=outcome, text=text):
            if not 0 < outcome < len(program.outcomes) or text >= len(program.texts):
                yield f"no outcome {outcome} or no text {text}"
        case Tell(text=text) if text >= len(program.texts):
            yield f"no text {text}"
        case Fail(message=message) if not 0 <= message < len(program.messages):
            yield f"no message {message}"
        case _:
            pass


def _reads(program: Program, expr: Expr) -> Iterator[str]:
    for node in every(expr):
        match node:
            case Slot(index) if not 0 <= index < program.layout.size:
                yield f"no slot {index}"
            case Element(base, _, size) if base < 0 or size < 1 or base + size > program.layout.size:
                yield f"slots {base}..{base + size - 1} are not in the state"
            case Lookup(table) if not 0 <= table < len(program.tables):
                yield f"no table {table}"
            case _:
                pass
        if getattr(node, "place", -1) >= len(program.places):
            yield f"no place {getattr(node, 'place', -1)}"
