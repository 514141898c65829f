"""A program in, the ways back in it out: each time one is taken, a game has gone round once more.

A game that goes round too often without a chance or a choice never ends (fault `endless`). What counts as a round is said
here, by the program as it was lowered, for every executor: whatever can go round for ever takes such a way again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from parlour.interpreter.program.addresses import LEADING, falls_through, targets
from parlour.interpreter.program.expressions import Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    ChooseSome,
    Clear,
    Instruction,
    Jump,
    Return,
    Set,
    Target,
    Tell,
)
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.writes import written

SHORT = 1024  # rounds of a loop that are not counted
AROUND = 64  # choices of policies without a stop, from which on it is looked whether they go round


class Rounds:
    """Which ways of a program are rounds: those that lead no further on, but for free loops and most returns.

    Who goes back behind a call was there before, and that takes a round. Free are innermost loops in which one slot goes
    up, and nothing else writes it, till it leaves its range. `declared`: what slots can hold, by the program alone.
    """

    def __init__(self, program: Program, declared: Bounds) -> None:
        self.instructions = program.instructions
        self._program, self._declared = program, declared
        self._known: dict[tuple[int, int], bool] = {}

    def counted(self, source: int, to: int) -> bool:
        """Whether the way from an instruction to an address is a round; those of choices are `passed`."""
        if to > source:
            return False
        match self.instructions[source]:
            case Choose() | ChooseOne() | ChooseSome():
                return False
            case Return(back):
                return to == 0 or back in self._loops.loose  # 0: nobody has called
            case _:
                return not self._is_free((source, to))

    def passed(self, address: int) -> bool:
        """Whether a choice that asks nobody, because there is nothing to choose, is a round: it may lead back."""
        return any(0 <= to <= address for to in targets(self.instructions[address]))

    @property
    def free(self) -> frozenset[tuple[int, int]]:
        """The ways back of free loops."""
        return frozenset(way for way in self._loops.back if self._is_free(way))

    def _is_free(self, way: tuple[int, int]) -> bool:
        if way not in self._known:
            self._known[way] = _may_go_up(self.instructions, way[0]) and self._loops.short(way)
        return self._known[way]

    @cached_property
    def _loops(self) -> _Loops:
        return _Loops(self._program, self._declared)


def _may_go_up(code: Sequence[Instruction], source: int) -> bool:
    """Whether a slot goes up before an instruction that leads back."""
    step = code[source - 1] if source else None
    return isinstance(step, Set) and step.target.index is None and _goes_up(step, step.target.base)


class _Loops:
    """The ways of a program; a call is taken for one behind it, and one to its subroutine."""

    def __init__(self, program: Program, declared: Bounds) -> None:
        self._code, self._declared, self.loose = program.instructions, declared, _loose(program)
        self._jumps: dict[int, list[int]] = {}  # an address → those that lead there, but for the one before it
        for address, instruction in enumerate(self._code):
            for to in targets(instruction) if isinstance(instruction, LEADING) else ():
                self._jumps.setdefault(to, []).append(address)
        self.back = {(a, to) for to, sources in self._jumps.items() for a in sources if 0 <= to <= a}
        self._bodies: dict[Call, set[int] | None] = {}

    def short(self, way: tuple[int, int]) -> bool:
        """Whether a way back, before which a slot goes up, belongs to a loop that is free."""
        at = way[0] - 1
        step = self._code[at]
        assert isinstance(step, Set)
        slot, bound = step.target.base, self._declared.slots[step.target.base]
        if bound.high - bound.low > SHORT:
            return False
        loop = self._loop(way)
        if at not in loop or any(to == way[1] or (a in loop and to in loop) for a, to in self.back - {way}):
            return False
        called = self._called(loop)
        return called is not None and not any(slot in written(self._code[a]) for a in loop | called if a != at)

    def _loop(self, way: tuple[int, int]) -> set[int]:
        """The addresses from which the way back is reached without passing its end; none if there are too many."""
        source, head = way
        found, waiting = {head, source}, [source]
        while waiting and len(found) < SHORT:
            at = waiting.pop()
            if at == head:
                continue
            fresh = [a for a in self._before(at) if a not in found]
            found.update(fresh)
            waiting.extend(fresh)
        return set() if waiting else found

    def _before(self, at: int) -> list[int]:
        """The addresses that an address may follow."""
        led = self._jumps.get(at, [])
        return [*led, at - 1] if at and _goes_on(self._code[at - 1]) else led

    def _called(self, loop: set[int]) -> set[int] | None:
        """The addresses of all subroutines that are called; None where one goes round, or not back to its caller."""
        found = set[int]()
        for address in loop:
            instruction = self._code[address]
            if isinstance(instruction, Call):
                body = self._body(instruction) if instruction.to > address else None
                if body is None:
                    return None
                found |= body
        return found

    def _body(self, call: Call) -> set[int] | None:
        if call not in self._bodies:
            self._bodies[call] = self._found_body(call)
        return self._bodies[call]

    def _found_body(self, call: Call) -> set[int] | None:
        """Calls lead further on, so that none comes to itself."""
        found, waiting = {call.to}, [call.to]
        while waiting:
            at = waiting.pop()
            instruction = self._code[at]
            ways = _within(instruction, at, len(self._code))
            if any(to <= at for to in ways):
                return None
            if isinstance(instruction, Return) and (instruction.back != call.back or call.back in self.loose):
                return None
            fresh = [to for to in ways if to not in found and not _enters(instruction, to)]
            found.update(fresh)
            waiting.extend(fresh)
        called = self._called(found)
        return None if called is None else found | called


def _within(instruction: Instruction, address: int, length: int) -> list[int]:
    """The addresses that follow, but for those behind a call that a return leads to."""
    following = [to for to in targets(instruction) if to >= 0]
    if _goes_on(instruction):
        following.append(address + 1)
    return [to for to in dict.fromkeys(following) if to < length]


def _goes_on(instruction: Instruction) -> bool:
    """Whether the next may follow; behind a call, when it is over."""
    return falls_through(instruction) or isinstance(instruction, Call)


def _enters(instruction: Instruction, to: int) -> bool:
    """Whether the way leads into a subroutine."""
    return isinstance(instruction, Call) and to == instruction.to


def _goes_up(step: Set, slot: int) -> bool:
    match step.value:
        case Binary(Operator.ADD, Slot(index=own), Constant(value=by)):
            return own == slot and by > 0
        case _:
            return False


def _loose(program: Program) -> frozenset[int]:
    """Slots of returns that anything but a call may set; else a return goes behind a call, which was no return."""
    found = {i.back for i in program.instructions if isinstance(i, Return)}
    started = {back for back in found if program.layout.initial[back]}
    for instruction in program.instructions:
        match instruction:
            case Set(Target(base, None)) if base not in found:
                continue  # most of a program
            case _:
                started |= _set(instruction) & found
    return frozenset(started)


def _set(instruction: Instruction) -> set[int]:
    """The slots that an instruction may set to anything but 0 or where a call is to go on."""
    match instruction:
        case Call() | Return() | Branch() | Jump() | Tell():
            return set()
        case Clear(base, values):
            return {slot for slot, value in enumerate(values, base) if value}
        case _:
            return written(instruction)
