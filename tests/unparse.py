"""Nodes come in; the shortest text that the parser reads as the same nodes goes out, with no needless parentheses."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import assert_never

from parlour.interpreter.language.grammar.nodes import (
    Attribute,
    Binary,
    Call,
    CardOf,
    CardPattern,
    Conditional,
    Face,
    FacesPattern,
    Fold,
    Name,
    Node,
    Nothing,
    Number,
    OtherwisePattern,
    Pattern,
    Pick,
    PlayersFrom,
    Range,
    RangePattern,
    Truth,
    Unary,
)


class Level(IntEnum):
    """How tightly a node binds, from the loosest."""

    CHOICE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SPAN = 5
    SUM = 6
    PRODUCT = 7
    SIGN = 8
    JOINED = 9
    POSTFIX = 10


# The level of an operator, and the least levels of what stands left and right of it.
_COMPARED = (Level.COMPARISON, Level.SPAN, Level.SPAN)
_BINARY = {
    "or": (Level.OR, Level.OR, Level.AND),
    "and": (Level.AND, Level.AND, Level.NOT),
    "+": (Level.SUM, Level.SUM, Level.PRODUCT),
    "-": (Level.SUM, Level.SUM, Level.PRODUCT),
    "*": (Level.PRODUCT, Level.PRODUCT, Level.SIGN),
    "//": (Level.PRODUCT, Level.PRODUCT, Level.SIGN),
    "%": (Level.PRODUCT, Level.PRODUCT, Level.SIGN),
}


def unparse(node: Node | Pick) -> str:
    """The text of an expression or a pick, as the parser made it."""
    return _pick(node) if isinstance(node, Pick) else _write(node)[0]


def unparse_faces(patterns: Iterable[Pattern]) -> str:
    """The text of a case key: `2..4, K of clubs, 6 3`."""
    return ", ".join(_pattern(p) for p in patterns)


def _within(node: Node, least: Level) -> str:
    """The text of a part, in parentheses where it binds more loosely than its surroundings ask for."""
    text, level = _write(node)
    return text if level >= least else f"({text})"


def _write(node: Node) -> tuple[str, Level]:  # noqa: C901 - one case per kind of node
    match node:
        case Number(value):
            return str(value), Level.POSTFIX
        case Truth(value):
            return ("true" if value else "false"), Level.POSTFIX
        case Nothing():
            return "none", Level.POSTFIX
        case Name(text):
            return text, Level.POSTFIX
        case Attribute(target, name):
            return f"{_within(target, Level.POSTFIX)}.{name}", Level.POSTFIX
        case Call(target, name, arguments):
            before = f"{_within(target, Level.POSTFIX)}." if target else ""
            return f"{before}{name}({', '.join(map(unparse, arguments))})", Level.POSTFIX
        case Unary("not", operand):
            return f"not {_within(operand, Level.NOT)}", Level.NOT
        case Unary(operator, operand):
            return operator + _within(operand, Level.SIGN), Level.SIGN
        case Binary():
            return _binary(node)
        case Conditional(test, then, otherwise):
            head = f"{_within(then, Level.OR)} if {_within(test, Level.OR)}"
            return f"{head} else {unparse(otherwise)}", Level.CHOICE
        case Range(low, high):
            return f"{_within(low, Level.SUM)}..{_within(high, Level.SUM)}", Level.SPAN
        case PlayersFrom(seats, player):
            return f"{seats.text} from {_within(player, Level.POSTFIX)}", Level.JOINED
        case CardOf(rank, suit):
            return f"{_within(rank, Level.POSTFIX)} of {_within(suit, Level.POSTFIX)}", Level.JOINED
        case Fold(operator, value, pick):
            before = f"{unparse(value)} for " if value else ""
            return f"{operator}({before}{_pick(pick)})", Level.POSTFIX
        case _:
            assert_never(node)


def _binary(node: Binary) -> tuple[str, Level]:
    level, least_left, least_right = _BINARY.get(node.operator, _COMPARED)
    left, right = _within(node.left, least_left), _within(node.right, least_right)
    if node.operator == "-" and isinstance(node.left, Number) and isinstance(node.right, Number):
        right = f"({right})"  # `5 - 9` is refused: a range was meant
    return f"{left} {node.operator} {right}", level


def _pick(pick: Pick) -> str:
    text = f"{pick.name.text} in {_within(pick.set, Level.SPAN)}"
    return f"{text} where {unparse(pick.test)}" if pick.test else text


def _pattern(pattern: Pattern) -> str:
    match pattern:
        case FacesPattern(faces):
            return " ".join(map(_face, faces))
        case RangePattern(low, high):
            return f"{low.value}..{high.value}"
        case CardPattern(rank, suit):
            return f"{_face(rank)} of {_face(suit)}"
        case OtherwisePattern():
            return "otherwise"
        case _:
            assert_never(pattern)


def _face(face: Face) -> str:
    return _write(face)[0]
