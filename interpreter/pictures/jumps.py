"""A program in; the squares that send whoever lands there to one other square, whatever else happens, out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.expressions import Binary, Constant, Expr, Not, Slot
from parlour.interpreter.program.folding import compute
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Clear,
    Dequeue,
    End,
    Fail,
    Instruction,
    Note,
    Return,
    Set,
    Switch,
    Tell,
)
from parlour.interpreter.program.program import Program

_STEPS = 2_000  # instructions looked at for one square: more is no plain jump

Known = Mapping[int, Expr]  # slot → a constant, or the slot of the pawn that arrives
_Going = tuple[int, Known, int | None]  # where the game goes on, what is known there, where the pawn was sent


def jumps_of(program: Program) -> dict[int, int]:
    """Square → the square it sends to. A jump that depends on a throw, a choice or a purse is none."""
    found = _dispatch(program)
    if found is None:
        return {}
    arrivals, switch, here, pawn = found
    jumps = {}
    for number in range(1, program.squares + 1):
        start = _target(switch, number)
        if start != arrivals:
            ends = _destinations(program, start, arrivals, {here: Constant(number), pawn: Slot(pawn)})
            only = ends.pop() if len(ends) == 1 else None
            if only:
                jumps[number] = only
    return jumps


def _dispatch(program: Program) -> tuple[int, Switch, int, int] | None:
    """Where arrivals begin, the switch to the statements of squares, the slots of the square and of the pawn."""
    instructions = program.instructions
    told = next((i for i in instructions if isinstance(i, Tell) and i.note is Note.LANDED), None)
    arrivals = next((k for k, i in enumerate(instructions) if isinstance(i, Dequeue)), None)
    if told is None or arrivals is None:
        return None
    pawn, here = told.arguments
    assert isinstance(pawn, Slot) and isinstance(here, Slot)
    ways = (i for i in instructions if isinstance(i, Switch) and i.value == here and i.otherwise == arrivals)
    switch = next(ways, None)
    return None if switch is None else (arrivals, switch, here.index, pawn.index)


def _destinations(program: Program, start: int, arrivals: int, known: Known) -> set[int | None]:
    """Where the pawn may have been sent when the square has finished; None: nowhere, or somewhere that depends."""
    ends: set[int | None] = set()
    waiting: list[_Going] = [(start, known, None)]
    for _ in range(_STEPS):
        if not waiting:
            return ends
        address, known, sent = waiting.pop()
        instruction = program.instructions[address]
        if address == arrivals:
            ends.add(sent)
        elif isinstance(instruction, Tell) and instruction.note is Note.MOVED:
            waiting.append((address + 1, known, _sent(instruction, known, sent, program)))
        elif not isinstance(instruction, End | Fail):
            waiting.extend((to, after, sent) for to, after in _next(address, instruction, known))
    return {None}


def _sent(told: Tell, known: Known, before: int | None, program: Program) -> int | None:
    token, _, square = (_value(argument, known) for argument in told.arguments)
    if not isinstance(token, Slot):
        return before if program.tokens > 1 else None
    return square.value if isinstance(square, Constant) else None


def _next(address: int, instruction: Instruction, known: Known) -> Iterator[tuple[int, Known]]:
    """The addresses where the game may go on, with what is known there."""
    match instruction:
        case Set(target, value) if target.index is None:
            yield address + 1, _with(known, {target.base: _value(value, known)})
        case Clear(base, values):
            yield address + 1, _with(known, {base + k: Constant(v) for k, v in enumerate(values)})
        case Call(to, back):
            yield to, _with(known, {back: Constant(address + 1)})
        case Return(back):
            behind = known.get(back)
            if isinstance(behind, Constant):
                yield behind.value, known
        case Branch(test, otherwise) if isinstance(holds := _value(test, known), Constant):
            yield (address + 1 if holds.value else otherwise), known
        case Switch(value) if isinstance(found := _value(value, known), Constant):
            yield _target(instruction, found.value), known
        case _:
            unknown = _with(known, dict.fromkeys(_written(instruction)))
            yield from ((to, unknown) for to in targets(instruction) if to >= 0)
            if falls_through(instruction):
                yield address + 1, unknown


def _written(instruction: Instruction) -> Iterator[int]:
    """The single slots that an instruction of chance, choice or payment writes."""
    for name in ("into", "paid", "unpaid"):
        slot = getattr(instruction, name, -1)
        if slot >= 0:
            yield slot


def _with(known: Known, news: Mapping[int, Expr | None]) -> Known:
    both = {**known, **news}
    return {slot: value for slot, value in both.items() if value is not None}


def _target(switch: Switch, value: int) -> int:
    k = value - switch.low
    return switch.targets[k] if 0 <= k < len(switch.targets) else switch.otherwise


def _value(expr: Expr, known: Known) -> Expr | None:
    """A constant, the pawn that arrives, or None: not known."""
    match expr:
        case Constant():
            return expr
        case Slot(index):
            return known.get(index)
        case Not(operand):
            inner = _value(operand, known)
            return Constant(int(not inner.value)) if isinstance(inner, Constant) else None
        case Binary(operator, left, right):
            one, other = _value(left, known), _value(right, known)
            if isinstance(one, Constant) and isinstance(other, Constant):
                found = compute(operator, one.value, other.value)
                return None if found is None else Constant(found)
            return None
        case _:
            return None
