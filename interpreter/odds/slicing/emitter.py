"""A slice in, a program of its own out: the kept instructions over the slots that they use, in the same instruction set.

Before each chance and choice the slots that no longer count are set to 0, so that equal situations are equal vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.odds.slicing.effects import reads, written
from parlour.interpreter.odds.slicing.graph import Stop
from parlour.interpreter.odds.slicing.renaming import renamed, renamed_expression
from parlour.interpreter.odds.slicing.rewriting import clearings, rewritten
from parlour.interpreter.odds.slicing.slicer import Slice
from parlour.interpreter.odds.slicing.sums import freed
from parlour.interpreter.program.addresses import falls_through
from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.expressions import Binary, Constant, Expr, Operator, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Choose,
    ChooseOne,
    ChooseSome,
    Dequeue,
    End,
    Instruction,
    Jump,
    Set,
    Switch,
    Target,
)
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import PHASE, TURN, Layout, Program
from parlour.interpreter.types import INT_HIGH, INT_LOW

ENDLESS = "for ever"  # an outcome of its own, behind all others: the game goes round where nothing counts any more


Line = tuple[Instruction, tuple[int, ...]]  # an instruction, and the nodes it goes to where it does not go on
NONE: Mapping[int, Sequence[Sequence[int]]] = MappingProxyType({})
FAULT = -1  # instead of a node: there is no way on
NOWHERE = -2  # the node that stands for going round without an end


class Emitted(Struct, frozen=True):
    """`numbers`: where each slot of the whole program is in the slice. `stops`: the node of each stop, by address.
    `alike`: before the stop at a node, groups of slots that are counted in the first of them."""

    program: Program
    numbers: Mapping[int, int]
    stops: Mapping[int, int]
    alike: Mapping[int, Sequence[Sequence[int]]]


def emitted(
    program: Program,
    part: Slice,
    bounds: Bounds,
    read: int = 0,
    sums: int = 0,
    alike: Mapping[int, Sequence[Sequence[int]]] = NONE,
) -> Emitted:
    """The program of a slice; scores and measures that read other slots than the slice has become 0.

    `read`: the mask of slots that are read when the game has ended. `sums`: of those not to be held to their ranges.
    `alike`: before a stop, groups of slots that are counted in the first of them.
    """
    return _Emitter(program, part, bounds, read, sums, alike).emitted()


class _Emitter:
    def __init__(
        self,
        program: Program,
        part: Slice,
        bounds: Bounds,
        read: int,
        sums: int,
        alike: Mapping[int, Sequence[Sequence[int]]],
    ) -> None:
        self._program, self._slice, self._bounds, self._sums = program, part, bounds, sums
        self._read, self._alike = read, alike
        self._operations: dict[int, list[Instruction]] = {}
        self._stops: dict[int, int] = {}
        self._ways: dict[int, int] = {}  # from a node that is not kept to the next that is

    def emitted(self) -> Emitted:
        order = self._order()
        used = (1 << PHASE + 1) - 1 | self._read
        for operation in (operation for number in order for operation in self._operations[number]):
            used |= written(operation) | reads(expressions_of(operation))
        layout, numbers = _compact(self._program.layout, used, self._sums)
        instructions = self._linked(order, set(numbers))
        program = replace(
            self._program,
            instructions=tuple(renamed(i, numbers) for i in instructions),
            layout=layout,
            phases=(),
            conserved=(),
            scores=tuple(_read(e, numbers) for e in self._program.scores),
            measures=tuple((name, _read(e, numbers)) for name, e in self._program.measures),
            outcomes=(*self._program.outcomes, ENDLESS),
        )
        return Emitted(program, numbers, self._stops, self._alike)

    def _order(self) -> list[int]:
        """The nodes that can be met, each behind one that falls through to it where that can be."""
        order: list[int] = []
        waiting = [self._kept(0)]
        while waiting:
            number: int | None = waiting.pop()
            while number is not None and number not in self._operations:
                self._operations[number] = self._rewritten(number)
                order.append(number)
                number, away = self._following(number)
                waiting += [n for n in away if n != FAULT]
        return order

    def _rewritten(self, number: int) -> list[Instruction]:
        if number == NOWHERE:
            return [End(len(self._program.outcomes), Constant(0), -1, (), -1)]
        operation = self._slice.graph.nodes[number].operation
        assert operation is not None
        return [freed(o, self._sums) for o in rewritten(operation, self._slice.after[number], self._bounds)]

    def _following(self, number: int) -> tuple[int | None, tuple[int, ...]]:
        """The node that a node falls through to, and those it goes to otherwise (-1: a fault)."""
        if number == NOWHERE:
            return None, ()
        node = self._slice.graph.nodes[number]
        following = tuple(self._kept(n) if n >= 0 else n for n in node.following)
        operations = self._operations[number]
        if operations and not falls_through(operations[-1]):
            return None, following
        return following[0], following[1:]

    def _kept(self, number: int) -> int:
        """The first kept node from here on; NOWHERE when there is none."""
        passed: set[int] = set()
        while number >= 0 and not self._slice.kept[number] and number not in self._ways:
            if number in passed:
                number = NOWHERE
                break
            passed.add(number)
            if self._slice.graph.parts(number):
                number = self._slice.meeting[number]
            else:
                number = next(self._slice.graph.successors(number), NOWHERE)
        found = self._ways.get(number, number if number >= 0 else NOWHERE)
        self._ways.update(dict.fromkeys(passed, found))
        return found

    def _linked(self, order: Sequence[int], slots: set[int]) -> list[Instruction]:
        """All instructions, with addresses."""
        lines: list[Line] = []
        starts: dict[int, int] = {}
        for rank, number in enumerate(order):
            starts[number] = len(lines)
            through, away = self._following(number)
            body: list[Line] = [(operation, ()) for operation in self._operations[number]]
            if body:
                body[-1] = (body[-1][0], away)
            lines += self._settling(number, slots)
            if number != NOWHERE and isinstance(self._slice.graph.nodes[number].operation, Stop):
                self._stops[len(lines)] = number
            lines += body
            if through is not None and order[rank + 1 : rank + 2] != [through]:
                lines.append((Jump(0), (through,)))
        return [_aimed(operation, [starts.get(n, FAULT) for n in nodes]) for operation, nodes in lines]

    def _settling(self, number: int, slots: set[int]) -> list[Line]:
        """Before a stop: what no longer counts is 0."""
        if number == NOWHERE or not isinstance(self._slice.graph.nodes[number].operation, Stop):
            return []
        dead = {slot: 0 for slot in slots if slot > PHASE and not self._slice.before[number] >> slot & 1}
        dead |= {slot: 0 for slot in (TURN, PHASE) if not self._slice.before[number] >> slot & 1}
        counted = [o for group in self._alike.get(number, ()) for o in _counted_together(group)]
        return [(operation, ()) for operation in (*clearings(dead), *counted)]


def _counted_together(group: Sequence[int]) -> list[Instruction]:
    """The first slot holds what all of them held."""
    whole: Expr = Slot(group[0])
    for slot in group[1:]:
        whole = Binary(Operator.ADD, whole, Slot(slot), -1)
    return [Set(Target(group[0]), whole, 0, INT_HIGH, -1), *clearings(dict.fromkeys(group[1:], 0))]


def _aimed(operation: Instruction, to: Sequence[int]) -> Instruction:
    """The instruction with the addresses it goes to."""
    match operation:
        case Jump():
            return Jump(to[0])
        case Branch(test, _):
            return Branch(test, to[0])
        case Switch(value, low, _, _):
            return Switch(value, low, tuple(to[:-1]), to[-1])
        case Choose(options=options):
            aimed = tuple(replace(option, to=address) for option, address in zip(options, to[:-1], strict=True))
            return replace(operation, options=aimed, otherwise=to[-1])
        case ChooseOne() | ChooseSome():
            return replace(operation, otherwise=to[0])
        case Dequeue():
            return replace(operation, empty=to[0])
        case _:
            return operation


def _compact(layout: Layout, used: int, sums: int) -> tuple[Layout, dict[int, int]]:
    """The fields that are used at all, one behind the other; where each of their slots has gone."""
    numbers = {slot: slot for slot in range(PHASE + 1)}
    fields = [field for field in layout.fields if field.base <= PHASE]
    for field in sorted(layout.fields, key=lambda f: f.base):
        slots = range(field.base, field.base + field.size)
        if field.base > PHASE and any(used >> slot & 1 for slot in slots):
            free = any(sums >> slot & 1 for slot in slots)
            low, high = (INT_LOW, INT_HIGH) if free else (field.low, field.high)
            fields.append(replace(field, base=len(numbers), low=low, high=high))
            numbers |= {slot: len(numbers) + k for k, slot in enumerate(slots)}
    initial = [0] * len(numbers)
    for slot, number in numbers.items():
        initial[number] = layout.initial[slot]
    return Layout(tuple(fields), len(numbers), tuple(initial)), numbers


def _read(expr: Expr, numbers: dict[int, int]) -> Expr:
    mask = reads((expr,))
    known = all(slot in numbers for slot in range(mask.bit_length()) if mask >> slot & 1)
    return renamed_expression(expr, numbers) if known else Constant(0)
