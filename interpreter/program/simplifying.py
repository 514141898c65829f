"""An expression and the slots whose values are known in, an expression that computes and reads no more than it must out.

What is constant is computed, elements whose index is known become slots, tests that ranges decide are gone, and short folds
are written out. Nothing that may fault is dropped unless its value is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.expressions import (
    FALSE,
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
    Operator,
    Or,
    Slot,
    Temporary,
)
from parlour.interpreter.program.folding import (
    COMPARING,
    binary,
    both,
    compute,
    either,
    element,
    lookup,
    negate,
    negated,
)
from parlour.interpreter.program.folding import truth as truth_of
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import bottom_up, every
from parlour.interpreter.program.unfolding import put_in, truth, written_out

Known = Mapping[int, int]  # slot → its value


class Unfolding(Struct, frozen=True):
    """Which folds are written out: those through so many numbers at most, of so many nodes."""

    numbers: int
    nodes: float = inf


BRIEFLY = Unfolding(4, 40)  # as long as the code that it becomes is shorter than the loop
FULLY = Unfolding(12)  # so that every read of an element is seen


class Simplifier:
    """Simplifies the expressions of one program. `facts`: what its slots can hold."""

    def __init__(self, program: Program, facts: Bounds, unfolding: Unfolding) -> None:
        self._program, self._tables, self.facts, self.unfolding = program, program.tables, facts, unfolding

    def simple(self, expr: Expr, known: Known, temporaries: Known | None = None) -> Expr:
        """The same value and the same faults, where the slots have these values."""
        if isinstance(expr, Constant):
            return expr
        if isinstance(expr, Slot):
            return self.slot(expr, known)
        return bottom_up(expr, _Simplifying(self, known, temporaries or {}))

    def slot(self, node: Slot, known: Known) -> Expr:
        """A constant where the slot is known, or can be one number only."""
        if node.index in known:
            return Constant(known[node.index])
        interval = self.facts.slots[node.index]
        return Constant(interval.low) if interval.low == interval.high else node

    def narrowed(self, ranges: Mapping[int, Interval]) -> Simplifier:
        """The same where more is known of some slots."""
        return Simplifier(self._program, narrowed(self.facts, ranges), self.unfolding)

    def decided(self, test: Expr, temporaries: Mapping[int, Interval] | None = None) -> bool | None:
        """Whether a test holds; None where it depends on the game or may fault."""
        if isinstance(test, Constant):
            return test.value != 0
        interval = self.facts.of(test, temporaries)
        if interval.may_fault or (interval.holds(0) and not interval.within(0, 0)):
            return None
        return not interval.holds(0)

    def conditional(self, test: Expr, then: Expr, otherwise: Expr, temporaries: Mapping[int, Interval]) -> Expr:
        """Only one of both where that is decided, or they are the same."""
        decided = self.decided(test, temporaries)
        if decided is not None:
            return then if decided else otherwise
        if then == otherwise and not self.facts.of(test, temporaries).may_fault:
            return then
        return Conditional(test, then, otherwise)

    def both(self, left: Expr, right: Expr, temporaries: Mapping[int, Interval]) -> Expr:
        """`left and right`"""
        if right == FALSE and not self.facts.of(left, temporaries).may_fault:
            return FALSE
        return truth(both(left, right))

    def compared(self, expr: Expr, temporaries: Mapping[int, Interval]) -> Expr:
        """A comparison, or its truth where what both sides can be decides it."""
        if not isinstance(expr, Binary):
            return expr
        left, right = self.facts.of(expr.left, temporaries), self.facts.of(expr.right, temporaries)
        if left.may_fault or right.may_fault:
            return expr
        if expr.operator in (Operator.EQUAL, Operator.DIFFERENT):
            expr = self._without_table(expr)
        outcomes = {compute(expr.operator, a, b) for a, b in ((left.low, right.high), (left.high, right.low))}
        apart = left.high < right.low or right.high < left.low
        match expr.operator:
            case Operator.EQUAL | Operator.DIFFERENT if not apart:
                same = left.low == left.high == right.low == right.high
                return truth_of(expr.operator is Operator.EQUAL) if same else expr
            case _:
                return truth_of(outcomes == {1}) if len(outcomes) == 1 else expr

    def _without_table(self, expr: Binary) -> Binary:
        """Two values of a table that has none twice are the same where their indexes are."""
        match expr.left, expr.right:
            case Lookup(one, a), Lookup(other, b) if one == other and len(set(self.table(one))) == len(self.table(one)):
                return replace(expr, left=a, right=b)
            case _:
                return expr

    def looked_up(self, expr: Expr, temporaries: Mapping[int, Interval]) -> Expr:
        """The index itself, where all that can be looked up is so."""
        if not isinstance(expr, Lookup):
            return expr
        index, values = self.facts.of(expr.index, temporaries), self.table(expr.table)
        inside = not index.may_fault and index.within(0, len(values) - 1)
        same = inside and all(values[k] == k for k in range(index.low, index.high + 1))
        return expr.index if same else expr

    def table(self, number: int) -> tuple[int, ...]:
        return self._tables[number].values


def narrowed(facts: Bounds, ranges: Mapping[int, Interval]) -> Bounds:
    """The same bounds where more is known of some slots."""
    slots = list(facts.slots)
    for slot, interval in ranges.items():
        slots[slot] = interval
    return replace(facts, slots=tuple(slots))


class _Simplifying:
    """Bottom up: a node from its simple parts."""

    def __init__(self, simplifier: Simplifier, known: Known, temporaries: Known) -> None:
        self._simplifier, self._known, self._temporaries = simplifier, known, temporaries
        self._scope: dict[int, list[Interval]] = {}

    def bind(self, fold: Fold, start: Expr, stop: Expr) -> None:
        first, end = self._simplifier.facts.of(start, self._counted()), self._simplifier.facts.of(stop, self._counted())
        self._scope.setdefault(fold.number, []).append(Interval(first.low, max(first.low, end.high - 1)))

    def _counted(self) -> dict[int, Interval]:
        """What is known of the temporaries of the folds around."""
        return {number: found[-1] for number, found in self._scope.items() if found}

    def build(self, node: Expr, parts: Sequence[Expr]) -> Expr:  # noqa: C901 (a case a node)
        match node:
            case Constant():
                return node
            case Slot():
                return self._simplifier.slot(node, self._known)
            case Temporary(number):
                is_known = number in self._temporaries and not self._scope.get(number)
                return Constant(self._temporaries[number]) if is_known else node
            case Element(base, _, size, place):
                found = element(base, parts[0], size, place)
                return self.build(found, ()) if isinstance(found, Slot) else found
            case Lookup(table, _, place):
                found = lookup(table, self._simplifier.table(table), parts[0], place)
                return self._simplifier.looked_up(found, self._counted())
            case Negate(_, place):
                return negate(parts[0], place)
            case Not():
                return truth(negated(parts[0]))
            case Binary(operator, _, _, place):
                return self._binary(binary(operator, parts[0], parts[1], place))
            case And():
                return self._simplifier.both(parts[0], parts[1], self._counted())
            case Or():
                return truth(either(parts[0], parts[1]))
            case Conditional():
                return self._simplifier.conditional(parts[0], parts[1], parts[2], self._counted())
            case Fold():
                self._scope[node.number].pop()
                return self._fold(node, parts)

    def _binary(self, made: Expr) -> Expr:
        match made:
            case Binary(operator) if operator in COMPARING:
                return self._simplifier.compared(made, self._counted())
            case Binary(Operator.MIN | Operator.MAX, left, right) if left == right:
                return left
            case _:
                return made

    def _fold(self, fold: Fold, parts: Sequence[Expr]) -> Expr:
        simple = _rebuilt(fold, parts)
        start, stop, where, _ = parts
        pinned = self._pinned(simple)
        if pinned is not None:
            return pinned
        if not (isinstance(start, Constant) and isinstance(stop, Constant)):
            return simple
        counted = range(start.value, stop.value)
        unfolding = self._simplifier.unfolding
        if len(counted) > unfolding.numbers or (unfolding.nodes < inf and len(every(simple)) > unfolding.nodes):
            return simple
        terms = [(self._at(where, fold, k), self._at(simple.value, fold, k)) for k in counted]
        return written_out(simple, terms)

    def _pinned(self, fold: Fold) -> Expr | None:
        """A sum over the one number that equals something: what it adds there, if it is counted at all."""
        match fold.where:
            case Binary(Operator.EQUAL, Temporary(number), pin, _) if number == fold.number:
                pass
            case Binary(Operator.EQUAL, pin, Temporary(number), _) if number == fold.number:
                pass
            case _:
                return None
        simple = not any(isinstance(node, Fold | Temporary) for node in every(pin))
        scope = self._counted()
        bounds = [self._simplifier.facts.of(expr, scope) for expr in (fold.start, fold.stop, pin)]
        if fold.gathering is not Gathering.SUM or not simple or any(bound.may_fault for bound in bounds):
            return None
        value = put_in(fold.value, fold.number, pin)
        start, stop, at = bounds
        if start.high <= at.low and at.high < stop.low:
            return value
        inside = both(Binary(Operator.AT_LEAST, pin, fold.start, -1), Binary(Operator.LESS, pin, fold.stop, -1))
        return Conditional(inside, value, Constant(0))

    def _at(self, expr: Expr, fold: Fold, number: int) -> Expr:
        around = {n: value for n, value in self._temporaries.items() if not self._scope.get(n)}
        return self._simplifier.simple(expr, self._known, {**around, fold.number: number})


def _rebuilt(fold: Fold, parts: Sequence[Expr]) -> Fold:
    start, stop, where, value = parts
    return replace(fold, start=start, stop=stop, where=where, value=value)
