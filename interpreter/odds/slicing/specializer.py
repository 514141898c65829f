"""A program in, its graph out: calls are written out, and small slots of control whose value is known leave no trace.

Each node is an instruction together with what is known of the slots of control when it runs: return addresses, whose
turn it is, the loop's player. So `purse[turn]` becomes the purse of one seat, and a branch on `turn` no branch at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.interpreter.odds.slicing.effects import reads, written
from parlour.interpreter.odds.slicing.graph import Graph, Node
from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.expressions import Constant, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    ChooseSome,
    Clear,
    Dequeue,
    Draw,
    Enqueue,
    Instruction,
    Jump,
    Return,
    Set,
    Switch,
    Target,
    Tell,
    Throw,
)
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import PHASE, TURN, Program, Role
from parlour.interpreter.program.simplifying import FULLY, Simplifier
from parlour.interpreter.program.simplifying_instructions import simplified

NARROW = 16  # a slot of control is followed when it has at most so many values
ROOM = 40  # nodes an instruction of the program may become on the average

Known = tuple[int | None, ...]
Key = tuple[int, Known]  # an address, and what is known there


class TooManyNodes(Exception):
    """The program becomes too long when so many slots are followed."""


def specialized(program: Program, bounds: Bounds) -> Graph:
    """The graph with as many slots followed as there is room for."""
    backs = returning(program)
    room = room_for(program)
    for followed, most in ((controlling(program, bounds), room), ([TURN, PHASE], room), ([], 1_000_000)):
        try:
            return Specializer(program, bounds, sorted({*backs, *followed}), most).graph()
        except TooManyNodes:
            continue
    raise AssertionError("calls alone make the program too long")


def room_for(program: Program) -> int:
    """How many nodes a program may become."""
    return ROOM * len(program.instructions) + 2000


def returning(program: Program) -> list[int]:
    """The slots of return addresses."""
    return [i.back for i in program.instructions if isinstance(i, Call)]


def controlling(program: Program, bounds: Bounds) -> list[int]:
    """Slots of control and of what is bound to a name, with few values."""
    drawn = {i.into for i in program.instructions if isinstance(i, Throw | Draw | ChooseOne | ChooseSome)}
    found = [TURN, PHASE]
    for field in program.layout.fields:
        if field.role in (Role.CONTROL, Role.LOCAL) and field.base > PHASE:
            slots = range(field.base, field.base + field.size)
            found += [s for s in slots if s not in drawn and bounds.slots[s].high - bounds.slots[s].low < NARROW]
    return found


class Specializer:
    """`followed`: the slots whose values nodes know. `most`: nodes, or TooManyNodes is raised."""

    def __init__(self, program: Program, bounds: Bounds, followed: Sequence[int], most: int) -> None:
        self._program, self._bounds = program, bounds
        self._simplifier = Simplifier(program, bounds, FULLY)
        self._followed = followed
        self._rank = {slot: k for k, slot in enumerate(followed)}
        self._mask = sum(1 << slot for slot in followed)
        self._numbers: dict[Key, int] = {}
        self._waiting: list[Key | Node] = []
        self._reading: dict[int, tuple[int, ...]] = {}  # address → ranks of the followed slots its expressions read
        self._plainly: dict[Key, Instruction] = {}  # by the address and what is known of those
        self._most = most

    def graph(self) -> Graph:
        initial = self._program.layout.initial
        self._number(0, tuple(initial[slot] for slot in self._followed))
        nodes: list[Node] = []
        while len(nodes) < len(self._waiting):
            met = self._waiting[len(nodes)]
            nodes.append(met if isinstance(met, Node) else self._node(*met))
        return Graph(nodes)

    def _number(self, address: int, known: Known) -> int:
        """The node where the game goes on: what only leads on leaves no node, unless it leads round and round."""
        key, passed = self._arriving(address, known), dict[Key, None]()
        while (found := self._numbers.get(key)) is None:
            following = None if key in passed else self._led(*key)
            if following is None:
                found = self._added(key)
                break
            passed[key] = None
            key = self._arriving(*following)
        self._numbers.update(dict.fromkeys((*passed, key), found))
        return found

    def _arriving(self, address: int, known: Known) -> Key:
        """What is still known where the game goes on."""
        return address, known

    def _added(self, met: Key | Node) -> int:
        if len(self._waiting) >= self._most:
            raise TooManyNodes
        self._waiting.append(met)
        return len(self._waiting) - 1

    def _led(self, address: int, known: Known) -> Key | None:
        """Where an instruction leads that does no more than that; None for any other."""
        instruction = self._program.instructions[address]
        match instruction:
            case Jump(to):
                return to, known
            case Tell():
                return address + 1, known
            case Call(to, back):
                return to, self._learnt(known, {back: address + 1})
            case Return(back) if back in self._rank and (caller := known[self._rank[back]]) is not None:
                return caller, self._learnt(known, {back: 0})
            case Branch() | Switch():
                decided = _decided(self._simplest(address, instruction, known), address)
                return None if decided is None else (decided, known)
            case Dequeue(_, base, size, empty) if self._are_known(base, size, known):
                return None if known[self._rank[base]] else (empty, known)
            case _:
                return None

    def _are_known(self, base: int, size: int, known: Known) -> bool:
        return all(s in self._rank and known[self._rank[s]] is not None for s in range(base, base + size))

    def _values(self, known: Known) -> dict[int, int]:
        return {slot: value for slot, value in zip(self._followed, known, strict=True) if value is not None}

    def _node(self, address: int, known: Known) -> Node:
        led = self._led(address, known)
        if led is not None:
            return Node(address, None, (self._number(*led),))
        instruction = self._program.instructions[address]
        match instruction:
            case Branch() | Switch():
                return self._going_on(address, self._simplest(address, instruction, known), known)
            case Dequeue(base=base, size=size) if self._are_known(base, size, known):
                return self._taken(address, instruction, known)
            case Enqueue(base=base, size=size) if self._are_known(base, size, known):
                return self._queued(address, instruction, known)
            case _:
                return self._plain(address, instruction, known)

    def _learnt(self, known: Known, news: Mapping[int, int | None]) -> Known:
        changed = list(known)
        for slot, value in news.items():
            if slot in self._rank:
                changed[self._rank[slot]] = value
        return tuple(changed)

    def _going_on(self, address: int, operation: Instruction, known: Known) -> Node:
        """Where an instruction leads that leaves what is known as it is."""
        to = targets(operation)
        following = (address + 1, *to) if falls_through(operation) else to
        numbers = tuple([self._number(a, known) if a >= 0 else -1 for a in following])
        told = tuple(self._values(known).items()) if isinstance(operation, Choose | ChooseOne | ChooseSome) else ()
        return Node(address, operation, numbers, told)

    def _taken(self, address: int, dequeue: Dequeue, known: Known) -> Node:
        """A queue that is known gives its first token: two instructions that write constants."""
        values, base = self._values(known), dequeue.base
        token = values[base] - 1
        queue = (*(values[s] for s in range(base + 1, base + dequeue.size)), 0)
        learnt = self._learnt(known, {dequeue.into: token, **dict(enumerate(queue, base))})
        rest = self._added(Node(address, Clear(base, queue), (self._number(address + 1, learnt),)))
        return Node(address, Clear(dequeue.into, (token,)), (rest,))

    def _queued(self, address: int, enqueue: Enqueue, known: Known) -> Node:
        values = self._values(known)
        token = self._simplifier.simple(enqueue.token, values)
        base, size = enqueue.base, enqueue.size
        if not isinstance(token, Constant):
            return self._plain(address, enqueue, known)
        waiting = [values[s] for s in range(base, base + size) if values[s] not in (0, token.value + 1)]
        queue = (*waiting, token.value + 1)
        if len(queue) > size or not 0 <= token.value < self._program.tokens:
            return self._plain(address, enqueue, known)
        queue += (0,) * (size - len(queue))
        learnt = self._learnt(known, dict(enumerate(queue, base)))
        return Node(address, Clear(base, queue), (self._number(address + 1, learnt),))

    def _plain(self, address: int, instruction: Instruction, known: Known) -> Node:
        """Any other: with simpler expressions, and what it writes no longer known, or known anew."""
        operation = self._simplest(address, instruction, known)
        changed = written(operation) & self._mask
        news: dict[int, int | None] = {s: None for s in self._followed if changed >> s & 1} if changed else {}
        match operation:
            case Set(Target(base, None), Constant(value), low, high):
                inside = max(low, self._bounds.slots[base].low) <= value <= min(high, self._bounds.slots[base].high)
                news[base] = value if inside else None
            case Set(Target(base=slot, index=None), low=low, high=high) if slot == TURN and TURN in self._rank:
                return self._parted(address, operation, known)
            case Clear(base, numbers):
                news |= dict(enumerate(numbers, base))
            case _:
                pass
        return self._going_on(address, operation, self._learnt(known, news))

    def _parted(self, address: int, operation: Set, known: Known) -> Node:
        """Whose turn it is is worked out: from here on each seat has nodes of its own."""
        low, high = self._bounds.slots[TURN].low, self._bounds.slots[TURN].high
        to = tuple(self._number(address + 1, self._learnt(known, {TURN: seat})) for seat in range(low, high + 1))
        switch = Switch(Slot(TURN), low, tuple(range(len(to))), len(to))
        return Node(address, operation, (self._added(Node(address, switch, (*to, to[-1]))),))

    def _simplest(self, address: int, instruction: Instruction, known: Known) -> Instruction:
        """An instruction with simpler expressions: the same wherever the same is known of what it reads."""
        reading = self._reading.get(address)
        if reading is None:
            mask = reads(expressions_of(instruction))
            ranks = (self._rank[slot] for slot in self._followed if mask >> slot & 1)
            reading = self._reading[address] = tuple(ranks)
        key = address, tuple([known[rank] for rank in reading])
        found = self._plainly.get(key)
        if found is None:
            found = self._plainly[key] = simplified(instruction, self._simplifier, self._values(known))
        return found


def _decided(instruction: Instruction, address: int) -> int | None:
    """The address that a parting leads to whose test is known."""
    match instruction:
        case Branch(Constant(test), otherwise):
            return address + 1 if test else otherwise
        case Switch(Constant(value), low, to, otherwise):
            return to[value - low] if low <= value < low + len(to) else otherwise
        case _:
            return None
