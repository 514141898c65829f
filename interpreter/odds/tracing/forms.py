"""Numbers with unknown parts in; affine forms over those parts, and over terms of them that bend, out.

Two forms that are equal as trees are equal as functions; a form without parts is a plain number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf

from msgspec import Struct

from parlour.interpreter.program.expressions import Operator

Number = int | Fraction
Value = Callable[[int], int]  # of a slot


class Bent(Struct, frozen=True):
    """What is not affine in the unknowns: an operator on forms. `if`: test, then, otherwise; `and`, `or`, `not`: truth."""

    operator: str
    arguments: tuple[Form, ...]


Symbol = int | Bent  # a slot whose value is not known, or a term


class Form(Struct, frozen=True):
    """constant + the sum of factor * symbol; symbols stand once each, in a fixed order, with no factor 0."""

    constant: Number = 0
    parts: tuple[tuple[Symbol, Number], ...] = ()

    @property
    def whole(self) -> int | None:
        """The number that it is; None where it has parts."""
        return None if self.parts else int(self.constant)


def known(number: Number) -> Form:
    return Form(number)


def unknown(symbol: Symbol) -> Form:
    return Form(0, ((symbol, 1),))


def combined(left: Form, right: Form, factor: Number = 1) -> Form:
    """left + factor * right"""
    if not right.parts:
        return Form(_plain(left.constant + factor * right.constant), left.parts)
    parts = dict(left.parts)
    for symbol, own in right.parts:
        parts[symbol] = parts.get(symbol, 0) + factor * own
    return _form(left.constant + factor * right.constant, parts)


def scaled(form: Form, factor: Number) -> Form:
    return combined(Form(), form, factor)


def bent(operator: str, *arguments: Form) -> Form:
    """An operator on forms, said as simply as can be. `//` and `%` only by a number that is known and above 0."""
    if operator in (Operator.MIN, Operator.MAX):
        return _extreme(operator, *arguments)
    if operator == Operator.REMAINDER:
        return _remainder(arguments[0], int(arguments[1].constant))
    if operator == Operator.DIVIDE:
        divisor = int(arguments[1].constant)
        return scaled(combined(arguments[0], _remainder(arguments[0], divisor), -1), Fraction(1, divisor))
    if operator == "if" and arguments[1] == arguments[2]:
        return arguments[1]
    made = Bent(str(operator), arguments)
    return known(evaluated(made, _nothing)) if all(a.whole is not None for a in arguments) else unknown(made)


def valued(form: Form, value: Value) -> Number:
    """What a form is worth when its slots hold these values."""
    total = form.constant
    for symbol, factor in form.parts:
        total += factor * (value(symbol) if isinstance(symbol, int) else evaluated(symbol, value))
    return _plain(total)


def evaluated(term: Bent, value: Value) -> int:
    """The same of a term."""
    operator, arguments = term.operator, term.arguments
    if operator == "if":
        return int(valued(arguments[1 if valued(arguments[0], value) else 2], value))
    if operator == "%" and arguments[0].parts:
        return int(valued(arguments[0], value) % arguments[1].constant)
    return int(_OPERATIONS[operator](*(valued(a, value) for a in arguments)))


def span(form: Form, of: Callable[[int], tuple[float, float]]) -> tuple[float, float]:
    """Between which numbers a form stays, when each slot stays between those of `of`."""
    low = high = float(form.constant)
    for symbol, factor in form.parts:
        ends = of(symbol) if isinstance(symbol, int) else _span_of_term(symbol, of)
        reached = sorted(float(factor) * end for end in ends)
        low, high = low + reached[0], high + reached[1]
    return low, high


def _span_of_term(term: Bent, of: Callable[[int], tuple[float, float]]) -> tuple[float, float]:
    spans = [span(argument, of) for argument in term.arguments]
    match term.operator:
        case "min" | "max":
            choose = min if term.operator == "min" else max
            return choose(s[0] for s in spans), choose(s[1] for s in spans)
        case "if":
            return min(s[0] for s in spans[1:]), max(s[1] for s in spans[1:])
        case "%":
            return 0.0, spans[1][1]
        case "*" | "//" | "bit":
            return -inf, inf
        case _:
            return 0.0, 1.0


def _extreme(operator: str, left: Form, right: Form) -> Form:
    gap = combined(left, right, -1)
    if not gap.parts:
        return left if (gap.constant <= 0) == (operator == Operator.MIN) else right
    first, second = sorted((left, right), key=repr)
    return unknown(Bent(str(operator), (first, second)))


def _remainder(form: Form, divisor: int) -> Form:
    if any(isinstance(n, Fraction) for n in (form.constant, *(f for _, f in form.parts))):
        return unknown(Bent("%", (form, known(divisor))))
    reduced = _form(form.constant % divisor, {s: f % divisor for s, f in form.parts})
    return unknown(Bent("%", (reduced, known(divisor)))) if reduced.parts else known(reduced.constant)


def _form(constant: Number, parts: Mapping[Symbol, Number]) -> Form:
    kept = [(symbol, _plain(factor)) for symbol, factor in parts.items() if factor]
    kept.sort(key=lambda part: (1, 0, repr(part[0])) if isinstance(part[0], Bent) else (0, part[0], ""))
    return Form(_plain(constant), tuple(kept))


def _plain(number: Number) -> Number:
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def _nothing(slot: int) -> int:
    raise AssertionError(f"slot {slot} is not known")


_OPERATIONS: dict[str, Callable[..., Number]] = {
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "min": min,
    "max": max,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "bit": lambda a, b: int(a) >> int(b) & 1,
    "and": lambda a, b: int(bool(a) and bool(b)),
    "or": lambda a, b: int(bool(a) or bool(b)),
    "not": lambda a: int(not a),
}
