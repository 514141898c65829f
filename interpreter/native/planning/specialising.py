"""A program in; the same program with a copy of its code for each turn, caller and arrival that matters, out.

What a few control slots and locals hold (whose turn it is, who arrives, where to go back) is known at most places if code
is copied for each value: then indexes become slots, calls become straight code, tests of them vanish. A copy is made when
it is first reached, so only those exist that a game can come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.native.planning.tracking import control_slots, places_back, worth_tracking
from parlour.interpreter.native.planning.writes import written
from parlour.interpreter.program.addresses import falls_through
from parlour.interpreter.program.expressions import Constant, Expr, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    ChooseSome,
    Clear,
    Dequeue,
    Enqueue,
    Instruction,
    Jump,
    Note,
    Option,
    Return,
    Set,
    Switch,
    Target,
    Tell,
)
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.simplifying import BRIEFLY, Known, Simplifier
from parlour.interpreter.program.simplifying_instructions import simplified

ROOM = 600  # instructions that any program may grow to
GROWTH = 3  # times that a longer one may grow


class Situation(NamedTuple):
    """An address and the slots that are known there. `back`: the slot of a subroutine that is being left, or -1."""

    address: int
    known: tuple[tuple[int, int], ...]
    back: int = -1


class Specialised(Struct, frozen=True):
    """The new program, for each instruction its address in the old one, and the slots that code was copied for."""

    program: Program
    addresses: tuple[int, ...]
    tracked: frozenset[int] = frozenset()


class NotWorthIt(Exception):
    """The copies would take too much room."""


def specialise(program: Program, facts: Bounds, visits: bool) -> Specialised:
    """The most specialised program that keeps within a size; the program itself where none does.

    `visits`: landings are told, so that they can be counted.
    """
    room = max(ROOM, GROWTH * len(program.instructions))
    control = control_slots(program)
    for tracked in worth_tracking(program, facts):
        for parting in (tracked & control, frozenset[int]()):
            copying = _Copying(program, facts, tracked, parting, room, visits)
            try:
                return copying.whole()
            except NotWorthIt:
                if not copying.parted:
                    break
    return Specialised(program, tuple(range(len(program.instructions))))


class _Copying:
    """Copies from the first instruction on. While it works, the targets of new instructions are numbers of situations.

    `parting`: tracked slots that are known again at once when they are given a value that is not known: code parts there.
    """

    def __init__(
        self,
        program: Program,
        facts: Bounds,
        tracked: frozenset[int],
        parting: frozenset[int],
        room: int,
        visits: bool,
    ) -> None:
        self._program, self._tracked, self._room, self._visits = program, tracked, room, visits
        self._parting, self.parted = parting, False
        self._simplifier = Simplifier(program, facts, BRIEFLY)
        self._facts = facts
        self._code: list[Instruction] = []
        self._addresses: list[int] = []
        self._numbers: dict[Situation, int] = {}
        self._placed: dict[int, int] = {}  # situation → its address in the new code
        self._waiting: list[Situation] = []

    def whole(self) -> Specialised:
        initial = self._program.layout.initial
        self._number(Situation(0, tuple((slot, initial[slot]) for slot in sorted(self._tracked))))
        while self._waiting:
            situation = self._waiting.pop()
            if self._numbers[situation] not in self._placed:
                self._straight(situation)
        code = tuple(relinked(instruction, self._placed) for instruction in self._code)
        return Specialised(replace(self._program, instructions=code, phases=()), tuple(self._addresses), self._tracked)

    def _number(self, situation: Situation) -> int:
        """The number of a situation; one met for the first time is still to be written."""
        if situation not in self._numbers:
            self._numbers[situation] = len(self._numbers)
            self._waiting.append(situation)
        return self._numbers[situation]

    def _to(self, address: int, known: Known) -> int:
        return self._number(Situation(address, tuple(sorted(known.items())))) if address >= 0 else -1

    def _emit(self, address: int, *instructions: Instruction) -> None:
        for instruction in instructions:
            self._code.append(instruction)
            self._addresses.append(address)
        if len(self._code) > self._room:
            raise NotWorthIt

    def _straight(self, start: Situation) -> None:
        """Write from a situation on, until the code leads to what is written already."""
        address, known = start.address, dict(start.known)
        if start.back >= 0:
            self._placed[self._numbers[start]] = len(self._code)
            self._emit(address, Clear(start.back, (0,)))
        while True:
            number = self._to(address, known)
            if number in self._placed:
                self._emit(address, Jump(number))
                return
            self._placed[number] = len(self._code)
            address = self._instruction(self._program.instructions[address], address, known)
            if address < 0:
                return

    def _instruction(self, original: Instruction, address: int, known: dict[int, int]) -> int:  # noqa: C901 (cases)
        """Write one instruction; the address to go on at, -1 where the code parts."""
        instruction = simplified(original, self._simplifier, known)
        match instruction:
            case Jump(to):
                return to
            case Branch(test, otherwise):
                return self._branch(test, otherwise, address, known)
            case Switch(Constant(value), low, to, otherwise):
                return to[value - low] if low <= value < low + len(to) else otherwise
            case Switch(value, low, to, otherwise):
                ways = tuple(self._to(way, known) for way in to)
                self._emit(address, Switch(value, low, ways, self._to(otherwise, known)))
                return -1
            case Call(to, back):
                self._set(address, known, back, address + 1)
                return to
            case Return(back):
                return self._return(address, back, known)
            case Choose() | ChooseOne() | ChooseSome():
                return self._choose(instruction, address, known)
            case Enqueue(Constant(token), base, size) if self._knows(known, base, size):
                self._enqueue(instruction, token, address, known)
            case Dequeue(_, base, size) if self._knows(known, base, size):
                return self._dequeue(instruction, address, known)
            case Dequeue(_, _, _, empty):
                self._emit(address, replace(instruction, empty=self._to(empty, known)))
                self._forget(instruction, known)
            case Tell():
                self._tell(instruction, address)
            case Set(Target(slot, None)) if slot in self._parting and self._cannot_fail(instruction):
                return self._part(instruction, address, known)
            case Set() | Clear():
                self._write(instruction, address, known)
            case _:
                self._emit(address, instruction)
                self._forget(instruction, known)
        return address + 1 if falls_through(instruction) else -1

    def _branch(self, test: Expr, otherwise: int, address: int, known: dict[int, int]) -> int:
        decided = self._simplifier.decided(test)
        if decided is None:
            self._emit(address, Branch(test, self._to(otherwise, known)))
        return otherwise if decided is False else address + 1

    def _knows(self, known: Known, base: int, size: int) -> bool:
        return all(slot in known for slot in range(base, base + size))

    def _forget(self, instruction: Instruction, known: dict[int, int]) -> None:
        for slot in written(instruction) & known.keys():
            del known[slot]

    def _set(self, address: int, known: dict[int, int], slot: int, value: int) -> None:
        """A write that cannot fail."""
        if known.get(slot) != value:
            self._emit(address, Clear(slot, (value,)))
        if slot in self._tracked:
            known[slot] = value

    def _write(self, instruction: Set | Clear, address: int, known: dict[int, int]) -> None:
        match instruction:
            case Set(Target(slot, None), Constant(value), low, high) if low <= value <= high and slot in self._tracked:
                if self._facts.slots[slot].holds(value):
                    self._set(address, known, slot, value)
                    return
            case Clear(base, values):
                self._clear(base, values, address, known)
                return
            case _:
                pass
        self._emit(address, instruction)
        self._forget(instruction, known)

    def _cannot_fail(self, instruction: Set) -> bool:
        held = self._facts.of(instruction.value)
        return not held.may_fault and held.within(instruction.low, instruction.high)

    def _part(self, instruction: Set, address: int, known: dict[int, int]) -> int:
        """A way for each value that the slot can be given; the next address where that is known before."""
        slot, held = instruction.target.base, self._facts.of(instruction.value)
        if held.low == held.high:
            self._set(address, known, slot, held.low)
            return address + 1
        self.parted = True
        self._emit(address, instruction)
        ways = tuple(self._to(address + 1, {**known, slot: value}) for value in range(held.low, held.high + 1))
        self._emit(address, Switch(Slot(slot), held.low, ways, ways[0]))
        return -1

    def _clear(self, base: int, values: Sequence[int], address: int, known: dict[int, int]) -> None:
        """Only what is not known to be so already; in one run where that does not cost more."""
        news = [slot for slot, value in enumerate(values, base) if known.get(slot) != value]
        if news:
            first, last = news[0], news[-1]
            self._emit(address, Clear(first, tuple(values[first - base : last - base + 1])))
        known.update({slot: value for slot, value in enumerate(values, base) if slot in self._tracked})

    def _return(self, address: int, back: int, known: dict[int, int]) -> int:
        """Straight on where it is known who called, else by the address in the slot."""
        length = len(self._program.instructions)
        if back in known:
            to = known[back]
            if not 0 <= to < length:
                raise NotWorthIt
            self._set(address, known, back, 0)
            return to
        places = sorted(places_back(self._program, back))
        if not 0 <= places[0] <= places[-1] < length:
            raise NotWorthIt
        ways = {to: self._number(Situation(to, tuple(sorted(known.items())), back)) for to in places}
        listed = tuple(ways.get(to, ways[places[0]]) for to in range(places[0], places[-1] + 1))
        self._emit(address, Switch(Slot(back), places[0], listed, ways[places[0]]))
        return -1

    def _choose(self, choice: Choose | ChooseOne | ChooseSome, address: int, known: dict[int, int]) -> int:
        otherwise = self._to(choice.otherwise, known)
        if isinstance(choice, Choose):
            options = tuple(Option(option.test, self._to(option.to, known)) for option in choice.options)
            self._emit(address, replace(choice, options=options, otherwise=otherwise))
            return -1
        self._emit(address, replace(choice, otherwise=otherwise))
        self._forget(choice, known)
        return address + 1

    def _enqueue(self, instruction: Enqueue, token: int, address: int, known: dict[int, int]) -> None:
        base, size = instruction.base, instruction.size
        queue = [known[slot] for slot in range(base, base + size)]
        waiting = [mark for mark in queue if mark not in (0, token + 1)]
        if not 0 <= token < self._program.tokens or len(waiting) >= size:
            self._emit(address, instruction)  # a fault
            self._forget(instruction, known)
            return
        waiting.append(token + 1)
        self._clear(base, waiting + [0] * (size - len(waiting)), address, known)

    def _dequeue(self, instruction: Dequeue, address: int, known: dict[int, int]) -> int:
        base, size = instruction.base, instruction.size
        queue = [known[slot] for slot in range(base, base + size)]
        if not queue[0]:
            return instruction.empty
        self._set(address, known, instruction.into, queue[0] - 1)
        self._clear(base, [*queue[1:], 0], address, known)
        return address + 1

    def _tell(self, tell: Tell, address: int) -> None:
        """Nobody listens to machine code: only landings are counted, and what may fault is kept."""
        landed = self._visits and tell.note is Note.LANDED
        if landed or any(self._facts.of(a).may_fault for a in tell.arguments):
            self._emit(address, tell)


def relinked(instruction: Instruction, placed: dict[int, int]) -> Instruction:
    """The instruction with addresses instead of numbers of situations."""
    match instruction:
        case Jump(to):
            return Jump(placed[to])
        case Branch(test, otherwise):
            return Branch(test, placed[otherwise])
        case Switch(value, low, to, otherwise):
            return Switch(value, low, tuple(placed[way] for way in to), placed[otherwise])
        case Choose(options=options, otherwise=otherwise):
            ways = tuple(Option(option.test, placed[option.to]) for option in options)
            return replace(instruction, options=ways, otherwise=placed.get(otherwise, -1))
        case ChooseOne(otherwise=otherwise) | ChooseSome(otherwise=otherwise):
            return replace(instruction, otherwise=placed.get(otherwise, -1))
        case Dequeue(empty=empty):
            return replace(instruction, empty=placed[empty])
        case _:
            return instruction
