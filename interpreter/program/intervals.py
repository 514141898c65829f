"""A program in; for each slot the least and greatest value it can hold, for each expression the same and whether it can
fault, out: what the executors need to leave out checks that can never fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

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
from parlour.interpreter.program.instructions import Target
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.ranges import slot_ranges
from parlour.interpreter.program.traversal import bottom_up


class Bounds(Struct, frozen=True):
    """What every slot may hold (`slot_ranges`). A write that could leave it is checked when it runs (fault `range`)."""

    slots: tuple[Interval, ...]
    tables: tuple[Interval, ...]
    lengths: tuple[int, ...]  # of the tables
    longest: int  # a fold through more numbers is a fault

    def span(self, base: int, size: int) -> Interval:
        """What any of the slots base .. base + size - 1 may hold."""
        found = self.slots[base : base + size]
        return Interval(min(i.low for i in found), max(i.high for i in found))

    def held(self, target: Target) -> Interval:
        """What the first slot of a target may hold."""
        return self.slots[target.base] if target.index is None else self.span(target.base, target.size)

    def allowed(self, target: Target) -> Interval:
        """What may be written to the first slot of a target: what each of the slots it may be can hold."""
        if target.index is None:
            return self.slots[target.base]
        found = self.slots[target.base : target.base + target.size]
        return Interval(max(i.low for i in found), min(i.high for i in found))

    def of(self, expr: Expr, temporaries: Mapping[int, Interval] | None = None) -> Interval:
        """What an expression can be; `temporaries`: what is known of those that no Fold inside it counts."""
        match expr:
            case Constant(value):
                return Interval(value, value)
            case Slot(index):
                return self.slots[index]
        return bottom_up(expr, _Visitor(self, temporaries or {}))


def bounds_of(program: Program) -> Bounds:
    return Bounds(
        slot_ranges(program),
        tuple(Interval(min(t.values, default=0), max(t.values, default=0)) for t in program.tables),
        tuple(len(t.values) for t in program.tables),
        program.limits.steps,
    )


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
