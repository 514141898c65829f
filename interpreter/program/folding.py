"""Building expressions that compute at once what is constant, so that options and seats leave no trace in a program."""

from __future__ import annotations

from parlour.interpreter.program.expressions import (
    FALSE,
    TRUE,
    And,
    Binary,
    Conditional,
    Constant,
    Element,
    Expr,
    Lookup,
    Negate,
    Not,
    Operator,
    Or,
    Slot,
)
from parlour.interpreter.types import INT_HIGH, INT_LOW

COMPARING = {
    Operator.EQUAL: Operator.DIFFERENT,
    Operator.DIFFERENT: Operator.EQUAL,
    Operator.LESS: Operator.AT_LEAST,
    Operator.AT_LEAST: Operator.LESS,
    Operator.GREATER: Operator.AT_MOST,
    Operator.AT_MOST: Operator.GREATER,
}
_WITH_NEUTRAL = frozenset((Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE, Operator.EQUAL))


def truth(value: bool) -> Constant:
    return TRUE if value else FALSE


def compute(operator: Operator, left: int, right: int) -> int | None:
    """The value of an operator on two numbers; None where the machine would find a fault."""
    match operator:
        case Operator.ADD:
            value = left + right
        case Operator.SUBTRACT:
            value = left - right
        case Operator.MULTIPLY:
            value = left * right
        case Operator.DIVIDE | Operator.REMAINDER:
            if right == 0:
                return None
            value = left // right if operator is Operator.DIVIDE else left % right
        case Operator.MIN:
            value = min(left, right)
        case Operator.MAX:
            value = max(left, right)
        case Operator.BIT:
            value = left >> right & 1 if 0 <= right < 63 else 0
        case _:
            value = int(_compare(operator, left, right))
    return value if INT_LOW <= value <= INT_HIGH else None


def _compare(operator: Operator, left: int, right: int) -> bool:
    return {
        Operator.EQUAL: left == right,
        Operator.DIFFERENT: left != right,
        Operator.LESS: left < right,
        Operator.AT_MOST: left <= right,
        Operator.GREATER: left > right,
        Operator.AT_LEAST: left >= right,
    }[operator]


def binary(operator: Operator, left: Expr, right: Expr, place: int = -1) -> Expr:
    if isinstance(left, Constant):
        value = compute(operator, left.value, right.value) if isinstance(right, Constant) else None
        if value is not None:
            return Constant(value)
    elif not isinstance(right, Constant) and operator is not Operator.EQUAL:
        return Binary(operator, left, right, place)
    if operator not in _WITH_NEUTRAL:
        return Binary(operator, left, right, place)
    match operator, left, right:
        case (Operator.ADD, Constant(value=0), other) | (Operator.MULTIPLY, Constant(value=1), other):
            return other
        case (Operator.ADD | Operator.SUBTRACT, other, Constant(value=0)):
            return other
        case (Operator.MULTIPLY | Operator.DIVIDE, other, Constant(value=1)):
            return other
        case (Operator.EQUAL, Slot() as a, Slot() as b) if a == b:
            return TRUE
        case _:
            return Binary(operator, left, right, place)


def add(left: Expr, right: Expr, place: int = -1) -> Expr:
    return binary(Operator.ADD, left, right, place)


def equal(left: Expr, right: Expr) -> Expr:
    return binary(Operator.EQUAL, left, right)


def negate(operand: Expr, place: int = -1) -> Expr:
    if isinstance(operand, Constant) and operand.value != INT_LOW:
        return Constant(-operand.value)
    return Negate(operand, place)


def negated(operand: Expr) -> Expr:
    """`not operand`"""
    match operand:
        case Constant(value=value):
            return truth(value == 0)
        case Not(operand=inner):
            return inner
        case Binary(operator=operator, left=left, right=right) if operator in COMPARING:
            return Binary(COMPARING[operator], left, right, operand.place)
        case _:
            return Not(operand)


def both(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Constant):
        return right if left.value else FALSE
    if right == TRUE:
        return left
    return And(left, right)


def either(left: Expr, right: Expr) -> Expr:
    if isinstance(left, Constant):
        return TRUE if left.value else right
    if right == FALSE:
        return left
    return Or(left, right)


def conditional(test: Expr, then: Expr, otherwise: Expr) -> Expr:
    if isinstance(test, Constant):
        return then if test.value else otherwise
    return then if then == otherwise else Conditional(test, then, otherwise)


def lookup(table: int, values: tuple[int, ...], index: Expr, place: int) -> Expr:
    """tables[table][index]; at once where the index is constant"""
    if isinstance(index, Constant) and 0 <= index.value < len(values):
        return Constant(values[index.value])
    return Lookup(table, index, place)


def element(base: int, index: Expr, size: int, place: int) -> Expr:
    """state[base + index]; a Slot where the index is constant and inside"""
    if isinstance(index, Constant) and 0 <= index.value < size:
        return Slot(base + index.value)
    return Element(base, index, size, place)
