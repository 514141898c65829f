"""The syntax of expressions: what the parser makes of a text, each node with its place; no types and no meaning yet."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.source import Place


class Number(Struct, frozen=True):
    """`12`"""

    value: int
    place: Place


class Truth(Struct, frozen=True):
    """`true`, `false`"""

    value: bool
    place: Place


class Nothing(Struct, frozen=True):
    """`none`"""

    place: Place


class Name(Struct, frozen=True):
    """A bare identifier: a name or a word, the resolver knows which. Unicode letters, NFC."""

    text: str
    place: Place


class Attribute(Struct, frozen=True):
    """`target.name`; `place` covers the whole, `name_place` the name alone."""

    target: Node
    name: str
    name_place: Place
    place: Place


class Call(Struct, frozen=True):
    """`f(x, y)` or, with a target, `t.die(1)`."""

    target: Node | None
    name: str
    arguments: tuple[Node, ...]
    name_place: Place
    place: Place


class Unary(Struct, frozen=True):
    """`-x`, `not x`"""

    operator: str
    operand: Node
    place: Place


class Binary(Struct, frozen=True):
    """`+ - * // %`, `== != < <= > >=`, `in`, `not in`, `and`, `or`; comparisons do not chain."""

    operator: str
    left: Node
    right: Node
    operator_place: Place
    place: Place


class Conditional(Struct, frozen=True):
    """`then if test else otherwise`"""

    test: Node
    then: Node
    otherwise: Node
    place: Place


class Range(Struct, frozen=True):
    """`low..high`, both ends included"""

    low: Node
    high: Node
    place: Place


class PlayersFrom(Struct, frozen=True):
    """`players from p`, `seats from p`: in turn order from p's left, p last. `set` is the name before `from`."""

    set: Name
    player: Node
    place: Place


class CardOf(Struct, frozen=True):
    """`K of clubs`"""

    rank: Node
    suit: Node
    place: Place


class Pick(Struct, frozen=True):
    """`name in set where test`; without `where` the test is None."""

    name: Name
    set: Node
    test: Node | None
    place: Place


class Fold(Struct, frozen=True):
    """`count(pick)`, `any(pick)`, `first(pick)` (no value); `sum(value for pick)`, `max`, `min`, `all`, `any`, `count`."""

    operator: str
    value: Node | None
    pick: Pick
    operator_place: Place
    place: Place


Node = (
    Number
    | Truth
    | Nothing
    | Name
    | Attribute
    | Call
    | Unary
    | Binary
    | Conditional
    | Range
    | PlayersFrom
    | CardOf
    | Fold
)


class FacesPattern(Struct, frozen=True):
    """A case key `6`, `-1`, `clubs`, `true`, or with several faces a throw `6 3`, in any order."""

    faces: tuple[Face, ...]
    place: Place


class RangePattern(Struct, frozen=True):
    """A case key `2..4`, both ends included, low before high."""

    low: Number
    high: Number
    place: Place


class CardPattern(Struct, frozen=True):
    """A case key `K of clubs`, `10 of hearts`."""

    rank: Number | Name
    suit: Number | Name
    place: Place


class OtherwisePattern(Struct, frozen=True):
    """The case key `otherwise`."""

    place: Place


Face = Number | Name | Truth | Nothing
Pattern = FacesPattern | RangePattern | CardPattern | OtherwisePattern

# Words of the grammar: no name of a ruleset may be one of these (`of` and `from` may, as in `me.from`).
RESERVED_WORDS = frozenset(["and", "else", "false", "for", "if", "in", "none", "not", "or", "true", "where"])
FOLDS_WITHOUT_VALUE = frozenset(["any", "count", "first"])  # `count(c in hand where …)`
FOLDS_WITH_VALUE = frozenset(["all", "any", "count", "max", "min", "sum"])  # `sum(c.value for c in hand where …)`
