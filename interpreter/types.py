"""The types of values: what the checker compares and what a printed value needs; every value itself is one integer."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

NONE = -1  # the value `none` of a player, token, square, card, rank or suit; all others count from 0

INT_LOW, INT_HIGH = -(2**63), 2**63 - 1


def as_written(value: object) -> str:
    """The value of an option as one writes it: `true`, and not `True`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Kind(StrEnum):
    INT = "int"
    BOOL = "bool"
    WORD = "word"  # an enumeration: option values, a set of new words
    PLAYER = "player"
    TOKEN = "token"
    SQUARE = "square"
    CARD = "card"
    RANK = "rank"
    SUIT = "suit"
    THROW = "throw"
    SET = "set"
    NOTHING = "none"  # the type of `none` alone
    FAULTY = "unknown"  # after a fault: agrees with everything, so that one fault is told once


class Type(Struct, frozen=True):
    """`name` tells apart enumerations and decks; `words` spell values of WORD, RANK, SUIT, CARD and named SQUAREs."""

    kind: Kind
    name: str = ""
    words: tuple[str, ...] = ()
    element: Type | None = None

    def __str__(self) -> str:
        if self.kind is Kind.SET:
            return f"set of {self.element}"
        if self.kind is Kind.WORD:
            return self.name or "word"
        return self.kind.value

    @property
    def enumerated(self) -> bool:
        return bool(self.words)

    @property
    def first(self) -> int:
        """The value of the first word: squares count from 1, since 0 is off the board."""
        return 1 if self.kind is Kind.SQUARE else 0

    @property
    def may_be_none(self) -> bool:
        return self.kind in (Kind.PLAYER, Kind.TOKEN, Kind.SQUARE, Kind.CARD, Kind.RANK, Kind.SUIT, Kind.NOTHING)


INT = Type(Kind.INT)
BOOL = Type(Kind.BOOL)
PLAYER = Type(Kind.PLAYER)
TOKEN = Type(Kind.TOKEN)
THROW = Type(Kind.THROW)
NOTHING = Type(Kind.NOTHING)
FAULTY = Type(Kind.FAULTY)


def set_of(element: Type) -> Type:
    return Type(Kind.SET, element=element)


def noun(type_: Type, plural: bool = False) -> str:
    """What messages call a value of a type: `number`, `pawn`, `word of lot`, `set of players`."""
    names = {Kind.INT: "number", Kind.BOOL: "truth", Kind.TOKEN: "pawn"}
    name = f"{names.get(type_.kind, type_.kind.value)}{'s' if plural else ''}"
    if type_.element is not None:
        return f"{name} of {noun(type_.element, plural=True)}"
    return f"{name} of {type_.name}" if type_.kind is Kind.WORD and type_.name else name


def described(type_: Type) -> str:
    """The noun of a type with its article and what tells it apart: `a player`, `a word of lot (tickets, coins)`."""
    match type_.kind:
        case Kind.NOTHING:
            return "none"
        case Kind.BOOL:
            return f"a {noun(type_)} (true or false)"
        case Kind.WORD:
            return f"a {noun(type_)} ({', '.join(type_.words[:12])})"
        case _:
            return f"a {noun(type_)}"


def told_apart(one: Type, other: Type) -> tuple[str, str]:
    """Two types that are not the same, described; of two decks, each with the name of its deck."""
    first, second = described(one), described(other)
    if first != second:
        return first, second
    return f"{first} of {(one.element or one).name}", f"{second} of {(other.element or other).name}"
