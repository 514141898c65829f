"""An instruction in, the slots that it may write out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.program.contents import targets_of
from parlour.interpreter.program.instructions import (
    Call,
    ChooseOne,
    ChooseSome,
    Clear,
    Dequeue,
    Draw,
    Enqueue,
    Instruction,
    Pop,
    Push,
    Remove,
    Return,
    Sort,
    Throw,
    Transfer,
)


def written(instruction: Instruction) -> set[int]:
    """The slots that an instruction may write."""
    return set(_written(instruction))


def _written(instruction: Instruction) -> Iterator[int]:  # noqa: C901 (a case an instruction)
    for target in targets_of(instruction):
        yield from range(target.base, target.base + (target.size if target.index is not None else 1))
    match instruction:
        case Clear(base, values):
            yield from range(base, base + len(values))
        case Sort(bases, size):
            for base in bases:
                yield from range(base, base + size)
        case Call(back=back) | Return(back=back):
            yield back
        case Throw(into=into) | ChooseOne(into=into) | ChooseSome(into=into):
            yield into
        case Draw(zone, kinds, into):
            yield into
            yield from range(zone.base, zone.base + kinds)
        case Pop(into=into):
            yield into
        case Transfer(paid=paid, unpaid=unpaid):
            yield from (slot for slot in (paid, unpaid) if slot >= 0)
        case Enqueue(_, base, size):
            yield from range(base, base + size)
        case Dequeue(into, base, size):
            yield into
            yield from range(base, base + size)
        case _:
            pass
    if isinstance(instruction, Push | Pop | Remove):
        yield from range(instruction.pile.base, instruction.pile.base + instruction.capacity + 1)
