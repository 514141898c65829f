"""The operators, functions, attributes and names of expressions: one row each, with signature, help and lowering."""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering import players, throws
from parlour.interpreter.lowering.context import Context
from parlour.interpreter.lowering.domains import Domain, numbers
from parlour.interpreter.lowering.expressions import constant_value, contains, domain, lower, target, value_at
from parlour.interpreter.lowering.roads import distance, neighbours
from parlour.interpreter.lowering.rows import FunctionRow, Lowered
from parlour.interpreter.program import folding
from parlour.interpreter.program.expressions import TRUE, Binary, Constant, Expr, Fold, Gathering, Operator
from parlour.interpreter.program.program import Role
from parlour.interpreter.types import INT_HIGH, INT_LOW

Lowering = Callable[[Context, typed.Apply], Lowered]


# --- operators --------------------------------------------------------------------------------------------------------


def _binary(operator: Operator) -> Lowering:
    def lowered(context: Context, node: typed.Apply) -> Expr:
        left, right = (lower(context, a) for a in node.arguments)
        found = folding.binary(operator, left, right, context.place(node.place))
        by_zero = operator in (Operator.DIVIDE, Operator.REMAINDER) and right == Constant(0)
        if by_zero:
            context.report.error("P508", "this divides by zero", node.arguments[1].place, "nothing is divided by 0")
        elif isinstance(found, Binary) and isinstance(left, Constant) and isinstance(right, Constant):
            hint = f"they go from {INT_LOW} to {INT_HIGH}"
            context.report.error("P508", "this leaves the numbers of 64 bits", node.place, hint)
        return found

    return lowered


def _many(operator: Operator) -> Lowering:
    def lowered(context: Context, node: typed.Apply) -> Expr:
        first, *rest = (lower(context, a) for a in node.arguments)
        for other in rest:
            first = folding.binary(operator, first, other, context.place(node.place))
        return first

    return lowered


def _negative(context: Context, node: typed.Apply) -> Expr:
    return folding.negate(lower(context, node.arguments[0]), context.place(node.place))


def _not(context: Context, node: typed.Apply) -> Expr:
    return folding.negated(lower(context, node.arguments[0]))


def _and(context: Context, node: typed.Apply) -> Expr:
    left = lower(context, node.arguments[0])
    return left if left == Constant(0) else folding.both(left, lower(context, node.arguments[1]))


def _or(context: Context, node: typed.Apply) -> Expr:
    left = lower(context, node.arguments[0])
    return TRUE if left == TRUE else folding.either(left, lower(context, node.arguments[1]))


def _in(context: Context, node: typed.Apply) -> Expr:
    element, container = node.arguments
    return contains(context, container, lower(context, element))


def _not_in(context: Context, node: typed.Apply) -> Expr:
    return folding.negated(_in(context, node))


def _absolute(context: Context, node: typed.Apply) -> Expr:
    value = lower(context, node.arguments[0])
    opposite = folding.negate(value, context.place(node.place))
    return folding.conditional(folding.binary(Operator.LESS, value, Constant(0)), opposite, value)


def _operator(name: str, takes: tuple[str, ...], gives: str, help: str, lowering: Lowering) -> FunctionRow:
    return FunctionRow(name, "operator", takes, gives, help, lower=lowering)


NUMBERS = ("int", "int")
OPERATORS = (
    _operator("+", NUMBERS, "int", "sum", _binary(Operator.ADD)),
    _operator("-", NUMBERS, "int", "difference", _binary(Operator.SUBTRACT)),
    _operator("*", NUMBERS, "int", "product", _binary(Operator.MULTIPLY)),
    _operator("//", NUMBERS, "int", "whole part of the quotient, rounded down", _binary(Operator.DIVIDE)),
    _operator("%", NUMBERS, "int", "remainder, with the sign of the divisor", _binary(Operator.REMAINDER)),
    _operator("==", ("T", "T"), "bool", "equal", _binary(Operator.EQUAL)),
    _operator("!=", ("T", "T"), "bool", "different", _binary(Operator.DIFFERENT)),
    _operator("<", NUMBERS, "bool", "less", _binary(Operator.LESS)),
    _operator("<=", NUMBERS, "bool", "at most", _binary(Operator.AT_MOST)),
    _operator(">", NUMBERS, "bool", "greater", _binary(Operator.GREATER)),
    _operator(">=", NUMBERS, "bool", "at least", _binary(Operator.AT_LEAST)),
    *(
        _operator(name, (kind, kind), "bool", "by their order in the pack", _binary(operator))
        for name, operator in (
            ("<", Operator.LESS),
            ("<=", Operator.AT_MOST),
            (">", Operator.GREATER),
            (">=", Operator.AT_LEAST),
        )
        for kind in ("rank", "suit")
    ),
    _operator("and", ("bool", "bool"), "bool", "both; the right is read only if the left holds", _and),
    _operator("or", ("bool", "bool"), "bool", "one or both; the right is read only if the left fails", _or),
    _operator("not x", ("bool",), "bool", "the opposite", _not),
    _operator("- x", ("int",), "int", "the negative", _negative),
    _operator("in", ("T", "set of T"), "bool", "whether it is one of the set", _in),
    _operator("not in", ("T", "set of T"), "bool", "whether it is none of the set", _not_in),
)

