"""Expressions over a vector in which it is open which cards were drawn in; what holds of their values whatever was drawn, out.

A value is a number plus open terms: a card drawn (its kind), or a slot of a zone of which only the total is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

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
    Operator,
    Or,
    Slot,
    Temporary,
)
from parlour.interpreter.program.folding import compute
from parlour.interpreter.program.program import Table


class Open(Exception):
    """It depends on which cards were drawn, or is not looked into."""


class Value(Struct, frozen=True):
    """`terms`: how often each open term is added, by slot, or by -1 - n of the n-th card."""

    number: int
    terms: Mapping[int, int] = {}


class Zone(Struct):
    """Of which `total` is known, and which cards came to it, but not how many of each kind. `slots`: one a kind."""

    slots: range
    total: int
    cards: set[int]


class Values:
    """`vector`: a value a slot, None where nothing is known of it. `zones`: the open ones, by their first slot."""

    def __init__(self, initial: Sequence[int], tables: Sequence[Table]) -> None:
        self.vector: list[Value | None] = [Value(number) for number in initial]
        self.zones: dict[int, Zone] = {}
        self._tables = tables

    def number(self, expr: Expr) -> int:
        """Raises Open where it is not the same whatever was drawn."""
        return self.whole(self.value(expr, {}))

    def held(self, slot: int) -> int:
        """What stands in a slot. Raises Open."""
        return self.whole(self._at(slot))

    def value(self, expr: Expr, counted: Mapping[int, int]) -> Value:
        """`counted`: the value of each temporary."""
        match expr:
            case Constant(number):
                return Value(number)
            case Slot(index):
                return self._at(index)
            case Temporary(number):
                if number not in counted:
                    raise Open
                return Value(counted[number])
            case Element(base, index, size):
                return self._at(base + _within(self.whole(self.value(index, counted)), size))
            case Lookup(table, index):
                values = self._tables[table].values
                return Value(values[_within(self.whole(self.value(index, counted)), len(values))])
            case Negate(operand):
                return _sum(Value(0), self.value(operand, counted), -1)
            case Binary(Operator.ADD | Operator.SUBTRACT as operator, left, right):
                sign = 1 if operator is Operator.ADD else -1
                return _sum(self.value(left, counted), self.value(right, counted), sign)
            case Conditional(test, then, otherwise):
                return self.value(then if self.whole(self.value(test, counted)) else otherwise, counted)
            case Fold():
                return self._fold(expr, counted)
            case _:
                return Value(self._decided(expr, counted))

    def _decided(self, expr: Expr, counted: Mapping[int, int]) -> int:
        """What no open term may be part of."""

        def whole(part: Expr) -> int:
            return self.whole(self.value(part, counted))

        match expr:
            case Not(operand):
                return int(not whole(operand))
            case And(left, right):
                return int(bool(whole(left) and whole(right)))
            case Or(left, right):
                return int(bool(whole(left) or whole(right)))
            case Binary(operator, left, right):
                found = compute(operator, whole(left), whole(right))
                if found is not None:
                    return found
        raise Open

    def _fold(self, fold: Fold, counted: Mapping[int, int]) -> Value:
        start, stop = (self.whole(self.value(end, counted)) for end in (fold.start, fold.stop))
        gathered = []
        for n in range(start, stop):
            inside = {**counted, fold.number: n}
            if self.whole(self.value(fold.where, inside)):
                gathered.append(self.value(fold.value, inside))
        if fold.gathering is Gathering.SUM:
            return _total(gathered)
        return Value(_gathered(fold.gathering, [self.whole(value) for value in gathered]))

    def _at(self, slot: int) -> Value:
        value = self.vector[slot]
        if value is None:
            raise Open
        return value

    def whole(self, value: Value) -> int:
        """A number, where zones are in it as a whole, if at all. Raises Open."""
        number, terms = value.number, dict(value.terms)
        for zone in self.zones.values() if terms else ():
            found = {terms.pop(slot, 0) for slot in zone.slots}
            if len(found) > 1:
                raise Open
            number += found.pop() * zone.total
        if terms:
            raise Open
        return number

    def card(self, expr: Expr) -> tuple[int, int]:
        """A number and the card whose kind is added to it. Raises Open where the expression is nothing like that."""
        value = self.value(expr, {})
        if len(value.terms) != 1:
            raise Open
        ((term, times),) = value.terms.items()
        if term >= 0 or times != 1:
            raise Open
        return value.number, -1 - term

    def open(self, slots: range) -> Zone:
        """The zone in these slots, of which only the total counts from now on."""
        if slots.start not in self.zones:
            total = sum(self.whole(self._at(slot)) for slot in slots)
            self.zones[slots.start] = Zone(slots, total, set())
            for slot in slots:
                self.vector[slot] = Value(0, {slot: 1})
        return self.zones[slots.start]

    def put(self, slot: int, value: Value | None) -> None:
        """A zone that is written to in another way is not known any more."""
        for first, zone in list(self.zones.items()):
            if slot in zone.slots:
                del self.zones[first]
                for lost in zone.slots:
                    self.vector[lost] = None
                self._forget(zone.slots)
        self.vector[slot] = value

    def _forget(self, slots: range) -> None:
        """What is made of their old numbers is not known."""
        for slot, value in enumerate(self.vector):
            if value is not None and any(term in slots for term in value.terms):
                self.vector[slot] = None

    def shown(self, slot: int) -> int | None:
        """The card whose kind can be read from a slot."""
        value = self.vector[slot]
        if value is None or len(value.terms) != 1:
            return None
        (term,) = value.terms
        return -1 - term if term < 0 else None


def card(number: int) -> Value:
    """The kind of the card with that number."""
    return Value(0, {-1 - number: 1})


def _within(index: int, size: int) -> int:
    if not 0 <= index < size:
        raise Open
    return index


def _sum(left: Value, right: Value, sign: int) -> Value:
    terms = dict(left.terms)
    for term, times in right.terms.items():
        terms[term] = terms.get(term, 0) + sign * times
    return Value(left.number + sign * right.number, {term: times for term, times in terms.items() if times})


def _total(values: Iterable[Value]) -> Value:
    found = Value(0)
    for value in values:
        found = _sum(found, value, 1)
    return found


def _gathered(gathering: Gathering, values: Sequence[int]) -> int:
    match gathering:
        case Gathering.ANY:
            return int(any(values))
        case Gathering.ALL:
            return int(all(values))
        case Gathering.FIRST:
            return values[0] if values else -1
        case Gathering.MIN | Gathering.MAX if values:
            return min(values) if gathering is Gathering.MIN else max(values)
    raise Open
