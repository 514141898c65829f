"""One zone as code speaks of it: its block in the state, its size, how cards of a kind come and go."""

from __future__ import annotations

from msgspec.structs import replace

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.expressions import target, value_at
from parlour.interpreter.lowering.sizes import copies_of
from parlour.interpreter.program.expressions import Constant, Expr, Fold, Gathering, Operator
from parlour.interpreter.program.folding import add, binary
from parlour.interpreter.program.instructions import Push, Remove, Target
from parlour.interpreter.program.program import Field, Role
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT


class ZoneCode:
    """A zone (of the table, or of the player in its key) at one statement."""

    def __init__(self, builder: Builder, zone: typed.Members, place: Place) -> None:
        self.builder, self.zone, self.place = builder, zone, place
        context = builder.context
        self.field: Field = context.field_of(zone.symbol, place)
        self.block: Target = target(context, self.field, zone.key, place)
        self.owner: Expr = builder.lower(zone.key) if zone.key is not None else Constant(-1)

    @property
    def number(self) -> Expr:
        """Which field of the layout it is."""
        assert self.builder.context.fields is not None
        return Constant(list(self.builder.context.fields).index(self.field.name))

    @property
    def room(self) -> int:
        """How many cards a pile can hold."""
        return self.field.width - 1

    def as_bag(self, base: int, kinds: int) -> ZoneCode:
        """A bag of the same cards in slots of its own."""
        found = ZoneCode(self.builder, self.zone, self.place)
        found.field = replace(self.field, role=Role.BAG, base=base, width=kinds, keys=1, key=None)
        found.block = Target(base, None, kinds)
        return found

    def size(self) -> Expr:
        context = self.builder.context
        if self.field.role is Role.PILE:
            return value_at(context, self.block, self.place)
        with context.temporary() as kind:
            value = value_at(context, self.block, self.place, kind)
            return Fold(
                Gathering.SUM,
                kind.number,
                Constant(0),
                Constant(self.field.width),
                Constant(1),
                value,
                context.place(self.place),
            )

    def count(self, kind: Expr) -> Expr:
        """How many cards of a kind a bag holds."""
        return value_at(self.builder.context, self.block, self.place, kind)

    def card(self, position: Expr) -> Expr:
        """The card of a pile at a position from 1, the bottom."""
        return value_at(self.builder.context, self.block, self.place, position)

    def of_kind(self, kind: Expr) -> Target:
        """The slot of a bag that counts a kind."""
        if self.block.index is None:
            if isinstance(kind, Constant):
                return Target(self.block.base + kind.value)
            return Target(self.block.base, kind, self.field.width)
        return Target(self.block.base, add(self.block.index, kind), self.block.size)

    def add(self, card: Expr, number: Expr, on_top: bool) -> None:
        builder, context = self.builder, self.builder.context
        if self.field.role is Role.BAG:
            total = add(self.count(card), number)
            builder.set(self.of_kind(card), total, self.place, 0, self.field.high)
            return
        push = Push(self.block, self.room, card, on_top, context.place(self.place))
        if number == Constant(1):
            builder.emit(push)
            return
        with builder.frame():
            builder.loop(builder.slot("pushed", INT), Constant(0), number, self.place, lambda: builder.emit(push))

    def remove(self, card: Expr, number: Expr) -> None:
        builder, context = self.builder, self.builder.context
        if self.field.role is Role.BAG:
            rest = binary(Operator.SUBTRACT, self.count(card), number)
            builder.set(self.of_kind(card), rest, self.place, 0, self.field.high)
        else:
            builder.emit(Remove(self.block, self.room, card, context.place(self.place)))

    def full(self) -> tuple[int, ...]:
        """The block with the whole deck in it; a pile holds it in the order of the kinds."""
        deck = next(d for d in self.builder.context.model.decks if d.type == self.field.type)
        copies = copies_of(self.builder.context, deck)
        if self.field.role is Role.BAG:
            return tuple(copies)
        cards = [kind for kind, number in enumerate(copies) for _ in range(number)]
        return (len(cards), *cards, *(0,) * (self.room - len(cards)))
