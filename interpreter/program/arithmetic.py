"""Intervals of whole numbers in, the interval of their sum, product, comparison … out."""

from __future__ import annotations

from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.program.expressions import Operator
from parlour.interpreter.types import INT_HIGH, INT_LOW


class Interval(Struct, frozen=True):
    """Some whole number from low to high; or, where it may, a fault instead."""

    low: int
    high: int
    may_fault: bool = False

    def within(self, low: int, high: int) -> bool:
        return low <= self.low and self.high <= high

    def holds(self, value: int) -> bool:
        return self.low <= value <= self.high

    def faulty(self, may_fault: bool) -> Interval:
        """The same numbers, with or without a fault."""
        return self if may_fault is self.may_fault else replace(self, may_fault=may_fault)

    def whole(self) -> Interval:
        """What is left when numbers that leave 64 bits are faults."""
        if self.within(INT_LOW, INT_HIGH):
            return self
        return Interval(min(max(self.low, INT_LOW), INT_HIGH), max(min(self.high, INT_HIGH), INT_LOW), True)


WHOLE = Interval(INT_LOW, INT_HIGH)
TRUTH = Interval(0, 1)


def hull(a: Interval, b: Interval) -> Interval:
    """The least interval around both."""
    return Interval(min(a.low, b.low), max(a.high, b.high), a.may_fault or b.may_fault)


def repeated(value: Interval, count: int) -> Interval:
    """The sum of up to `count` values, and each of its partial sums; not cut to 64 bits."""
    return Interval(min(0, count * value.low), max(0, count * value.high), value.may_fault)


def unchecked(operator: Operator, a: Interval, b: Interval) -> Interval:
    """The result in whole numbers without a limit; may_fault only where a part may, or the divisor be 0."""
    faulty = a.may_fault or b.may_fault
    match operator:
        case Operator.ADD:
            return Interval(a.low + b.low, a.high + b.high, faulty)
        case Operator.SUBTRACT:
            return Interval(a.low - b.high, a.high - b.low, faulty)
        case Operator.MULTIPLY:
            return _corners([x * y for x, y in _pairs(a, b)], faulty)
        case Operator.DIVIDE:
            return _quotient(a, b).faulty(faulty or b.holds(0))
        case Operator.REMAINDER:
            return _remainder(a, b).faulty(faulty or b.holds(0))
        case Operator.MIN:
            return Interval(min(a.low, b.low), min(a.high, b.high), faulty)
        case Operator.MAX:
            return Interval(max(a.low, b.low), max(a.high, b.high), faulty)
        case _:
            return TRUTH.faulty(faulty)


def binary(operator: Operator, a: Interval, b: Interval) -> Interval:
    """The result where leaving 64 bits is a fault."""
    return unchecked(operator, a, b).whole()


def _pairs(a: Interval, b: Interval) -> list[tuple[int, int]]:
    return list(product((a.low, a.high), (b.low, b.high)))


def _corners(values: list[int], faulty: bool) -> Interval:
    return Interval(min(values), max(values), faulty)


def _quotient(a: Interval, b: Interval) -> Interval:
    """Rounded down. The greatest and least quotients lie at the ends of the divisors below and above 0."""
    divisors = [d for d in (b.low, b.high, -1, 1) if d and b.holds(d)]
    values = [x // d for x in (a.low, a.high) for d in divisors]
    return _corners(values or [0], False)


def _remainder(a: Interval, b: Interval) -> Interval:
    """From 0 to the divisor, itself not included; a dividend that is smaller and has its sign stays."""
    low, high = min(0, b.low + 1), max(0, b.high - 1)
    if a.low >= 0 and b.low > 0:
        high = min(high, a.high)
    return Interval(low, high)
