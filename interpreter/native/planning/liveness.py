"""A program without subroutines in; for each instruction the slots that matter before and behind it, as masks, out."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.interpreter.native.planning.writes import written
from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    ChooseSome,
    Clear,
    CountTurn,
    Dequeue,
    Draw,
    End,
    Enqueue,
    Fail,
    Instruction,
    Jump,
    Pop,
    Push,
    Remove,
    Return,
    Set,
    Sort,
    Throw,
    Transfer,
)
from parlour.interpreter.program.program import OUTCOME, WINNERS, Program
from parlour.interpreter.program.traversal import slots_of


def mask(slots: Iterable[int]) -> int:
    """A bit a slot."""
    found = 0
    for slot in slots:
        found |= 1 << slot
    return found


def results(program: Program) -> int:
    """The slots that the row of a game's results is made from."""
    exprs = [*program.scores, *(measure for _, measure in program.measures)]
    return mask([OUTCOME, WINNERS]) | mask(slots_of(exprs))


def live_slots(program: Program, at_end: int) -> tuple[list[int], list[int]]:
    """Slots that may be read before they are written again, before and behind each instruction.

    `at_end`: those that matter when the game is over.
    """
    code = program.instructions
    kills = [_kills(instruction) for instruction in code]
    uses = [_uses(instruction) | (at_end if _may_end(instruction) else 0) for instruction in code]
    ways = [_following(address, instruction) for address, instruction in enumerate(code)]
    before: list[int] = [0] * len(code)
    behind: list[int] = [0] * len(code)
    news = True
    while news:
        news = False
        for address in range(len(code) - 1, -1, -1):
            live = 0
            for to in ways[address]:
                live |= before[to]
            behind[address] = live
            live = live & ~kills[address] | uses[address]
            if live != before[address]:
                before[address], news = live, True
    return before, behind


def _following(address: int, instruction: Instruction) -> list[int]:
    following = [to for to in targets(instruction) if to >= 0]
    return [*following, address + 1] if falls_through(instruction) else following


def _may_end(instruction: Instruction) -> bool:
    return isinstance(instruction, End | CountTurn | Throw | Draw)


def _kills(instruction: Instruction) -> int:
    """Slots that are certainly written where the game goes on."""
    match instruction:
        case Set(target) if target.index is None:
            return 1 << target.base
        case Clear(base, values):
            return mask(range(base, base + len(values)))
        case Throw(into=into) | Draw(into=into) | Pop(into=into):
            return 1 << into
        case Transfer(paid=paid, unpaid=unpaid):
            return mask(slot for slot in (paid, unpaid) if slot >= 0)
        case _:
            return 0


def _uses(instruction: Instruction) -> int:
    """Slots that an instruction may read."""
    match instruction:
        case Clear() | Jump() | Fail() | Call() | Return():
            return 0
        case Set(target, value):
            return mask(slots_of([value] if target.index is None else [target.index, value]))
        case Branch(test):
            return mask(slots_of([test]))
        case Transfer() | Draw() | Push() | Pop() | Remove() | Sort() | Enqueue() | Dequeue() | ChooseSome():
            return mask(slots_of(expressions_of(instruction))) | (mask(written(instruction)) & ~_kills(instruction))
        case _:
            return mask(slots_of(expressions_of(instruction)))
