"""`for`: a set is fixed when the loop begins, the condition is asked at each step; a card that is there twice comes twice."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.context import Refused
from parlour.interpreter.lowering.domains import Domain
from parlour.interpreter.lowering.expressions import domain
from parlour.interpreter.lowering.layout import bounds_of_type
from parlour.interpreter.program.expressions import Constant, Expr, Fold, Gathering, Operator, Slot
from parlour.interpreter.program.folding import binary, element
from parlour.interpreter.program.instructions import Target
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT, set_of

INT_BITS = 63
ONE = Constant(1)


def for_each(builder: Builder, picked: typed.Picked, body: Callable[[], None], place: Place) -> None:
    """Emit the body for each member of the set that meets the condition."""
    with builder.frame():
        members = domain(builder.context, _anchored(builder, picked.set, place))
        counter = builder.slot(f"{picked.local.name} counted", INT, *_counts(members))
        stop = _fixed(builder, "stop", members.stop, place)
        start = members.start
        fixed = _snapshot(builder, members, picked, place)
        value = _elements(builder, members, picked, stop, place)
        copies = _copies(builder, members, place)

        def one() -> None:
            skip = builder.label()
            if fixed is not None:
                bit = binary(Operator.BIT, Slot(fixed), _minus(Slot(counter), start))
                builder.branch(bit, skip)
            builder.let(picked.local, value(Slot(counter)), place)
            _times(builder, picked, copies(Slot(counter)), body, place)
            builder.mark(skip)

        builder.loop(counter, start, stop, place, one)


def _minus(left: Expr, right: Expr) -> Expr:
    return binary(Operator.SUBTRACT, left, right)


def _counts(members: Domain) -> tuple[int | None, int | None]:
    if isinstance(members.start, Constant):
        return members.start.value, members.start.value + members.most
    return None, None


def _fixed(builder: Builder, name: str, value: Expr, place: Place) -> Expr:
    """A bound that may change during the loop is kept as it was at the beginning."""
    if isinstance(value, Constant):
        return value
    slot = builder.slot(name, INT)
    builder.set_slot(slot, value, place)
    return Slot(slot)


def _anchored(builder: Builder, members: typed.Typed, place: Place) -> typed.Typed:
    """A set of somebody or something (`others(leader)`): of whom it was when the loop began."""
    if not isinstance(members, typed.Apply):
        return members
    return replace(members, arguments=tuple(_anchor(builder, a, place) for a in members.arguments))


def _anchor(builder: Builder, argument: typed.Typed, place: Place) -> typed.Typed:
    value = builder.lower(argument)
    if isinstance(argument, typed.Bound) or isinstance(value, Constant):
        return argument
    local = typed.Local("whose", argument.type, argument.place)
    builder.let(local, value, place)
    return typed.Bound(local, argument.type, argument.place)


def _snapshot(builder: Builder, members: Domain, picked: typed.Picked, place: Place) -> int | None:
    """A mask of who is in the set when the loop begins; None where that never changes, or is told by copies."""
    if members.is_static or members.weight is not None:
        return None
    context = builder.context
    if members.most >= INT_BITS:  # chosen from too many: that is told at the choice
        raise Refused(place)
    slot = builder.slot("members", set_of(picked.local.type))
    with context.temporary() as count:
        bit = context.power(_minus(count, members.start), place)
        where = members.holds(count)
        mask = Fold(Gathering.SUM, count.number, members.start, members.stop, where, bit, context.place(place))
    builder.set_slot(slot, mask, place)
    return slot


def _elements(
    builder: Builder, members: Domain, picked: typed.Picked, stop: Expr, place: Place
) -> Callable[[Expr], Expr]:
    """What a count stands for; what may change during the loop is kept as it was at the beginning."""
    if not members.moves:
        return members.value
    context = builder.context
    low, high = bounds_of_type(context, picked.local.type)
    first = builder.slots(f"{picked.local.name} kept", max(1, members.most), low, high)

    def kept(count: Expr) -> Expr:
        return element(first, _minus(count, members.start), max(1, members.most), context.place(place))

    index = builder.slot("kept", INT, 0, members.most + 1)

    def one() -> None:
        where = Target(first, _minus(Slot(index), members.start), max(1, members.most))
        builder.set(where, members.value(Slot(index)), place)

    builder.loop(index, members.start, stop, place, one)
    return kept


def _copies(builder: Builder, members: Domain, place: Place) -> Callable[[Expr], Expr]:
    """How often the element at a count is in the set: once; a card of a bag as often as it was when the loop began."""
    if members.weight is None:
        return lambda _: ONE
    index = builder.slot("kept", INT, 0, members.most + 1)
    known = builder.context.bounds().of(members.weight(Slot(index)))
    first = builder.slots("copies kept", members.most, known.low, known.high)

    def kept(count: Expr) -> Expr:
        return element(first, count, members.most, builder.context.place(place))

    def one() -> None:
        assert members.weight is not None
        builder.set(Target(first, Slot(index), members.most), members.weight(Slot(index)), place)

    builder.loop(index, members.start, members.stop, place, one)
    return kept


def _times(builder: Builder, picked: typed.Picked, number: Expr, body: Callable[[], None], place: Place) -> None:
    """Statements so many times, each time if the condition holds."""

    def tested() -> None:
        fails = builder.label()
        if picked.test is not None:
            builder.branch(builder.lower(picked.test), fails)
        body()
        builder.mark(fails)

    if number == ONE:
        tested()
    else:
        builder.loop(builder.slot("copy", INT), Constant(0), number, place, tested)
