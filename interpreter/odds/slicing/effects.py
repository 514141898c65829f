"""An instruction in, the slots that it writes, surely overwrites and needs out, as masks of bits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.expressions import Element, Expr, Slot
from parlour.interpreter.program.instructions import (
    Choose,
    ChooseOne,
    ChooseSome,
    Clear,
    CountTurn,
    Dequeue,
    Draw,
    End,
    Enqueue,
    Instruction,
    Pop,
    Push,
    Remove,
    Set,
    Short,
    Sort,
    Target,
    Tell,
    Throw,
    Transfer,
)
from parlour.interpreter.program.traversal import every


def stretch(base: int, size: int = 1) -> int:
    """The mask of a stretch of slots; empty for a slot -1."""
    return ((1 << size) - 1) << base if base >= 0 else 0


def reads(exprs: Iterable[Expr]) -> int:
    """The slots that expressions may read."""
    mask = 0
    for expr in exprs:
        mask |= _read(expr)
    return mask


@lru_cache(maxsize=10_000)  # a program is sliced for one question after another
def _read(expr: Expr) -> int:
    mask = 0
    for node in every(expr):
        match node:
            case Slot(index):
                mask |= 1 << index
            case Element(base, _, size):
                mask |= stretch(base, size)
            case _:
                pass
    return mask


def spread(target: Target, block: int = 1) -> int:
    """The slots a target with a block of so many slots may mean."""
    return stretch(target.base, block if target.index is None else max(target.size, block))


def written(instruction: Instruction) -> int:
    """The slots that the instruction may change."""
    match instruction:
        case Set(target):
            return spread(target)
        case Clear(base, values):
            return stretch(base, len(values))
        case Sort(bases, size):
            return _union(stretch(base, size) for base in bases)
        case Transfer(source, to, _, _, paid, unpaid):
            return spread(source) | spread(to) | stretch(paid) | stretch(unpaid)
        case Throw(into=into) | ChooseOne(into=into) | ChooseSome(into=into):
            return 1 << into
        case Draw(zone, kinds, into):
            return spread(zone, kinds) | 1 << into
        case Push(pile, capacity) | Remove(pile, capacity):
            return spread(pile, capacity + 1)
        case Pop(pile, capacity, _, into):
            return spread(pile, capacity + 1) | 1 << into
        case Enqueue(_, base, size):
            return stretch(base, size)
        case Dequeue(into, base, size):
            return stretch(base, size) | 1 << into
        case _:
            return 0


def overwritten(instruction: Instruction) -> int:
    """The slots whose old value the instruction surely ends, whatever happens."""
    match instruction:
        case Set(target) if target.index is None:
            return 1 << target.base
        case Clear(base, values):
            return stretch(base, len(values))
        case Throw(into=into) | Draw(into=into) | Pop(into=into):
            return 1 << into
        case Transfer(paid=paid, unpaid=unpaid):
            return stretch(paid) | stretch(unpaid)
        case _:
            return 0


DISCERNING = Sort | Transfer  # what they need before differs with what counts after them


def needed(instruction: Instruction, live: int) -> int:
    """The slots that must be right before, for those that are `live` after to be right: of a kept instruction."""
    match instruction:
        case Sort(bases, size):
            # rows are alike whatever order they stand in, so columns that do not count need not help to order them
            return _union(stretch(base, size) for base in bases if live & stretch(base, size))
        case Transfer():
            return _needed_by_transfer(instruction, live)
        case Draw(zone, kinds):
            return reads(expressions_of(instruction)) | spread(zone, kinds)
        case Push() | Pop() | Remove() | Enqueue() | Dequeue():
            return reads(expressions_of(instruction)) | written(instruction) & ~overwritten(instruction)
        case End(winners=winners):
            return reads((winners,))
        case Tell(arguments=arguments):
            return reads(arguments)
        case CountTurn():
            return 0
        case Choose() | ChooseOne() | ChooseSome():
            return reads(expressions_of(instruction)) & ~_bound(instruction)
        case _:
            return reads(expressions_of(instruction))


def _bound(choice: Choose | ChooseOne | ChooseSome) -> int:
    """A set is tried out in the slot it goes to: its old value there counts for nothing."""
    return 1 << choice.into if isinstance(choice, ChooseSome) else 0


def _needed_by_transfer(transfer: Transfer, live: int) -> int:
    indexes = reads(index for index in (transfer.source.index, transfer.to.index) if index is not None)
    mask = indexes | live & (spread(transfer.source) | spread(transfer.to))
    if not live & written(transfer):
        return 0
    if transfer.amount is not None:
        mask |= reads((transfer.amount,))
    if transfer.amount is None or transfer.short is Short.PAYS_ALL:
        mask |= spread(transfer.source)
    return mask


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
