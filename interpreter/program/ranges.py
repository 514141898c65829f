"""A program in, the least and greatest value that each slot can ever hold out, as far as writes are not checked."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.program.arithmetic import WHOLE, Interval, hull
from parlour.interpreter.program.instructions import (
    Call,
    ChooseSome,
    Clear,
    Dequeue,
    Draw,
    Enqueue,
    Pop,
    Push,
    Remove,
    Sort,
    Throw,
)
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program


def slot_ranges(program: Program) -> tuple[Interval, ...]:
    """An interval a slot, the same for all slots of a field.

    The range of the field, widened by its first values and by what is written without a check: by Clear, by chances, sets,
    addresses and queues, and by cards and pawns that move from slot to slot.
    """
    ranges = _Ranges(program)
    for slot, value in enumerate(program.layout.initial):
        ranges.widen(slot, Interval(value, value))
    for slot, written in _written(program):
        ranges.widen(slot, written)
    moves = list(_moves(program))
    while any(ranges.widen(to, ranges[origin]) for origin, to in moves):
        pass
    fixed = {
        COUNTER: Interval(0, max(0, len(program.instructions) - 1)),
        OUTCOME: Interval(0, len(program.outcomes) - 1),
        WINNERS: Interval(0, 2**program.seats - 1),
    }
    return tuple(fixed.get(slot, ranges[slot]) for slot in range(program.layout.size))


class _Ranges:
    """The range of the field of each slot; a slot in no field is anything."""

    def __init__(self, program: Program) -> None:
        self._field = dict[int, int]()
        self._known = dict[int, Interval]()
        for field in program.layout.fields:
            self._known[field.base] = Interval(field.low, field.high)
            self._field |= dict.fromkeys(range(field.base, field.base + field.size), field.base)

    def __getitem__(self, slot: int) -> Interval:
        return self._known[self._field[slot]] if slot in self._field else WHOLE

    def widen(self, slot: int, interval: Interval) -> bool:
        """Let a slot hold more; whether that is news."""
        before = self[slot]
        if interval.within(before.low, before.high):
            return False
        self._known[self._field[slot]] = hull(before, interval)
        return True


def _written(program: Program) -> Iterator[tuple[int, Interval]]:
    """Slots that instructions write without a check, each with what they write."""
    for instruction in program.instructions:
        match instruction:
            case Clear(base, values):
                yield from ((base + k, Interval(value, value)) for k, value in enumerate(values))
            case Throw(into=into):
                yield into, Interval(0, max(0, len(program.throws.outcomes) - 1))
            case Draw(zone, kinds, into):
                yield into, Interval(0, max(0, kinds - 1))
                yield from ((slot, Interval(0, 0)) for slot in range(zone.base, zone.base + max(zone.size, kinds)))
            case Call(_, back):
                yield back, Interval(0, max(0, len(program.instructions) - 1))
            case ChooseSome(size=size, into=into):
                yield into, Interval(0, 2**size - 1)
            case Enqueue(_, base, size):
                yield from ((base + k, Interval(0, program.tokens)) for k in range(size))
            case Dequeue(into, base, size):
                yield into, Interval(0, max(0, program.tokens - 1))
                yield from ((base + k, Interval(0, 0)) for k in range(size))
            case Push(pile, capacity) | Pop(pile, capacity) | Remove(pile, capacity):
                yield pile.base, Interval(0, capacity)
            case _:
                pass


def _moves(program: Program) -> Iterator[tuple[int, int]]:
    """Slots whose values instructions move, each with a slot they move to."""
    for instruction in program.instructions:
        match instruction:
            case Sort(bases, size):
                yield from ((base + k, base + (k + 1) % size) for base in bases for k in range(size))
            case Pop(pile, into=into):
                yield pile.base, into
            case _:
                pass
