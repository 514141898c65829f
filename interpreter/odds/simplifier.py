"""An expression and what is known of slots in; the same value said with fewer reads out.

Short folds are written out, elements whose index is known become slots, and comparisons that the ranges decide become
constants. Nothing that may fault is dropped unless its value is.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.interpreter.program.expressions import (
    FALSE,
    TRUE,
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
    add,
    binary,
    both,
    conditional,
    either,
    element,
    lookup,
    negate,
    negated,
)
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program

WRITTEN_OUT = 12  # a fold through at most so many numbers is written out

_COMPARING = frozenset(
    (Operator.EQUAL, Operator.DIFFERENT, Operator.LESS, Operator.AT_MOST, Operator.GREATER, Operator.AT_LEAST)
)


class Simplifier:
    """Simplifies the expressions of one program, within the ranges of its slots."""

    def __init__(self, program: Program, bounds: Bounds) -> None:
        self._tables = [table.values for table in program.tables]
        self._bounds = bounds

    def simplified(self, expr: Expr, slots: Mapping[int, int], numbers: Mapping[int, int] | None = None) -> Expr:
        """`slots` and `numbers` are known values of slots and temporaries."""
        return self._simple(expr, slots, numbers or {})

    def _simple(self, expr: Expr, slots: Mapping[int, int], numbers: Mapping[int, int]) -> Expr:  # noqa: C901 (a case a node)
        match expr:
            case Constant():
                return expr
            case Slot(index):
                return Constant(slots[index]) if index in slots else self._settled(expr)
            case Temporary(number):
                return Constant(numbers[number]) if number in numbers else expr
            case Element(base, index, size, place):
                made = element(base, self._simple(index, slots, numbers), size, place)
                return self._simple(made, slots, numbers) if isinstance(made, Slot) else made
            case Lookup(table, index, place):
                return lookup(table, self._tables[table], self._simple(index, slots, numbers), place)
            case Negate(operand, place):
                return negate(self._simple(operand, slots, numbers), place)
            case Not(operand):
                return negated(self._simple(operand, slots, numbers))
            case Binary(operator, left, right, place):
                return self._binary(
                    operator, self._simple(left, slots, numbers), self._simple(right, slots, numbers), place
                )
            case And(left, right):
                first = self._simple(left, slots, numbers)
                return first if first == FALSE else self._both(first, self._simple(right, slots, numbers))
            case Or(left, right):
                first = self._simple(left, slots, numbers)
                return TRUE if _true(first) else either(first, self._simple(right, slots, numbers))
            case Conditional(test, then, otherwise):
                decided = self._simple(test, slots, numbers)
                if isinstance(decided, Constant):
                    return self._simple(then if decided.value else otherwise, slots, numbers)
                return conditional(decided, self._simple(then, slots, numbers), self._simple(otherwise, slots, numbers))
            case Fold():
                return self._fold(expr, slots, numbers)

    def _settled(self, expr: Expr) -> Expr:
        """A constant where the ranges leave one value only."""
        interval = self._bounds.of(expr)
        return Constant(interval.low) if interval.low == interval.high and not interval.may_fault else expr

    def _both(self, left: Expr, right: Expr) -> Expr:
        return FALSE if right == FALSE and not self._bounds.of(left).may_fault else both(left, right)

    def _binary(self, operator: Operator, left: Expr, right: Expr, place: int) -> Expr:
        made = binary(operator, left, right, place)
        if not isinstance(made, Binary):
            return made
        if left == right and operator in (Operator.MIN, Operator.MAX):
            return left
        return self._settled(made) if operator in _COMPARING else made

    def _fold(self, fold: Fold, slots: Mapping[int, int], numbers: Mapping[int, int]) -> Expr:
        start, stop = self._simple(fold.start, slots, numbers), self._simple(fold.stop, slots, numbers)
        if isinstance(start, Constant) and isinstance(stop, Constant) and stop.value - start.value <= WRITTEN_OUT:
            cases = [
                (self._simple(fold.where, slots, inner), self._simple(fold.value, slots, inner))
                for inner in ({**numbers, fold.number: n} for n in range(start.value, stop.value))
            ]
            written = _written_out(fold, [case for case in cases if case[0] != FALSE])
            if written is not None:
                return written
        inner = {number: value for number, value in numbers.items() if number != fold.number}
        where, value = self._simple(fold.where, slots, inner), self._simple(fold.value, slots, inner)
        return Fold(fold.gathering, fold.number, start, stop, where, value, fold.place)


def _written_out(fold: Fold, cases: list[tuple[Expr, Expr]]) -> Expr | None:
    """The fold without counting; None where that cannot be said."""
    match fold.gathering:
        case Gathering.SUM:
            total: Expr = Constant(0)
            for where, value in cases:
                total = add(total, conditional(where, value, Constant(0)), fold.place)
            return total
        case Gathering.ANY:
            found: Expr = FALSE
            for where, value in cases:
                found = either(found, both(where, _truth(value)))
            return found
        case Gathering.ALL:
            held: Expr = TRUE
            for where, value in cases:
                held = both(held, either(negated(where), _truth(value)))
            return held
        case Gathering.FIRST:
            first: Expr = Constant(-1)
            for where, value in reversed(cases):
                first = conditional(where, value, first)
            return first
        case Gathering.MIN | Gathering.MAX:
            return _extreme(fold, cases)


def _extreme(fold: Fold, cases: list[tuple[Expr, Expr]]) -> Expr | None:
    if not cases or any(not _true(where) for where, _ in cases):
        return None
    operator = Operator.MIN if fold.gathering is Gathering.MIN else Operator.MAX
    best = cases[0][1]
    for _, value in cases[1:]:
        best = binary(operator, best, value, fold.place)
    return best


def _truth(value: Expr) -> Expr:
    return TRUE if _true(value) else value


def _true(expr: Expr) -> bool:
    return isinstance(expr, Constant) and expr.value != 0
