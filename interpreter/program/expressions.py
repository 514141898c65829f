"""Expressions of a program: closed trees over the state vector; every value is one 64-bit integer (truth is 0 or 1).

Evaluated without side effects and without a limit on depth other than the parser's; `place` indexes `Program.places`
(-1: cannot fault). Arithmetic that leaves 64 bits, a division by zero, an index outside its array and the greatest or
least of nothing are faults at that place.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace


class Operator(StrEnum):
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "//"  # rounds down
    REMAINDER = "%"  # has the sign of the divisor
    MIN = "min"
    MAX = "max"
    EQUAL = "=="
    DIFFERENT = "!="
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    BIT = "bit"  # bit(mask, number): 1 when that bit of the mask is set


class Gathering(StrEnum):
    SUM = "sum"
    MIN = "min"
    MAX = "max"
    ANY = "any"
    ALL = "all"
    FIRST = "first"


class Constant(Struct, frozen=True):
    value: int


class Slot(Struct, frozen=True):
    """state[index]"""

    index: int


class Element(Struct, frozen=True):
    """state[base + index], a fault unless 0 <= index < size"""

    base: int
    index: Expr
    size: int
    place: int


class Temporary(Struct, frozen=True):
    """The value that the enclosing Fold (or choice, or score: then number 0 is the seat) counts through; no slot."""

    number: int


class Lookup(Struct, frozen=True):
    """tables[table][index], a fault unless 0 <= index < its length"""

    table: int
    index: Expr
    place: int


class Negate(Struct, frozen=True):
    operand: Expr
    place: int


class Not(Struct, frozen=True):
    operand: Expr


class Binary(Struct, frozen=True):
    operator: Operator
    left: Expr
    right: Expr
    place: int


class And(Struct, frozen=True):
    """1 when both are not 0; the right is not evaluated when the left is 0"""

    left: Expr
    right: Expr


class Or(Struct, frozen=True):
    left: Expr
    right: Expr


class Conditional(Struct, frozen=True):
    """then when test is not 0, else otherwise; only that one is evaluated"""

    test: Expr
    then: Expr
    otherwise: Expr


class Fold(Struct, frozen=True):
    """Counts Temporary(number) from start up to, not including, stop; where `where` is not 0, gathers `value`.

    SUM adds (0 of nothing), ANY and ALL stop at the first that decides, FIRST gives the first value (-1 of nothing),
    MIN and MAX of nothing are faults.
    """

    gathering: Gathering
    number: int
    start: Expr
    stop: Expr
    where: Expr
    value: Expr
    place: int


Expr = Constant | Slot | Element | Temporary | Lookup | Negate | Not | Binary | And | Or | Conditional | Fold

TRUE, FALSE = Constant(1), Constant(0)


def parts(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside this one, in the order of evaluation."""
    return tuple(v for name in expr.__struct_fields__ if isinstance(v := getattr(expr, name), Expr))


def mapped(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same node with each expression directly inside it replaced by change(it)."""
    inside = {name: v for name in expr.__struct_fields__ if isinstance(v := getattr(expr, name), Expr)}
    return replace(expr, **{name: change(v) for name, v in inside.items()}) if inside else expr
