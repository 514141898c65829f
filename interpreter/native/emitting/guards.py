"""A program in, the ways back in it that must be counted out: whatever cannot go round for ever needs no counting."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.native.planning.writes import written
from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.expressions import Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import Call, Return, Set
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program

SHORT = 1024  # rounds of a loop that need no guard


class Guards(Struct, frozen=True):
    """The ways (from an address, back to an address) that are not counted."""

    free: frozenset[tuple[int, int]]

    def counted(self, source: int, to: int) -> bool:
        return to <= source and (source, to) not in self.free


def guards_of(program: Program, declared: Bounds) -> Guards:
    """Free are innermost loops in which one slot goes up, and nothing else writes it, till it leaves its range."""
    ways = _ways(program)
    back = {(a, to) for a, tos in enumerate(ways) for to in tos if to <= a}
    before: list[list[int]] = [[] for _ in ways]
    for address, following in enumerate(ways):
        for to in following:
            before[to].append(address)
    free = {way for way in back if _short(program, declared, way, before, back)}
    return Guards(frozenset(free))


def _ways(program: Program) -> list[tuple[int, ...]]:
    """For each address those that may follow."""
    returns: dict[int, list[int]] = {}
    for address, instruction in enumerate(program.instructions):
        if isinstance(instruction, Call):
            returns.setdefault(instruction.back, []).append(address + 1)
    found = []
    for address, instruction in enumerate(program.instructions):
        following = [to for to in targets(instruction) if to >= 0]
        following += returns.get(instruction.back, []) if isinstance(instruction, Return) else []
        following += [address + 1] if falls_through(instruction) else []
        found.append(tuple(dict.fromkeys(following)))
    return found


def _loop(before: list[list[int]], way: tuple[int, int]) -> set[int]:
    """The addresses from which the way back is reached without passing its end; none if there are too many."""
    source, head = way
    found, waiting = {head, source}, [source]
    while waiting and len(found) < SHORT:
        at = waiting.pop()
        if at == head:
            continue
        fresh = [a for a in before[at] if a not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return set() if waiting else found


def _short(
    program: Program, declared: Bounds, way: tuple[int, int], before: list[list[int]], back: set[tuple[int, int]]
) -> bool:
    """What a look at one instruction rules out is asked first: to find a loop takes long."""
    at = way[0] - 1
    step = program.instructions[at]
    if at < 0 or not isinstance(step, Set) or step.target.index is not None:
        return False
    slot, bound = step.target.base, declared.slots[step.target.base]
    if not _goes_up(step, slot) or bound.high - bound.low > SHORT:
        return False
    loop = _loop(before, way)
    if at not in loop or any(a in loop and to in loop for a, to in back if (a, to) != way):
        return False
    return not any(slot in written(program.instructions[a]) for a in loop if a != at)


def _goes_up(step: Set, slot: int) -> bool:
    match step.value:
        case Binary(Operator.ADD, Slot(index=own), Constant(value=by)):
            return own == slot and by > 0
        case _:
            return False
