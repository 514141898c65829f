"""A program in, its straight runs of instructions out: where they begin, and where the game may go on."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    ChooseSome,
    Dequeue,
    Draw,
    Instruction,
    Jump,
    Switch,
    Throw,
)
from parlour.interpreter.program.program import Program

STOP = -1  # what a block returns to stop; else the address to go on at, or `after_chance` of it
LONGEST = 50  # instructions in one block, so that a block is a short step


def after_chance(address: int) -> int:
    """The address, spelled so that the guard begins to count anew; of that spelling the address, of STOP again STOP."""
    return -2 - address


def targets(instruction: Instruction) -> tuple[int, ...]:
    """The addresses an instruction may go to, other than the next; Return goes behind a Call."""
    match instruction:
        case Jump(to) | Call(to):
            return (to,)
        case Branch(_, otherwise):
            return (otherwise,)
        case Switch(_, _, to, otherwise):
            return (*to, otherwise)
        case Choose(options=options, otherwise=otherwise):
            return (*(o.to for o in options), otherwise)
        case ChooseOne(otherwise=otherwise) | ChooseSome(otherwise=otherwise):
            return (otherwise,)
        case Dequeue(empty=empty):
            return (empty,)
        case _:
            return ()


def leaders(program: Program) -> frozenset[int]:
    """The addresses where a block begins."""
    return frozenset(a for a in _entries(program) if 0 <= a < len(program.instructions))


def _entries(program: Program) -> Iterator[int]:
    yield 0
    for phase in program.phases:
        yield phase.entry
        yield phase.turn_entry
    for address, instruction in enumerate(program.instructions):
        yield from targets(instruction)
        if isinstance(instruction, Call | Throw | Draw | Choose | ChooseOne | ChooseSome):
            yield address  # a game stops before a chance or choice, and goes on behind it
            yield address + 1
