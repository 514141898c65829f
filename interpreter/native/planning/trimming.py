"""A specialised program in; the same without what is known along the way, and without writes that nobody reads, out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from parlour.interpreter.native.planning.liveness import live_slots
from parlour.interpreter.native.planning.specialising import Specialised, relinked
from parlour.interpreter.native.planning.writes import written
from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.expressions import And, Binary, Constant, Expr, Operator, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Clear,
    Instruction,
    Jump,
    Set,
    Switch,
    Target,
    Transfer,
)
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.simplifying import BRIEFLY, Simplifier
from parlour.interpreter.program.simplifying_instructions import simplified


def trimmed(special: Specialised, facts: Bounds, declared: Bounds, at_end: int) -> Specialised:
    """`at_end`: the slots that matter when a game is over, as a mask."""
    program = special.program
    if any(isinstance(i, Call) for i in program.instructions):
        return special
    program = replace(program, instructions=tuple(_propagated(program, facts)))
    _, behind = live_slots(program, at_end)
    kept = [_needed(i, live, facts, declared) for i, live in zip(program.instructions, behind, strict=True)]
    return without_gaps(replace(special, program=program), kept)


def _propagated(program: Program, facts: Bounds) -> list[Instruction]:
    """What is known is carried along straight code: to where something jumps in."""
    entries = {to for instruction in program.instructions for to in targets(instruction)}
    known = _Known(Simplifier(program, facts, BRIEFLY))
    found = []
    for address, original in enumerate(program.instructions):
        if address in entries:
            known.forget_all()
        instruction = simplified(original, known.simplifier, known.values)
        found.append(_decided(instruction, address, known.simplifier))
        known.learn(instruction)
    return found


class _Known:
    """At one place of straight code: slots that have a value, and what others can be at most."""

    def __init__(self, simplifier: Simplifier) -> None:
        self._plain = self.simplifier = simplifier
        self.values: dict[int, int] = {}
        self._ranges: dict[int, Interval] = {}

    def forget_all(self) -> None:
        self.values.clear()
        self._narrow({})

    def learn(self, instruction: Instruction) -> None:
        """What holds behind an instruction."""
        gone = written(instruction)
        for slot in gone & self.values.keys():
            del self.values[slot]
        ranges = {slot: found for slot, found in self._ranges.items() if slot not in gone}
        match instruction:
            case Set(Target(slot, None), Constant(value), low, high) if low <= value <= high:
                self.values[slot] = value
            case Clear(base, values):
                self.values.update(enumerate(values, base))
            case Branch(test):
                ranges |= _ranges(test, self.simplifier.facts)
            case _ if not falls_through(instruction):
                self.values.clear()
                ranges = {}
            case _:
                pass
        if ranges != self._ranges:
            self._narrow(ranges)

    def _narrow(self, ranges: dict[int, Interval]) -> None:
        self._ranges = ranges
        self.simplifier = self._plain.narrowed(ranges) if ranges else self._plain


def _ranges(test: Expr, facts: Bounds) -> dict[int, Interval]:
    """What slots can be where a test holds."""
    match test:
        case And(left, right):
            return _ranges(left, facts) | _ranges(right, facts)
        case Binary(operator, Slot(slot), Constant(value)):
            was = facts.slots[slot]
            found = {
                Operator.LESS: Interval(was.low, min(was.high, value - 1)),
                Operator.AT_MOST: Interval(was.low, min(was.high, value)),
                Operator.GREATER: Interval(max(was.low, value + 1), was.high),
                Operator.AT_LEAST: Interval(max(was.low, value), was.high),
                Operator.EQUAL: Interval(value, value),
            }.get(operator)
            return {slot: found} if found and found.low <= found.high else {}
        case _:
            return {}


def _decided(instruction: Instruction, address: int, simplifier: Simplifier) -> Instruction:
    """Jumps instead of tests that always come out the same way."""
    match instruction:
        case Branch(test, otherwise):
            decided = simplifier.decided(test)
            return instruction if decided is None else Jump(address + 1 if decided else otherwise)
        case Switch(Constant(value), low, to, otherwise):
            return Jump(to[value - low] if low <= value < low + len(to) else otherwise)
        case _:
            return instruction


def _needed(instruction: Instruction, live: int, facts: Bounds, declared: Bounds) -> Instruction | None:
    """What is left of an instruction when only some slots matter behind it."""
    match instruction:
        case Set(target, value, low, high):
            bound, found = declared.allowed(target), facts.of(value)
            safe = not found.may_fault and found.within(max(low, bound.low), min(high, bound.high))
            dead = target.index is None and not live >> target.base & 1
            return None if safe and dead else instruction
        case Clear(base, values):
            wanted = [slot for slot in range(base, base + len(values)) if live >> slot & 1]
            if not wanted:
                return None
            return Clear(wanted[0], values[wanted[0] - base : wanted[-1] - base + 1])
        case Transfer(paid=paid, unpaid=unpaid):
            return replace(instruction, paid=_wanted(paid, live, declared), unpaid=_wanted(unpaid, live, declared))
        case _:
            return instruction


def _wanted(slot: int, live: int, declared: Bounds) -> int:
    """A slot for a result that may be any number; -1 where nobody reads it."""
    if slot < 0 or live >> slot & 1 or declared.slots[slot].low > 0 or declared.slots[slot].high < 2**62:
        return slot
    return -1


def without_gaps(special: Specialised, kept: Sequence[Instruction | None]) -> Specialised:
    """The instructions that are kept, closed up; ways to one that is gone lead to the next."""
    following, count = {}, 0
    for address, instruction in enumerate(kept):
        following[address] = count
        count += instruction is not None
    code = tuple(relinked(instruction, following) for instruction in kept if instruction is not None)
    addresses = tuple(a for a, instruction in zip(special.addresses, kept, strict=True) if instruction is not None)
    return replace(special, program=replace(special.program, instructions=code), addresses=addresses)


def tidied(special: Specialised, facts: Bounds) -> Specialised:
    """Jumps lead where they end, ways that are all the same are a jump, and what is never reached is gone."""
    code = list(special.program.instructions)
    ends = {address: _end(code, address) for address in range(len(code))}
    code = [_joined(relinked(instruction, ends)) for instruction in code]
    reached, waiting = {0}, [0]
    while waiting:
        address = waiting.pop()
        instruction = code[address]
        following = [to for to in targets(instruction) if to >= 0]
        following += [address + 1] if falls_through(instruction) or isinstance(instruction, Call) else []
        fresh = set(following) - reached
        reached |= fresh
        waiting.extend(fresh)
    kept: list[Instruction | None] = [i if a in reached else None for a, i in enumerate(code)]
    for address in range(len(code)):
        behind = _next(kept, address)
        if behind >= 0 and _leads_on(kept[address], {behind, ends[behind]}, facts):
            kept[address] = None
    return without_gaps(special, kept)


def _end(code: Sequence[Instruction], address: int) -> int:
    """Where a chain of jumps ends; a circle of them stays."""
    seen = {address}
    while isinstance(instruction := code[address], Jump) and instruction.to not in seen:
        address = instruction.to
        seen.add(address)
    return address


def _joined(instruction: Instruction) -> Instruction:
    match instruction:
        case Switch(Slot(), _, to, otherwise) if set(to) <= {otherwise}:
            return Jump(otherwise)
        case _:
            return instruction


def _leads_on(instruction: Instruction | None, following: set[int], facts: Bounds) -> bool:
    """Whether an instruction does nothing but lead to the next."""
    match instruction:
        case Jump(to):
            return to in following
        case Branch(test, otherwise):
            return otherwise in following and not facts.of(test).may_fault
        case _:
            return False


def _next(kept: Sequence[Instruction | None], address: int) -> int:
    """The address of the next instruction that is kept."""
    return next((a for a in range(address + 1, len(kept)) if kept[a] is not None), -1)