# --- players ----------------------------------------------------------------------------------------------------------


def _field(name: str) -> Lowering:
    """An attribute kept in the state by token or by player."""

    def lowered(context: Context, node: typed.Apply) -> Expr:
        return players.attribute(context, name, node.arguments[0], node.place)

    return lowered


def _of_pawn(name: str) -> Lowering:
    """An attribute of a player's only pawn."""

    def lowered(context: Context, node: typed.Apply) -> Expr:
        player = node.arguments[0]
        if context.tokens > 1:
            context.report.error(
                "P405",
                f"a player has {context.tokens} pawns: whose '{name}'?",
                node.place,
                "pick one: for: t in tokens(me)",
            )
        return players.attribute(context, name, player, node.place)

    return lowered


def _name(name: str, takes: tuple[str, ...], gives: str, help: str, lowering: Lowering) -> FunctionRow:
    return FunctionRow(name, "name", takes, gives, help, lower=lowering)


def _function(
    name: str, takes: tuple[str, ...], gives: str, help: str, lowering: Lowering, optional: int = 0
) -> FunctionRow:
    return FunctionRow(name, "function", takes, gives, help, optional, lower=lowering)


def _attribute(name: str, of: str, gives: str, help: str, lowering: Lowering) -> FunctionRow:
    return FunctionRow(name, "attribute", (of,), gives, help, lower=lowering)


def _squares(context: Context, _node: typed.Apply) -> Domain:
    return numbers(Constant(1), Constant(context.squares), 1, context.squares)


def _itself(context: Context, node: typed.Apply) -> Expr:
    return lower(context, node.arguments[0])


PLAYERS = (
    _name("players", (), "set of player", "those still in, in seat order", players.players),
    _name("seats", (), "set of player", "all at the table, in seat order", players.seats),
    _name(
        "players from",
        ("player",),
        "set of player",
        "those still in, from the player's left, he last",
        players.players_from,
    ),
    _name("seats from", ("player",), "set of player", "all, from the player's left, he last", players.seats_from),
    _name("seat_count", (), "int", "how many sit at the table", lambda c, _n: Constant(c.seats)),
    _name("opponent", ("me",), "player", "the other one, in a game of two", players.opponent),
    _function("seat", ("int",), "player", "the player of a seat, counted from 1", players.seat),
    _function("others", ("player",), "set of player", "the others still in, from the player's left", players.others),
    _function("next", ("player",), "player", "who comes after, of those still in", players.next_player),
    _function("previous", ("player",), "player", "who comes before, of those still in", players.previous_player),
    _attribute(
        "seat_number",
        "player",
        "int",
        "1 for the first seat",
        lambda c, n: folding.add(lower(c, n.arguments[0]), Constant(1)),
    ),
    _attribute("missing", "player", "int", "turns still to miss", _field("missing")),
    _attribute("caught", "player", "bool", "waits until another frees him", _field("caught")),
    _attribute("is_out", "player", "bool", "is out of the game", _field("is_out")),
    _attribute("at", "player", "square", "where his only pawn stands; 0 is off the board", _of_pawn("at")),
    _attribute(
        "from", "player", "square", "where his only pawn stood before the move that the phase ordered", _of_pawn("from")
    ),
    _attribute("pawn", "player", "token", "his only pawn", _itself),
)

# --- board ------------------------------------------------------------------------------------------------------------

