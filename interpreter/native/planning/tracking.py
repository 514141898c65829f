"""A program in; the slots whose values are worth a copy of the code each, the most ambitious choice first, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.native.planning.writes import written
from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.contents import expressions_of, targets_of
from parlour.interpreter.program.expressions import Element, Expr, Slot
from parlour.interpreter.program.instructions import Call, Clear, Dequeue, Enqueue, Return, Set
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program, Role
from parlour.interpreter.program.traversal import every

SMALL = 16  # instructions of a subroutine that is copied to each of its callers
_OWN = frozenset((COUNTER, OUTCOME, WINNERS))  # written also where no instruction says so


def worth_tracking(program: Program, facts: Bounds) -> Iterator[frozenset[int]]:
    """Sets of slots, each smaller than the one before: flags, indexes of all seats, indexes of two, callers."""
    callers = small_subroutines(program)
    indexes = _indexes(program)
    narrow, few = (_narrow(program, facts, values) for values in (max(3, program.seats + 1), 3))
    flags = _narrow(program, facts, 2)
    for slots in (indexes & narrow | flags, indexes & narrow, indexes & few, frozenset[int]()):
        yield (slots | callers) - _OWN


def control_slots(program: Program) -> frozenset[int]:
    """What says where in its rules a game stands: whose turn it is, who arrives."""
    fields = [field for field in program.layout.fields if field.role is Role.CONTROL]
    return frozenset(slot for field in fields for slot in range(field.base, field.base + field.size))


def _narrow(program: Program, facts: Bounds, values: int) -> frozenset[int]:
    """Control slots and locals that hold at most so many different values."""
    found = set[int]()
    for field in program.layout.fields:
        if field.role in (Role.CONTROL, Role.LOCAL):
            slots = range(field.base, field.base + field.size)
            found.update(s for s in slots if facts.slots[s].high - facts.slots[s].low < values)
    return frozenset(found)


def _indexes(program: Program) -> frozenset[int]:
    """Slots that an index depends on, by way of other slots too."""
    found: set[int] = set()
    sources: dict[int, set[int]] = {}
    for instruction in program.instructions:
        for expr in expressions_of(instruction):
            found |= {slot for node in every(expr) if isinstance(node, Element) for slot in _slots(node.index)}
        found |= {slot for target in targets_of(instruction) if target.index for slot in _slots(target.index)}
        match instruction:
            case Set(value=value):
                read = _slots(value)
            case Enqueue(token=token, base=base, size=size):
                read = _slots(token) | set(range(base, base + size))
            case Dequeue(base=base, size=size):
                read = set(range(base, base + size))
            case _:
                continue
        for slot in written(instruction):
            sources.setdefault(slot, set()).update(read)
    waiting = list(found)
    while waiting:
        more = sources.get(waiting.pop(), set()) - found
        found |= more
        waiting.extend(more)
    return frozenset(found)


def _slots(expr: Expr) -> set[int]:
    return {node.index for node in every(expr) if isinstance(node, Slot)}


def small_subroutines(program: Program) -> frozenset[int]:
    """The back slots of subroutines that are small, or called from one place."""
    entries: dict[int, set[int]] = {}
    callers: dict[int, int] = {}
    for instruction in program.instructions:
        if isinstance(instruction, Call):
            entries.setdefault(instruction.back, set()).add(instruction.to)
            callers[instruction.back] = callers.get(instruction.back, 0) + 1
    return frozenset(
        back for back, count in callers.items() if count == 1 or _size(program, entries[back], back) <= SMALL
    )


def _size(program: Program, entries: set[int], back: int) -> int:
    """Instructions that a subroutine can come to before it returns, counted up to a little more than SMALL."""
    found, waiting = set(entries), list(entries)
    while waiting and len(found) <= 4 * SMALL:
        address = waiting.pop()
        instruction = program.instructions[address]
        if isinstance(instruction, Return) and instruction.back == back:
            continue
        following = [to for to in targets(instruction) if to >= 0]
        following += [address + 1] if falls_through(instruction) or isinstance(instruction, Call) else []
        fresh = set(following) - found
        found |= fresh
        waiting.extend(fresh)
    return len(found)


def places_back(program: Program, back: int) -> set[int]:
    """All that the slot of a subroutine can hold when it returns."""
    found = {program.layout.initial[back]}
    for address, instruction in enumerate(program.instructions):
        match instruction:
            case Call(back=slot) if slot == back:
                found.add(address + 1)
            case Clear(base, values) if base <= back < base + len(values):
                found.add(values[back - base])
            case _:
                pass
    if not _returns_uncalled(program, back):
        found.discard(program.layout.initial[back])
    return found


def _returns_uncalled(program: Program, back: int) -> bool:
    """Whether a game can come to the end of a subroutine that was not called: no ruleset can, any program may."""
    found, waiting = {0}, [0]
    while waiting:
        address = waiting.pop()
        instruction = program.instructions[address]
        if isinstance(instruction, Return) and instruction.back == back:
            return True
        called = isinstance(instruction, Call) and instruction.back == back
        following = [to for to in targets(instruction) if to >= 0 and not called]
        following += [address + 1] if falls_through(instruction) or isinstance(instruction, Call) else []
        fresh = set(following) - found
        found |= fresh
        waiting.extend(fresh)
    return False
