"""A set as something to count through: which numbers, what each stands for, which of them are in, how often."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from parlour.interpreter.program.expressions import FALSE, TRUE, Constant, Expr, Fold, Gathering, Operator, Temporary
from parlour.interpreter.program.folding import binary, both, equal
from parlour.interpreter.program.traversal import slots_of

OfCount = Callable[[Expr], Expr]


def itself(count: Expr) -> Expr:
    return count


def always(_count: Expr) -> Expr:
    return TRUE


class Domain(Struct, frozen=True):
    """Counts from start up to, not including, stop; at count k the element is value(k), in the set where where(k).

    `weight(k)`: how often the element is in the set (a bag of cards); None: once. `contains(x)`: whether x is in it,
    where there is a quicker way than counting. `low..high` bound the elements, `most` bounds the counts.
    """

    start: Expr
    stop: Expr
    low: int
    high: int
    most: int
    value: OfCount = itself
    where: OfCount = always
    weight: OfCount | None = None
    contains: OfCount | None = None
    moves: bool = False  # the element at a count may change while rules run (the cards of a pile)

    def holds(self, count: Expr) -> Expr:
        """Whether the element at this count is in the set at all."""
        if self.weight is None:
            return self.where(count)
        return both(self.where(count), binary(Operator.GREATER, self.weight(count), Constant(0)))

    @property
    def is_static(self) -> bool:
        """Whether membership never changes: no snapshot is needed before going through it."""
        return self.weight is None and self.where is always


def values_of(domain: Domain) -> tuple[int, ...]:
    """The elements of a steady set, of each count."""
    assert isinstance(domain.start, Constant)
    found = (domain.value(Constant(domain.start.value + count)) for count in range(domain.most))
    return tuple(value.value for value in found if isinstance(value, Constant))


def steady(domain: Domain, number: int, place: int) -> Domain:
    """The same set, each element at the count of its own number: what is chosen from it means the same at all times.

    `number` is a free temporary.
    """
    if not slots_of((domain.start, domain.stop, domain.value(Temporary(number)))):
        return domain

    def where(element: Expr) -> Expr:
        return membership(domain, element, number, place)

    low, high = domain.low, domain.high
    return Domain(Constant(low), Constant(high + 1), low, high, max(0, high - low + 1), where=where)


def numbers(low: Expr, high: Expr, bound_low: int, bound_high: int, place: int = -1) -> Domain:
    """low..high, both ends included"""

    def contains(value: Expr) -> Expr:
        return both(binary(Operator.AT_LEAST, value, low), binary(Operator.AT_MOST, value, high))

    stop = binary(Operator.ADD, high, Constant(1), place)
    most = max(0, bound_high - bound_low + 1)
    return Domain(low, stop, bound_low, bound_high, most, contains=contains)


def membership(domain: Domain, value: Expr, number: int, place: int) -> Expr:
    """Whether a value is in the set; `number` is a free temporary."""
    if domain.contains is not None:
        return domain.contains(value)
    from_count = Temporary(number)
    where = both(domain.holds(from_count), equal(domain.value(from_count), value))
    return Fold(Gathering.ANY, number, domain.start, domain.stop, where, TRUE, place) if where != FALSE else FALSE
