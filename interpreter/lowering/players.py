"""Players, seats and pawns: sets of them as domains, who comes next, attributes kept by player or by token."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.context import Context
from parlour.interpreter.lowering.domains import Domain, always, itself
from parlour.interpreter.lowering.expressions import keyed, lower, value_at
from parlour.interpreter.program.expressions import TRUE, Constant, Expr, Fold, Gathering, Operator
from parlour.interpreter.program.folding import add, binary, both, negated
from parlour.interpreter.source import Place


def attribute(context: Context, name: str, of: typed.Typed, place: Place) -> Expr:
    """A field of the state by player or token; one that no rule changes is 0."""
    context.field_named("whose turn", place)
    assert context.fields is not None
    found = context.fields.get(name)
    if found is None:
        return Constant(0)
    return value_at(context, keyed(context, found, lower(context, of), place), place)


def is_in(context: Context, seat: Expr, place: Place) -> Expr:
    """Whether a seat is still in the game."""
    found = context.fields.get("is_out") if context.fields is not None else None
    if found is None:
        return TRUE
    return negated(value_at(context, keyed(context, found, seat, place), place))


def _around(context: Context, node: typed.Apply, step: int, count: int, only_in: bool) -> Domain:
    """`count` seats in turn order, beginning `step` after the player in the only argument."""
    player = lower(context, node.arguments[0])

    def value(k: Expr) -> Expr:
        moved = add(add(player, k), Constant(step))
        return binary(Operator.REMAINDER, moved, Constant(context.seats))

    def where(k: Expr) -> Expr:
        return is_in(context, value(k), node.place) if only_in else TRUE

    static = where(Constant(0)) == TRUE
    return Domain(
        Constant(0), Constant(count), 0, context.seats - 1, count, value=value, where=always if static else where
    )


def players(context: Context, node: typed.Apply) -> Domain:
    def where(seat: Expr) -> Expr:
        return is_in(context, seat, node.place)

    def contains(seat: Expr) -> Expr:
        return where(seat)

    static = where(Constant(0)) == TRUE
    seats_ = context.seats
    return Domain(
        Constant(0),
        Constant(seats_),
        0,
        seats_ - 1,
        seats_,
        value=itself,
        where=always if static else where,
        contains=contains,
    )


def seats(context: Context, _node: typed.Apply) -> Domain:
    return Domain(Constant(0), Constant(context.seats), 0, context.seats - 1, context.seats, contains=always)


def players_from(context: Context, node: typed.Apply) -> Domain:
    return _around(context, node, 1, context.seats, only_in=True)


def seats_from(context: Context, node: typed.Apply) -> Domain:
    return _around(context, node, 1, context.seats, only_in=False)


def others(context: Context, node: typed.Apply) -> Domain:
    return _around(context, node, 1, context.seats - 1, only_in=True)


def opponent(context: Context, node: typed.Apply) -> Expr:
    if context.seats != 2:
        context.report.error(
            "P506",
            f"'opponent' needs two players, not {context.seats}",
            node.place,
            "say next(me), or for: p in others(me)",
        )
    return binary(Operator.SUBTRACT, Constant(1), lower(context, node.arguments[0]))


def seat(context: Context, node: typed.Apply) -> Expr:
    number = lower(context, node.arguments[0])
    if isinstance(number, Constant) and not 1 <= number.value <= context.seats:
        context.report.error("P507", f"there is no seat {number.value} among {context.seats}", node.place)
        return Constant(0)
    return context.lookup("seats", (-1, *range(context.seats)), number, node.place)


def next_player(context: Context, node: typed.Apply) -> Expr:
    return _beside(context, node, 1)


def previous_player(context: Context, node: typed.Apply) -> Expr:
    return _beside(context, node, context.seats - 1)


def _beside(context: Context, node: typed.Apply, step: int) -> Expr:
    """The first seat still in, going round in steps of `step`."""
    player = lower(context, node.arguments[0])
    seats_ = Constant(context.seats)

    def after(count: Expr) -> Expr:
        moved = add(player, binary(Operator.MULTIPLY, count, Constant(step)))
        return binary(Operator.REMAINDER, moved, seats_)

    if is_in(context, after(Constant(1)), node.place) == TRUE:
        return after(Constant(1))
    with context.temporary() as count:
        where = is_in(context, after(count), node.place)
        return Fold(Gathering.FIRST, count.number, Constant(1), add(seats_, Constant(1)), where, after(count), -1)


def pawns(context: Context, node: typed.Apply) -> Domain:
    """The tokens of a player: seat * tokens and those that follow."""
    first = binary(Operator.MULTIPLY, lower(context, node.arguments[0]), Constant(context.tokens))
    most = context.seats * context.tokens - 1

    def value(count: Expr) -> Expr:
        return add(first, count)

    def contains(token: Expr) -> Expr:
        last = add(first, Constant(context.tokens))
        return both(binary(Operator.AT_LEAST, token, first), binary(Operator.LESS, token, last))

    return Domain(Constant(0), Constant(context.tokens), 0, most, context.tokens, value=value, contains=contains)


def owner_of(context: Context, token: Expr) -> Expr:
    return binary(Operator.DIVIDE, token, Constant(max(1, context.tokens)))


def owner(context: Context, node: typed.Apply) -> Expr:
    return owner_of(context, lower(context, node.arguments[0]))
