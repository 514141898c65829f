"""Scores and measures in; the terms that they are sums of, out: each can be expected on its own."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.program.expressions import Binary, Constant, Expr, Negate, Operator


class Weighted(Struct, frozen=True):
    """A term, and how often it is added."""

    factor: int
    term: Expr


def terms_of(expr: Expr, factor: int = 1) -> list[Weighted]:
    """A constant is so many times the term 1."""
    match expr:
        case Constant(value):
            return [Weighted(factor * value, Constant(1))]
        case Negate(operand):
            return terms_of(operand, -factor)
        case Binary(Operator.ADD, left, right):
            return terms_of(left, factor) + terms_of(right, factor)
        case Binary(Operator.SUBTRACT, left, right):
            return terms_of(left, factor) + terms_of(right, -factor)
        case Binary(Operator.MULTIPLY, Constant(value), other) | Binary(Operator.MULTIPLY, other, Constant(value)):
            return terms_of(other, factor * value)
        case _:
            return [Weighted(factor, expr)]
