"""A program in; for each slot the least and greatest value it can hold, for each expression the same and whether it can
fault, out: what the executors need to leave out checks that can never fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.interpreter.program.arithmetic import TRUTH, WHOLE, Interval, binary, hull, repeated
from parlour.interpreter.program.expressions import (
    And,
    Binary,
    Conditional,
    Constant,
    Element,
    Expr,
    Fold,
    Gathering,
    Lookup,
    Negate,
    Not,
    Or,
    Slot,
    Temporary,
)
from parlour.interpreter.program.instructions import Call, ChooseSome, Clear, Dequeue, Draw, Pop, Target, Throw
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program, Role
from parlour.interpreter.program.traversal import bottom_up


@dataclass(frozen=True, slots=True)
class Bounds:
    """What every slot may hold. A write that could leave it is checked when the program runs (fault `range`).

    The range of a slot's field, widened by its first value, by the values that Clear gives it and by those that a
    chance, a set, a card or an address written there can have.
    """

    slots: tuple[Interval, ...]
    tables: tuple[Interval, ...]
    lengths: tuple[int, ...]  # of the tables
    longest: int  # a fold through more numbers is a fault

    def span(self, base: int, size: int) -> Interval:
        """What any of the slots base .. base + size - 1 may hold."""
        found = self.slots[base : base + size]
        return Interval(min(i.low for i in found), max(i.high for i in found))

    def target(self, target: Target) -> Interval:
        """What the first slot of a target may hold."""
        return self.slots[target.base] if target.index is None else self.span(target.base, target.size)

    def of(self, expr: Expr, temporaries: Mapping[int, Interval] | None = None) -> Interval:
        """What an expression can be; `temporaries`: what is known of those that no Fold inside it counts."""
        return bottom_up(expr, _Visitor(self, temporaries or {}))


def bounds_of(program: Program) -> Bounds:
    layout = program.layout
    slots = [WHOLE] * layout.size
    for field in layout.fields:
        low, high = field.low, field.high
        if field.role is Role.PILE:  # its first slot is a length
            low, high = min(low, 0), max(high, field.width - 1)
        slots[field.base : field.base + field.size] = [Interval(low, high)] * field.size
    for slot, value in enumerate(layout.initial):
        slots[slot] = hull(slots[slot], Interval(value, value))
    slots[COUNTER] = Interval(0, max(0, len(program.instructions) - 1))
    slots[OUTCOME] = Interval(0, len(program.outcomes) - 1)
    slots[WINNERS] = Interval(0, 2**program.seats - 1)
    for slot, written in _written(program, slots):
        slots[slot] = hull(slots[slot], written)
    return Bounds(
        tuple(slots),
        tuple(Interval(min(t.values, default=0), max(t.values, default=0)) for t in program.tables),
        tuple(len(t.values) for t in program.tables),
        program.limits.steps,
    )


def _written(program: Program, slots: Sequence[Interval]) -> list[tuple[int, Interval]]:
    """The slots that instructions write without a check, each with what they write."""
    found: list[tuple[int, Interval]] = []
    for instruction in program.instructions:
        match instruction:
            case Clear(base, values):
                found += [(base + k, Interval(value, value)) for k, value in enumerate(values)]
            case Throw(into=into):
                found.append((into, Interval(0, max(0, len(program.throws.outcomes) - 1))))
            case Draw(kinds=kinds, into=into):
                found.append((into, Interval(0, max(0, kinds - 1))))
            case Call(back=back):
                found.append((back, Interval(0, len(program.instructions))))
            case Dequeue(into=into):
                found.append((into, Interval(0, max(0, program.tokens - 1))))
            case ChooseSome(size=size, into=into):
                found.append((into, Interval(0, 2**size - 1)))
            case Pop(pile=pile, into=into):
                found.append((into, slots[pile.base + 1]))
            case _:
                pass
    return found


class _Visitor:
    """Bottom up: the interval of a node from those of its parts."""

    def __init__(self, bounds: Bounds, temporaries: Mapping[int, Interval]) -> None:
        self._scope = Scope(temporaries)
        self._bounds = bounds

    def bind(self, fold: Fold, start: Interval, stop: Interval) -> None:
        self._scope.enter(fold.number, start, stop)

    def build(self, node: Expr, parts: Sequence[Interval]) -> Interval:
        if isinstance(node, Fold):
            self._scope.leave(node.number)
        return interval_of(node, parts, self._bounds, self._scope)


class Scope:
    """What is known of the temporaries at one place of an expression; a fold inside another may use the same number."""

    def __init__(self, known: Mapping[int, Interval]) -> None:
        self._known: dict[int, list[Interval]] = {number: [interval] for number, interval in known.items()}

    def enter(self, number: int, start: Interval, stop: Interval) -> None:
        self._known.setdefault(number, []).append(Interval(start.low, max(start.low, stop.high - 1)))

    def leave(self, number: int) -> None:
        self._known[number].pop()

    def __getitem__(self, number: int) -> Interval:
        known = self._known.get(number)
        return known[-1] if known else WHOLE


def interval_of(node: Expr, parts: Sequence[Interval], bounds: Bounds, scope: Scope) -> Interval:
    """What a node can be, from what the expressions directly inside it can be."""
    faulty = any(p.may_fault for p in parts)
    match node:
        case Constant(value):
            return Interval(value, value)
        case Slot(index):
            return bounds.slots[index]
        case Temporary(number):
            return scope[number]
        case Element(base, _, size):
            return bounds.span(base, size).faulty(faulty or not parts[0].within(0, size - 1))
        case Lookup(table):
            return bounds.tables[table].faulty(faulty or not parts[0].within(0, bounds.lengths[table] - 1))
        case Negate():
            return Interval(-parts[0].high, -parts[0].low, faulty).whole()
        case Not() | And() | Or():
            return TRUTH.faulty(faulty)
        case Binary(operator):
            return binary(operator, parts[0], parts[1])
        case Conditional():
            return _chosen(parts, faulty)
        case Fold(gathering):
            return _folded(gathering, parts, bounds.longest, faulty)


def _chosen(parts: Sequence[Interval], faulty: bool) -> Interval:
    test, then, otherwise = parts
    if test.within(0, 0):
        return otherwise.faulty(test.may_fault or otherwise.may_fault)
    if not test.holds(0):
        return then.faulty(test.may_fault or then.may_fault)
    return hull(then, otherwise).faulty(faulty)


def _folded(gathering: Gathering, parts: Sequence[Interval], longest: int, faulty: bool) -> Interval:
    start, stop, where, value = parts
    count = max(0, stop.high - start.low)
    faulty = faulty or count > longest
    match gathering:
        case Gathering.SUM:
            return repeated(value, count).faulty(faulty).whole()
        case Gathering.ANY | Gathering.ALL:
            return TRUTH.faulty(faulty)
        case Gathering.FIRST:
            return hull(value, Interval(-1, -1)).faulty(faulty)
        case Gathering.MIN | Gathering.MAX:
            some = stop.low > start.high and not where.holds(0)
            return value.faulty(faulty or not some)
