"""A sliced program in; whether the deal with which it begins alone leads to more states than may be explored, out.

It is dealt once, with the kinds of all cards left open, as long as what happens does not depend on them. Then every deal
happens so; and how many of them differ in what the state shows of them is reckoned, not tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.interpreter.odds.exploring.explorer import BEST, RANDOM
from parlour.interpreter.odds.exploring.hands import deals
from parlour.interpreter.odds.exploring.open_values import Open, Value, Values, card
from parlour.interpreter.odds.slicing.effects import spread
from parlour.interpreter.program.expressions import Binary, Constant, Element, Operator
from parlour.interpreter.program.instructions import (
    Branch,
    Choose,
    ChooseOne,
    Clear,
    CountTurn,
    Draw,
    Jump,
    Push,
    Set,
    Short,
    Switch,
    Target,
    Transfer,
)
from parlour.interpreter.program.program import COUNTER, Program

STEPS = 20_000  # instructions that are carried out at most


def deals_more(program: Program, seats: Sequence[str], sums: Sequence[int], most: int) -> bool:
    """Whether there are surely more than `most` states. `seats`: RANDOM, BEST or a policy each. `sums`: slots that are no
    part of a state."""
    if not any(isinstance(instruction, Draw) for instruction in program.instructions):
        return False
    dealing = _Dealing(program, seats, sums)
    address = 0
    try:
        for _ in range(STEPS):
            if isinstance(program.instructions[address], Draw) and dealing.states(most) > most:
                return True
            address = dealing.step(address)
            if address < 0:
                return False
    except Open:
        pass
    return False


class _Dealing:
    def __init__(self, program: Program, seats: Sequence[str], sums: Sequence[int]) -> None:
        self._follows = any(seat not in (RANDOM, BEST) for seat in seats)
        self._program, self._sums = program, {*sums, COUNTER}
        self._values = Values(program.layout.initial, program.tables)
        self._stock: range | None = None  # where all cards are drawn from
        self._cards: tuple[int, ...] = ()  # how many there were of each kind
        self._drawn = 0

    def states(self, enough: int) -> int:
        """How many there are before this draw, at least; 0 where they may be no more than `enough`."""
        if self._stock is None or self._stock.start not in self._values.zones:
            return 0
        if self._values.zones[self._stock.start].total <= max(self._cards):
            return 0  # perhaps one kind alone is left, and the draw is no chance
        slots = [slot for slot in range(self._program.layout.size) if slot not in self._sums]
        shown = {n for slot in slots if (n := self._values.shown(slot)) is not None}
        return deals(self._cards, len(shown), list(self._hands(shown)), enough)

    def _hands(self, shown: set[int]) -> Iterator[int]:
        """How many cards of each zone are not shown elsewhere; of zones that have one in common only the first counts."""
        counted: set[int] = set()
        for zone in self._values.zones.values():
            cards = zone.cards - shown
            if cards and not counted & cards and not self._sums.intersection(zone.slots):
                counted |= cards
                yield len(cards)

    def step(self, address: int) -> int:
        """The next address; whoever chooses may choose the first that there is. Raises Open where it depends on the cards,
        or is not looked into."""
        match instruction := self._program.instructions[address]:
            case Set():
                self._set(instruction)
            case Clear(base, numbers):
                for slot, number in enumerate(numbers, base):
                    self._values.put(slot, Value(number))
            case Jump(to):
                return to
            case Branch(test, otherwise):
                return address + 1 if self._values.number(test) else otherwise
            case Switch(value, low, targets, otherwise):
                rank = self._values.number(value) - low
                return targets[rank] if 0 <= rank < len(targets) else otherwise
            case Draw():
                self._draw(instruction)
            case Push():
                self._push(instruction)
            case Transfer():
                self._transfer(instruction)
            case CountTurn():
                pass
            case Choose() | ChooseOne() if not self._follows:
                return self._chosen(instruction, address)
            case _:
                raise Open
        return address + 1

    def _draw(self, draw: Draw) -> None:
        base = self._slot(draw.zone)
        slots = range(base, base + draw.kinds)
        if self._stock is None:
            self._stock = slots
            self._cards = tuple(self._values.held(slot) for slot in slots)
        stock = self._values.open(slots)
        if slots != self._stock or stock.cards or stock.total <= 0:
            raise Open
        stock.total -= 1
        self._values.put(draw.into, card(self._drawn))
        self._drawn += 1

    def _set(self, write: Set) -> None:
        if self._dealt(write):
            return
        try:
            slot = self._slot(write.target)
        except Open:
            self._lose(write.target)
            return
        self._values.put(slot, self._written(write))

    def _written(self, write: Set) -> Value | None:
        """None where nothing is known of it. Raises Open where it may be out of range."""
        try:
            value = self._values.value(write.value, {})
        except Open:
            return None
        try:
            value = Value(self._values.whole(value))
        except Open:
            if any(term >= 0 for term in value.terms):
                return None
        ends = [times * (len(self._cards) - 1) for times in value.terms.values()]
        low, high = (value.number + sum(end for end in ends if (end < 0) is down) for down in (True, False))
        if not write.low <= low <= high <= write.high:
            raise Open
        return value

    def _dealt(self, write: Set) -> bool:
        """Whether one card more lies in a zone, wherever its kind is counted there."""
        target = write.target
        if target.index is None:
            return False
        match write.value:
            case Binary(Operator.ADD, Element(base, index, _), Constant(1)) if (base, index) == (
                target.base,
                target.index,
            ):
                pass
            case _:
                return False
        try:
            offset, number = self._values.card(target.index)
        except Open:
            return False
        slots = self._block(target.base + offset)
        if slots is None or slots == self._stock or slots.stop > target.base + target.size:
            return False
        zone = self._values.open(slots)
        zone.total += 1
        if zone.total > write.high or number in zone.cards:
            raise Open
        zone.cards.add(number)
        return True

    def _block(self, first: int) -> range | None:
        """As many slots as there are kinds, where a block of a field begins with the first of them."""
        kinds = len(self._cards)
        for field in self._program.layout.fields:
            if field.base <= first < field.base + field.size and field.width == kinds:
                return range(first, first + kinds) if (first - field.base) % kinds == 0 else None
        return None

    def _chosen(self, choice: Choose | ChooseOne, address: int) -> int:
        if isinstance(choice, Choose):
            legal = (option.to for option in choice.options if self._values.number(option.test))
            return next(legal, choice.otherwise)
        for number in range(self._values.number(choice.start), self._values.number(choice.stop)):
            if self._values.whole(self._values.value(choice.where, {0: number})):
                self._values.put(choice.into, self._values.value(choice.value, {0: number}))
                return address + 1
        return choice.otherwise

    def _push(self, push: Push) -> None:
        values, base = self._values, self._slot(push.pile)
        length = values.held(base)
        if not 0 <= length < push.capacity:
            raise Open
        cards = values.vector[base + 1 : base + 1 + length]
        try:
            pushed: Value | None = values.value(push.card, {})
        except Open:
            pushed = None
        for slot, value in enumerate([*cards, pushed] if push.on_top else [pushed, *cards], base + 1):
            values.put(slot, value)
        values.put(base, Value(length + 1))

    def _transfer(self, transfer: Transfer) -> None:
        """Of numbers that are known, where enough is there."""
        values, source, to = self._values, self._slot(transfer.source), self._slot(transfer.to)
        held = values.held(source)
        amount = held if transfer.amount is None else values.number(transfer.amount)
        if not 0 <= amount <= held and not (transfer.short is Short.OWES and amount >= 0):
            raise Open
        values.put(source, Value(held - amount))
        values.put(to, Value(values.held(to) + amount))
        for slot, number in ((transfer.paid, amount), (transfer.unpaid, 0)):
            if slot >= 0:
                values.put(slot, Value(number))

    def _slot(self, target: Target) -> int:
        if target.index is None:
            return target.base
        index = self._values.number(target.index)
        if not 0 <= index < target.size:
            raise Open
        return target.base + index

    def _lose(self, target: Target) -> None:
        mask = spread(target)
        for slot in range(mask.bit_length()):
            if mask >> slot & 1:
                self._values.put(slot, None)
