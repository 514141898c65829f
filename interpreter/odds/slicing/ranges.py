"""A program in; for each slot the numbers that really come to stand in it, narrower than its field, out.

The analysis does not follow the order of the instructions: a slot holds its first value and whatever is written to it.
What keeps growing after a few rounds is given the whole range of its field, first where that is narrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from parlour.interpreter.odds.slicing.effects import reads, written
from parlour.interpreter.program.arithmetic import Interval, hull
from parlour.interpreter.program.contents import expressions_of
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
    Short,
    Sort,
    Target,
    Throw,
    Transfer,
)
from parlour.interpreter.program.intervals import Bounds, bounds_of
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program

ROUNDS = (
    8  # after so many, what still grows is given its whole range, if that is narrow; after twice as many, any range
)
NARROW = 2**32
ZERO = Interval(0, 0)
_WIDEST = (0, NARROW, 2**65)


def ranges(program: Program) -> Bounds:
    """Bounds as `bounds_of` gives them, with the slots narrowed to what is written there."""
    declared = bounds_of(program)
    slots = [Interval(value, value) for value in program.layout.initial]
    for slot in (COUNTER, OUTCOME, WINNERS):
        slots[slot] = declared.slots[slot]
    inputs = [reads(expressions_of(instruction)) | written(instruction) for instruction in program.instructions]
    grown = (1 << len(slots)) - 1
    for round in range(4 * ROUNDS):
        known = replace(declared, slots=tuple(slots))
        changed = [i for i, mask in zip(program.instructions, inputs, strict=True) if round == 0 or mask & grown]
        grown = _widened(program, changed, known, declared, slots, _WIDEST[min(round // ROUNDS, 2)])
        if not grown:
            break
    return replace(declared, slots=tuple(slots))


def _widened(
    program: Program,
    changed: Sequence[Instruction],
    known: Bounds,
    declared: Bounds,
    slots: list[Interval],
    widest: int,
) -> int:
    """One round through the instructions that can write something new; the mask of slots that can hold more than before."""
    grown = 0
    for instruction in changed:
        for slot, new in _writes(program, known, instruction):
            bound = declared.slots[slot]
            least = hull(slots[slot], Interval(max(new.low, bound.low), min(new.high, bound.high)))
            known_already = least.within(slots[slot].low, slots[slot].high)
            if new.low > bound.high or new.high < bound.low or known_already:
                continue
            slots[slot] = bound if bound.high - bound.low < widest else least.faulty(False)
            grown |= 1 << slot
    return grown


def _writes(program: Program, known: Bounds, instruction: Instruction) -> Iterator[tuple[int, Interval]]:
    """The slots an instruction may write, each with what it may write there (before it is cut to the field's range)."""
    match instruction:
        case Set(target, value, low, high):
            number = known.of(value)
            yield from ((s, Interval(max(low, number.low), min(high, number.high))) for s in _slots(target))
        case Clear(base, values):
            yield from ((base + k, Interval(v, v)) for k, v in enumerate(values))
        case Transfer():
            yield from _moved(known, instruction)
        case Throw(into=into):
            yield into, Interval(0, max(0, len(program.throws.outcomes) - 1))
        case ChooseSome(size=size, into=into):
            yield into, Interval(0, 2**size - 1)
        case ChooseOne(start=start, stop=stop, value=value, into=into):
            counted = Interval(known.of(start).low, max(known.of(start).low, known.of(stop).high - 1))
            yield into, known.of(value, {0: counted})
        case Call(_, back):
            yield back, Interval(0, len(program.instructions))
        case Return(back):
            yield back, ZERO
        case _:
            yield from _stretches(program, known, instruction)


def _stretches(program: Program, known: Bounds, instruction: Instruction) -> Iterator[tuple[int, Interval]]:
    """Those that work on stretches of the state: zones, piles, the queue, rows of pawns."""
    match instruction:
        case Draw(zone, kinds, into):
            yield into, Interval(0, max(0, kinds - 1))
            span = range(zone.base, zone.base + max(kinds, zone.size))
            yield from ((s, Interval(0, known.slots[s].high)) for s in span)
        case Push(pile, capacity, card):
            held = hull(ZERO, known.of(card))
            yield from ((s, hull(held, Interval(0, capacity))) for s in _pile(pile, capacity))
        case Pop(pile, capacity, _, into):
            span = _pile(pile, capacity)
            yield into, known.span(span.start, len(span))
            yield from ((s, hull(known.span(span.start, len(span)), ZERO)) for s in span)
        case Remove(pile, capacity):
            span = _pile(pile, capacity)
            yield from ((s, hull(known.span(span.start, len(span)), ZERO)) for s in span)
        case Enqueue(_, base, size):
            yield from ((s, Interval(0, program.tokens)) for s in range(base, base + size))
        case Dequeue(into, base, size):
            yield into, Interval(0, max(0, program.tokens - 1))
            yield from ((s, Interval(0, program.tokens)) for s in range(base, base + size))
        case Sort(bases, size):
            for base in bases:
                yield from ((s, known.span(base, size)) for s in range(base, base + size))
        case _:
            pass


def _moved(known: Bounds, transfer: Transfer) -> Iterator[tuple[int, Interval]]:
    held, received = known.held(transfer.source), known.held(transfer.to)
    amount = held if transfer.amount is None else known.of(transfer.amount)
    if transfer.amount is not None:
        amount = Interval(max(0, min(amount.low, 0)), max(0, amount.high))
    if transfer.short is not Short.OWES and transfer.amount is not None:
        amount = Interval(0, max(0, min(amount.high, held.high)))
    least = held.low - max(0, amount.high) if transfer.short is Short.OWES else min(0, held.low)
    yield from ((s, hull(ZERO, Interval(least, held.high - min(0, amount.low)))) for s in _slots(transfer.source))
    taken = Interval(received.low + min(0, amount.low), received.high + max(0, amount.high))
    yield from ((s, taken) for s in _slots(transfer.to))
    if transfer.paid >= 0:
        yield transfer.paid, amount
    if transfer.unpaid >= 0:
        yield transfer.unpaid, Interval(0, max(0, known.of(transfer.amount).high if transfer.amount else 0))


def _slots(target: Target) -> range:
    return range(target.base, target.base + (1 if target.index is None else target.size))


def _pile(pile: Target, capacity: int) -> range:
    return range(pile.base, pile.base + max(capacity + 1, pile.size if pile.index is not None else 1))
