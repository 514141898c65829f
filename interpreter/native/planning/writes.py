"""An instruction in, the slots that it may write out."""

from __future__ import annotations

from collections.abc import Iterator

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
    Set,
    Sort,
    Target,
    Throw,
    Transfer,
)


def written(instruction: Instruction) -> set[int]:
    """The slots that an instruction may write."""
    return set(_written(instruction))


def slots_of_target(target: Target) -> range:
    return range(target.base, target.base + (1 if target.index is None else target.size))


def _written(instruction: Instruction) -> Iterator[int]:
    match instruction:
        case Set(target):
            yield from slots_of_target(target)
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
            yield from slots_of_target(zone)
            yield from range(zone.base, zone.base + kinds)
        case Transfer(source, to, _, _, paid, unpaid):
            yield from slots_of_target(source)
            yield from slots_of_target(to)
            yield from (slot for slot in (paid, unpaid) if slot >= 0)
        case Enqueue(_, base, size):
            yield from range(base, base + size)
        case Dequeue(into, base, size):
            yield into
            yield from range(base, base + size)
        case Push(pile, capacity) | Pop(pile, capacity) | Remove(pile, capacity):
            yield from slots_of_target(pile)
            yield from range(pile.base, pile.base + capacity + 1)
            yield from (instruction.into,) if isinstance(instruction, Pop) else ()
        case _:
            pass
