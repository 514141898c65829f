"""Cards go from zone to zone: dealt by chance, put by sight, gathered, shuffled; a zone is a bag of counts or a pile."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.zones import ZoneCode
from parlour.interpreter.program.expressions import TRUE, Constant, Expr, Operator, Slot
from parlour.interpreter.program.folding import add, binary, equal
from parlour.interpreter.program.instructions import Clear, Draw, Note, Pop, Remove
from parlour.interpreter.program.program import Role
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT

ZERO, ONE = Constant(0), Constant(1)


def deal(
    builder: Builder, source: typed.Members, to: typed.Members, count: Expr, name: typed.Argument | None, place: Place
) -> None:
    """Emit a deal of `count` cards; one after the other, each its own chance."""
    from_zone, to_zone = ZoneCode(builder, source, place), ZoneCode(builder, to, place)
    same_deck(builder, source, to, place)
    if name is not None and count != ONE:
        builder.context.report.error("P406", "'as' names the card of a single deal", place, "deal one card at a time")
    kept = builder.written(name) if name is not None else -1
    with builder.frame():
        card = kept if kept >= 0 else builder.slot("card", from_zone.field.type)

        def one() -> None:
            _refill(builder, source, from_zone, place)
            _take(builder, from_zone, card, place)
            to_zone.add(Slot(card), ONE, on_top=True)
            ends = (from_zone.number, from_zone.owner, to_zone.number, to_zone.owner)
            builder.tell(Note.DEALT, (Slot(card), *ends), place)

        if count == ONE:
            one()
        else:
            builder.loop(builder.slot("dealt", INT, 0, 100_000), ZERO, _read_once(builder, count, place), place, one)


def _read_once(builder: Builder, number: Expr, place: Place) -> Expr:
    """What the number is now: dealing changes the sizes of zones that it may speak of."""
    if isinstance(number, Constant):
        return number
    slot = builder.slot("to deal", INT)
    builder.set_slot(slot, number, place)
    return Slot(slot)


def same_deck(builder: Builder, source: typed.Members, to: typed.Members, place: Place) -> None:
    if source.type != to.type:
        message = f"'{source.symbol.name}' and '{to.symbol.name}' hold cards of different decks"
        builder.context.report.error("P512", message, place, "a zone holds cards of one deck")


def _take(builder: Builder, zone: ZoneCode, card: int, place: Place) -> None:
    if zone.field.role is Role.PILE:
        builder.emit(Pop(zone.block, zone.room, True, card, builder.context.place(place)))
    else:
        builder.emit(Draw(zone.block, zone.field.width, card, builder.context.place(place)))


def _refill(builder: Builder, source: typed.Members, zone: ZoneCode, place: Place) -> None:
    """An empty zone takes the cards of the zone that refills it, if there are any, shuffled."""
    declared = next(z for z in builder.context.model.zones if z.symbol is source.symbol)
    if declared.refill is None:
        return
    key = source.key if declared.refill.key is not None else None
    reserve = ZoneCode(builder, typed.Members(declared.refill, key, source.type, place), place)
    full = builder.label()
    builder.branch(equal(zone.size(), ZERO), full)
    builder.branch(binary(Operator.GREATER, reserve.size(), ZERO), full)
    pour(builder, reserve, zone, place)
    builder.tell(Note.REFILLED, (zone.number, zone.owner), place)
    builder.mark(full)


def pour(builder: Builder, source: ZoneCode, to: ZoneCode, place: Place) -> None:
    """All cards of one zone into another; into a pile they go in random order, one chance a card."""
    if to.field.role is Role.BAG and source.field.role is Role.BAG:
        with builder.frame():
            kind = builder.slot("kind", to.field.type, 0, to.field.width)

            def one() -> None:
                to.add(Slot(kind), source.count(Slot(kind)), on_top=True)
                builder.set(source.of_kind(Slot(kind)), ZERO, place)

            builder.loop(kind, ZERO, Constant(to.field.width), place, one)
        return
    _pour_one_by_one(builder, source, to, place)


def _pour_one_by_one(builder: Builder, source: ZoneCode, to: ZoneCode, place: Place) -> None:
    again, done = builder.label(), builder.label()
    with builder.frame():
        card = builder.slot("card", to.field.type)
        builder.mark(again)
        builder.branch(binary(Operator.GREATER, source.size(), ZERO), done)
        _take(builder, source, card, place)
        to.add(Slot(card), ONE, on_top=True)
        builder.jump(again)
        builder.mark(done)


def shuffle(builder: Builder, zone: typed.Members, place: Place) -> None:
    """A bag has no order to lose; a pile is put into a bag and drawn from it card by card."""
    code = ZoneCode(builder, zone, place)
    if code.field.role is Role.PILE:
        with builder.frame():
            kinds = max(1, len(code.field.type.words))
            counts = builder.slots("unordered", kinds, 0, code.room)
            bag = code.as_bag(counts, kinds)
            _pour_one_by_one(builder, code, bag, place)
            _pour_one_by_one(builder, bag, code, place)
    builder.tell(Note.SHUFFLED, (code.number, code.owner), place)


def put_card(
    builder: Builder, card: Expr, source: typed.Members, to: typed.Members, on_top: bool, place: Place
) -> None:
    """One card of a kind; that it is not there is a fault."""
    same_deck(builder, source, to, place)
    from_zone, to_zone = ZoneCode(builder, source, place), ZoneCode(builder, to, place)
    from_zone.remove(card, ONE)
    to_zone.add(card, ONE, on_top)
    ends = (from_zone.number, from_zone.owner, to_zone.number, to_zone.owner)
    builder.tell(Note.PUT, (card, *ends, ONE), place)


def put_cards(
    builder: Builder, picked: typed.Picked, to: typed.Members, on_top: bool, limit: Expr | None, place: Place
) -> None:
    """The cards of a zone that a pick picks, as many as `limit` allows."""
    source = picked.set
    if not isinstance(source, typed.Members) or source.symbol.role is not typed.Role.ZONE:
        builder.context.report.error("P413", "cards are put from a zone", picked.place, "cards: c in ZONE where …")
        return
    same_deck(builder, source, to, place)
    from_zone, to_zone = ZoneCode(builder, source, place), ZoneCode(builder, to, place)
    with builder.frame():
        left = -1
        if limit is not None:
            left = builder.slot("still", INT)
            builder.set_slot(left, limit, place)
        if from_zone.field.role is Role.PILE:
            _put_from_pile(builder, picked, from_zone, to_zone, on_top, left, place)
        else:
            _put_from_bag(builder, picked, from_zone, to_zone, on_top, left, place)


def _test(builder: Builder, picked: typed.Picked, card: Expr) -> Expr:
    builder.context.env[picked.local] = card
    return builder.lower(picked.test) if picked.test is not None else TRUE


def _put_from_bag(
    builder: Builder, picked: typed.Picked, source: ZoneCode, to: ZoneCode, on_top: bool, left: int, place: Place
) -> None:
    kind, number = builder.slot("kind", source.field.type, 0, source.field.width), builder.slot("number", INT)

    def one() -> None:
        skip = builder.label()
        builder.branch(binary(Operator.GREATER, source.count(Slot(kind)), ZERO), skip)
        builder.branch(_test(builder, picked, Slot(kind)), skip)
        many = source.count(Slot(kind))
        builder.set_slot(number, many if left < 0 else binary(Operator.MIN, many, Slot(left)), place)
        builder.branch(binary(Operator.GREATER, Slot(number), ZERO), skip)
        source.remove(Slot(kind), Slot(number))
        to.add(Slot(kind), Slot(number), on_top)
        if left >= 0:
            builder.set_slot(left, binary(Operator.SUBTRACT, Slot(left), Slot(number)), place)
        ends = (source.number, source.owner, to.number, to.owner)
        builder.tell(Note.PUT, (Slot(kind), *ends, Slot(number)), place)
        builder.mark(skip)

    builder.loop(kind, ZERO, Constant(source.field.width), place, one)


def _put_from_pile(
    builder: Builder, picked: typed.Picked, source: ZoneCode, to: ZoneCode, on_top: bool, left: int, place: Place
) -> None:
    """From the top down; `passed` counts the cards that stay."""
    passed, card = builder.slot("passed", INT, 0, source.room), builder.slot("card", source.field.type)
    again, stays, done = builder.label(), builder.label(), builder.label()
    builder.mark(again)
    builder.branch(binary(Operator.LESS, Slot(passed), source.size()), done)
    if left >= 0:
        builder.branch(binary(Operator.GREATER, Slot(left), ZERO), done)
    builder.set_slot(card, source.card(binary(Operator.SUBTRACT, source.size(), Slot(passed))), place)
    builder.branch(_test(builder, picked, Slot(card)), stays)
    builder.emit(Remove(source.block, source.room, Slot(card), builder.context.place(place)))
    to.add(Slot(card), ONE, on_top)
    if left >= 0:
        builder.set_slot(left, add(Slot(left), Constant(-1)), place)
    ends = (source.number, source.owner, to.number, to.owner)
    builder.tell(Note.PUT, (Slot(card), *ends, ONE), place)
    builder.jump(again)
    builder.mark(stays)
    builder.set_slot(passed, add(Slot(passed), ONE), place)
    builder.jump(again)
    builder.mark(done)


def gather(builder: Builder, zone: typed.Members, place: Place) -> None:
    """Every zone of the deck is emptied into this one: it then holds exactly the cards of the pack."""
    context = builder.context
    home = ZoneCode(builder, zone, place)
    for other in context.model.zones:
        field = context.field_of(other.symbol, place)
        if field.type == home.field.type and field.name != home.field.name:
            builder.emit(Clear(field.base, (0,) * field.size))
    if home.field.keys > 1:
        context.report.error("P413", "cards are gathered in a zone of the table", place)
        return
    builder.emit(Clear(home.field.base, home.full()))
    builder.tell(Note.GATHERED, (home.number, home.owner), place)
