"""Instructions in, the addresses that the game may go on at out: where straight runs of instructions begin and end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    ChooseSome,
    Dequeue,
    Draw,
    End,
    Fail,
    Instruction,
    Jump,
    Return,
    Switch,
    Throw,
)
from parlour.interpreter.program.program import Program

LEADING = (Jump, Call, Branch, Switch, Choose, ChooseOne, ChooseSome, Dequeue)
LEAVING = (Jump, Switch, Call, Return, Choose, End, Fail)
STOPPING = (Call, Throw, Draw, Choose, ChooseOne, ChooseSome)


def targets(instruction: Instruction) -> tuple[int, ...]:
    """The addresses an instruction may go to (-1: there is none), other than the next; Return goes behind a Call."""
    if not isinstance(instruction, LEADING):
        return ()
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
            assert_never(instruction)


def falls_through(instruction: Instruction) -> bool:
    """Whether the game may go on at the next address."""
    return not isinstance(instruction, LEAVING)


def leaders(program: Program) -> frozenset[int]:
    """The addresses where a straight run begins: a block that is entered only at its first instruction."""
    return frozenset(a for a in _entries(program) if 0 <= a < len(program.instructions))


def _entries(program: Program) -> Iterator[int]:
    yield 0
    for phase in program.phases:
        yield phase.entry
        yield phase.turn_entry
    for address, instruction in enumerate(program.instructions):
        yield from targets(instruction)
        if isinstance(instruction, STOPPING):
            yield address  # a game stops before a chance or choice, and goes on behind it
            yield address + 1