BOARD = (
    _name("squares", (), "set of square", "all squares of the board, 0 not included", _squares),
    _function("tokens", ("player",), "set of token", "the pawns of a player", players.pawns),
    _function("neighbours", ("square",), "set of square", "the squares that a road leads to", neighbours),
    _function("distance", ("square", "square"), "int", "steps along the roads; -1 where no way leads", distance),
    _attribute("at", "token", "square", "where it stands; 0 is off the board", _field("at")),
    _attribute("from", "token", "square", "where it stood before the move that the phase ordered", _field("from")),
    _attribute("owner", "token", "player", "whose pawn it is", players.owner),
    _attribute("number", "square", "int", "its number", _itself),
)

# --- throws -----------------------------------------------------------------------------------------------------------

THROWS = (
    _attribute("total", "throw", "int", "the sum of the numbers shown", throws.total),
    _attribute("size", "throw", "int", "how many dice were thrown", throws.size),
    _attribute("is_double", "throw", "bool", "two or more dice, all alike", throws.is_double),
    FunctionRow("count", "method", ("throw", "face"), "int", "how many dice show that face", lower=throws.count),
    FunctionRow("has", "method", ("throw", "face"), "bool", "whether some die shows that face", lower=throws.has),
    FunctionRow("die", "method", ("throw", "int"), "int", "the k-th largest number shown, from 1", lower=throws.die),
)

# --- cards ------------------------------------------------------------------------------------------------------------


def _of_kind(name: str) -> Lowering:
    """A property of a card's kind."""

    def lowered(context: Context, node: typed.Apply) -> Expr:
        card = node.arguments[0]
        deck = next(d for d in context.model.decks if d.name == card.type.name)
        if name == "value":
            values = tuple(v if isinstance(v, int) else constant_value(lower(context, v), v) for v in deck.values)
        else:
            values = tuple(k[1] if name == "rank" else k[2] for k in deck.kinds)
        return context.lookup(f"{name} in {deck.name}", values, lower(context, card), node.place)

    return lowered


def _size(context: Context, node: typed.Apply) -> Expr:
    """How many are in a set: the cards of a zone, the members of a set."""
    container = node.arguments[0]
    if isinstance(container, typed.Members) and container.symbol.role is typed.Role.ZONE:
        found = context.field_of(container.symbol, container.place)
        if found.role is Role.PILE:
            return value_at(context, target(context, found, container.key, container.place), node.place)
    members = domain(context, container)
    with context.temporary() as count:
        where = members.where(count)
        weight = members.weight(count) if members.weight else Constant(1)
        return Fold(Gathering.SUM, count.number, members.start, members.stop, where, weight, context.place(node.place))


def _end_of(top: bool) -> Lowering:
    def lowered(context: Context, node: typed.Apply) -> Expr:
        zone = node.arguments[0]
        found = context.field_of(zone.symbol, zone.place) if isinstance(zone, typed.Members) else None
        if found is None or found.role is not Role.PILE or not isinstance(zone, typed.Members):
            context.report.error("P509", "only a pile (order: kept) has a top and a bottom", node.place)
            return Constant(-1)
        where = target(context, found, zone.key, zone.place)
        length = value_at(context, where, node.place)
        card = value_at(context, where, node.place, length if top else 1)
        return folding.conditional(folding.binary(Operator.GREATER, length, Constant(0)), card, Constant(-1))

    return lowered


CARDS = (
    _attribute("rank", "card", "rank of T", "its rank", _of_kind("rank")),
    _attribute("suit", "card", "suit of T", "its suit", _of_kind("suit")),
    _attribute("value", "card", "int", "its value, as the deck says", _of_kind("value")),
    _attribute("size", "set of T", "int", "how many there are", _size),
    _attribute("top", "set of card", "T", "the top card of a pile; none when it is empty", _end_of(True)),
    _attribute("bottom", "set of card", "T", "the bottom card of a pile; none when it is empty", _end_of(False)),
)

# --- numbers ----------------------------------------------------------------------------------------------------------

NUMBERS_OF = (
    _function("min", ("int",) * 8, "int", "the least of two to eight numbers", _many(Operator.MIN), optional=6),
    _function("max", ("int",) * 8, "int", "the greatest of two to eight numbers", _many(Operator.MAX), optional=6),
    _function("abs", ("int",), "int", "the number without its sign", _absolute),
)

# Pawns before players: what stands for both is a pawn's first.
FUNCTIONS = (*OPERATORS, *BOARD, *PLAYERS, *THROWS, *CARDS, *NUMBERS_OF)
