"""A program in, the least and greatest value that each slot has in any game from the beginning out.

What a slot may hold (`bounds_of`) is wider: a local declared `any` that is only ever set to 1, 2 or 5 holds 0..5. Every
write is followed until nothing new comes in; a slot that keeps growing is given all that it may hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.native.planning.writes import slots_of_target, written
from parlour.interpreter.program.arithmetic import Interval, hull
from parlour.interpreter.program.expressions import Constant, Expr, Slot
from parlour.interpreter.program.instructions import (
    Call,
    Clear,
    Dequeue,
    Draw,
    Enqueue,
    Instruction,
    Return,
    Set,
    Short,
    Throw,
    Transfer,
)
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program
from parlour.interpreter.program.traversal import slots_of
from parlour.interpreter.runtime.chance import Dice

PATIENCE = 8  # rounds in which a slot may grow before it is given all


class Write(Struct, frozen=True):
    """Some slots, and what is written there; `reads` are the slots that this depends on."""

    slots: tuple[int, ...]
    reads: frozenset[int]
    value: Callable[[Bounds], Interval | None]


def interval(bounds: Bounds, expr: Expr) -> Interval:
    """What an expression can be; the plainest are asked for most often."""
    match expr:
        case Constant(value):
            return Interval(value, value)
        case Slot(index):
            return bounds.slots[index]
        case _:
            return bounds.of(expr)


def facts_of(program: Program, declared: Bounds) -> Bounds:
    """Bounds that hold in every game from the beginning; each within what `declared` says."""
    writes = list(_writes(program, declared))
    start = [Interval(value, value) for value in program.layout.initial]
    for slot in (COUNTER, OUTCOME, WINNERS):
        start[slot] = hull(start[slot], declared.slots[slot])
    grown = _grown(declared, writes, start)
    for _ in range(2):  # what was given too much on the way is taken back
        grown = _shrunk(declared, writes, start, grown)
    return replace(declared, slots=tuple(grown))


def _grown(declared: Bounds, writes: list[Write], start: list[Interval]) -> list[Interval]:
    slots, changes = list(start), [0] * len(start)
    known = _with(declared, slots)
    readers: dict[int, list[int]] = {}
    for number, write in enumerate(writes):
        for slot in write.reads:
            readers.setdefault(slot, []).append(number)
    waiting = dict.fromkeys(range(len(writes)))
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        value = writes[number].value(known)
        for slot in writes[number].slots if value else ():
            assert value is not None
            if value.within(slots[slot].low, slots[slot].high):
                continue
            changes[slot] += 1
            slots[slot] = hull(slots[slot], value) if changes[slot] < PATIENCE else declared.slots[slot]
            waiting |= dict.fromkeys(readers.get(slot, ()))
    return slots


def _shrunk(declared: Bounds, writes: list[Write], start: list[Interval], grown: list[Interval]) -> list[Interval]:
    """One more round from above: still no less than all that can happen."""
    known, slots = _with(declared, grown), list(start)
    for write in writes:
        value = write.value(known)
        for slot in write.slots if value else ():
            assert value is not None
            slots[slot] = hull(slots[slot], value)
    return slots


def _with(declared: Bounds, slots: list[Interval]) -> Bounds:
    """Bounds that follow a list."""
    return Bounds(cast("tuple[Interval, ...]", slots), declared.tables, declared.lengths, declared.longest)


def _cut(value: Interval, low: int, high: int) -> Interval | None:
    """What is left of a value when the rest is a fault."""
    if value.high < low or high < value.low:
        return None
    return Interval(max(low, value.low), min(high, value.high))


def _writes(program: Program, declared: Bounds) -> Iterator[Write]:
    for instruction in program.instructions:
        yield from _written(program, declared, instruction)


def _written(program: Program, declared: Bounds, instruction: Instruction) -> Iterator[Write]:
    match instruction:
        case Set():
            yield _set(declared, instruction)
        case Transfer():
            yield from _transfer(declared, instruction)
        case Clear(base, values):
            for slot, value in enumerate(values, base):
                yield _constant((slot,), Interval(value, value))
        case Call(back=back) | Return(back=back):
            yield _constant((back,), declared.slots[back])
        case Throw(into=into):
            yield _constant((into,), _thrown(program, instruction))
        case Draw(zone, kinds, into):
            yield _constant((into,), Interval(0, kinds - 1))
            counts = tuple(range(zone.base, zone.base + max(kinds, len(slots_of_target(zone)))))
            yield _fewer(counts)
        case Enqueue(_, base, size):
            yield _constant(tuple(range(base, base + size)), Interval(0, program.tokens))
        case Dequeue(into, base, size):
            yield _constant((into,), Interval(0, max(0, program.tokens - 1)))
            yield _constant(tuple(range(base, base + size)), Interval(0, program.tokens))
        case _:
            for slot in written(instruction):
                yield _constant((slot,), declared.slots[slot])


def _constant(slots: tuple[int, ...], value: Interval) -> Write:
    return Write(slots, frozenset(), lambda bounds: value)


def _thrown(program: Program, throw: Throw) -> Interval:
    """The outcomes of a known number of dice; all there are of another."""
    match throw.number:
        case Constant(number) if 0 < number <= throw.most:
            outcomes = Dice(program).of(throw.device, number).weights.outcomes
            return Interval(outcomes[0], outcomes[-1])
        case _:
            return Interval(0, max(0, len(program.throws.outcomes) - 1))


def _fewer(counts: tuple[int, ...]) -> Write:
    """A count falls by one, and not below 0."""
    return Write(
        counts,
        frozenset(counts),
        lambda bounds: Interval(0, max(0, bounds.span(counts[0], len(counts)).high - 1)),
    )


def _set(declared: Bounds, instruction: Set) -> Write:
    bound, target = declared.allowed(instruction.target), instruction.target
    low, high = max(instruction.low, bound.low), min(instruction.high, bound.high)
    value = instruction.value
    return Write(
        tuple(slots_of_target(target)),
        frozenset(slots_of([value])),
        lambda bounds: _cut(interval(bounds, value), low, high),
    )


def _transfer(declared: Bounds, transfer: Transfer) -> Iterator[Write]:
    source, to = (tuple(slots_of_target(target)) for target in (transfer.source, transfer.to))
    given, taken = declared.allowed(transfer.source), declared.allowed(transfer.to)
    reads = frozenset(source).union(slots_of([] if transfer.amount is None else [transfer.amount]))

    def moved(bounds: Bounds) -> Interval:
        held = bounds.held(transfer.source)
        if transfer.amount is None:
            return held
        most = max(0, interval(bounds, transfer.amount).high)
        return Interval(0, most if transfer.short is Short.OWES else max(0, min(most, held.high)))

    def left(bounds: Bounds) -> Interval | None:
        held = bounds.held(transfer.source)
        if transfer.amount is None:
            return Interval(0, 0)
        low = held.low - moved(bounds).high if transfer.short is Short.OWES else min(0, held.low)
        return _cut(Interval(low, held.high), given.low, given.high)

    def got(bounds: Bounds) -> Interval | None:
        held, more = bounds.held(transfer.to), moved(bounds)
        return _cut(Interval(held.low + min(0, more.low), held.high + max(0, more.high)), taken.low, taken.high)

    def lacking(bounds: Bounds) -> Interval:
        most = 0 if transfer.amount is None else max(0, interval(bounds, transfer.amount).high)
        return Interval(0, most)

    yield Write(source, reads, left)
    yield Write(to, reads | frozenset(to), got)
    if transfer.paid >= 0:
        slot = declared.slots[transfer.paid]
        yield Write((transfer.paid,), reads, lambda bounds: _cut(moved(bounds), slot.low, slot.high))
    if transfer.unpaid >= 0:
        slots = declared.slots[transfer.unpaid]
        yield Write((transfer.unpaid,), reads, lambda bounds: _cut(lacking(bounds), slots.low, slots.high))
