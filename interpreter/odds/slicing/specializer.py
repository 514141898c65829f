"""A program in, its graph out: calls are written out, and small slots of control whose value is known leave no trace.

Each node is an instruction together with what is known of the slots of control when it runs: return addresses, whose
turn it is, the loop's player. So `purse[turn]` becomes the purse of one seat, and a branch on `turn` no branch at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from parlour.interpreter.odds.slicing.effects import reads, written
from parlour.interpreter.odds.slicing.graph import Graph, Node
from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.expressions import Constant, Expr, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
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
    Throw,
)
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import PHASE, TURN, Program, Role
from parlour.interpreter.program.simplifying import FULLY, Simplifier
from parlour.interpreter.program.simplifying_instructions import simplified

NARROW = 16  # a slot of control is followed when it has at most so many values
ROOM = 40  # nodes an instruction of the program may become on the average

Known = tuple[int | None, ...]


class TooManyNodes(Exception):
    """The program becomes too long when so many slots are followed."""


def specialized(program: Program, bounds: Bounds) -> Graph:
    """The graph with as many slots followed as there is room for."""
    backs = [i.back for i in program.instructions if isinstance(i, Call)]
    room = ROOM * len(program.instructions) + 2000
    for followed, most in ((_controlling(program, bounds), room), ([TURN, PHASE], room), ([], 1_000_000)):
        try:
            return _Specializer(program, bounds, sorted({*backs, *followed}), most).graph()
        except TooManyNodes:
            continue
    raise AssertionError("calls alone make the program too long")


def _controlling(program: Program, bounds: Bounds) -> list[int]:
    """Slots of control and of what is bound to a name, with few values."""
    drawn = {i.into for i in program.instructions if isinstance(i, Throw | Draw | ChooseOne | ChooseSome)}
    found = [TURN, PHASE]
    for field in program.layout.fields:
        if field.role in (Role.CONTROL, Role.LOCAL) and field.base > PHASE:
            slots = range(field.base, field.base + field.size)
            found += [s for s in slots if s not in drawn and bounds.slots[s].high - bounds.slots[s].low < NARROW]
    return found


class _Specializer:
    def __init__(self, program: Program, bounds: Bounds, followed: Sequence[int], most: int) -> None:
        self._program, self._bounds = program, bounds
        self._simplifier = Simplifier(program, bounds, FULLY)
        self._followed = followed
        self._rank = {slot: k for k, slot in enumerate(followed)}
        self._mask = sum(1 << slot for slot in followed)
        self._numbers: dict[tuple[int, Known], int] = {}
        self._waiting: list[tuple[int, Known] | Node] = []
        self._reading: dict[int, tuple[int, ...]] = {}  # address → which of the followed slots its expressions read
        self._plainly: dict[tuple[int, Known], Instruction] = {}  # by the address and what is known of those
        self._most = most

    def graph(self) -> Graph:
        initial = self._program.layout.initial
        self._number(0, tuple(initial[slot] for slot in self._followed))
        nodes: list[Node] = []
        while len(nodes) < len(self._waiting):
            met = self._waiting[len(nodes)]
            if isinstance(met, Node):
                nodes.append(met)
                continue
            address, known = met
            values = {slot: value for slot, value in zip(self._followed, known, strict=True) if value is not None}
            nodes.append(self._node(address, known, values))
            nodes[-1].known = tuple(values.items())
        return Graph(nodes)

    def _number(self, address: int, known: Known) -> int:
        key = (address, known)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = self._added(key)
        return found

    def _added(self, met: tuple[int, Known] | Node) -> int:
        if len(self._waiting) >= self._most:
            raise TooManyNodes
        self._waiting.append(met)
        return len(self._waiting) - 1

    def _node(self, address: int, known: Known, values: Mapping[int, int]) -> Node:
        instruction = self._program.instructions[address]
        match instruction:
            case Jump(to):
                return self._lead(address, to, known)
            case Call(to, back):
                return self._lead(address, to, self._learnt(known, {back: address + 1}))
            case Return(back) if back in values:
                return self._lead(address, values[back], self._learnt(known, {back: 0}))
            case Branch(test, otherwise):
                decided = self._simplifier.simple(test, values)
                if isinstance(decided, Constant):
                    return self._lead(address, address + 1 if decided.value else otherwise, known)
                return self._going_on(address, Branch(decided, otherwise), known)
            case Switch(value=value):
                return self._switch(address, instruction, self._simplifier.simple(value, values), known)
            case Dequeue(into, base, size, empty) if all(s in values for s in range(base, base + size)):
                if not values[base]:
                    return self._lead(address, empty, known)
                queue = (*(values[s] for s in range(base + 1, base + size)), 0)
                return self._taken(address, into, base, values[base] - 1, queue, known)
            case Enqueue(base=base, size=size) if all(s in values for s in range(base, base + size)):
                return self._queued(address, instruction, values, known)
            case _:
                return self._plain(address, instruction, values, known)

    def _lead(self, address: int, to: int, known: Known) -> Node:
        return Node(address, None, (self._number(to, known),))

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
        return Node(address, operation, tuple(self._number(a, known) if a >= 0 else -1 for a in following))

    def _switch(self, address: int, switch: Switch, value: Expr, known: Known) -> Node:
        low, to = switch.low, switch.targets
        if isinstance(value, Constant):
            inside = low <= value.value < low + len(to)
            return self._lead(address, to[value.value - low] if inside else switch.otherwise, known)
        return self._going_on(address, replace(switch, value=value), known)

    def _taken(self, address: int, into: int, base: int, token: int, queue: tuple[int, ...], known: Known) -> Node:
        """A queue that is known gives its first token: two instructions that write constants."""
        learnt = self._learnt(known, {into: token, **dict(enumerate(queue, base))})
        rest = self._added(Node(address, Clear(base, queue), (self._number(address + 1, learnt),)))
        return Node(address, Clear(into, (token,)), (rest,))

    def _queued(self, address: int, enqueue: Enqueue, values: Mapping[int, int], known: Known) -> Node:
        token = self._simplifier.simple(enqueue.token, values)
        base, size = enqueue.base, enqueue.size
        if not isinstance(token, Constant):
            return self._plain(address, enqueue, values, known)
        waiting = [values[s] for s in range(base, base + size) if values[s] not in (0, token.value + 1)]
        queue = (*waiting, token.value + 1)
        if len(queue) > size or not 0 <= token.value < self._program.tokens:
            return self._plain(address, enqueue, values, known)
        queue += (0,) * (size - len(queue))
        learnt = self._learnt(known, dict(enumerate(queue, base)))
        return Node(address, Clear(base, queue), (self._number(address + 1, learnt),))

    def _plain(self, address: int, instruction: Instruction, values: Mapping[int, int], known: Known) -> Node:
        """Any other: with simpler expressions, and what it writes no longer known, or known anew."""
        operation = self._simplest(address, instruction, values)
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

    def _simplest(self, address: int, instruction: Instruction, values: Mapping[int, int]) -> Instruction:
        """An instruction with simpler expressions: the same wherever the same is known of what it reads."""
        reading = self._reading.get(address)
        if reading is None:
            mask = reads(expressions_of(instruction))
            reading = self._reading[address] = tuple(slot for slot in self._followed if mask >> slot & 1)
        key = address, tuple(values.get(slot) for slot in reading)
        found = self._plainly.get(key)
        if found is None:
            found = self._plainly[key] = simplified(instruction, self._simplifier, values)
        return found
