"""The syntax of expressions: what the parser makes of a text, each node with its place; no types and no meaning yet."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.interpreter.source import Place


@dataclass(frozen=True, slots=True)
class Number:
    """`12`"""

    value: int
    place: Place


@dataclass(frozen=True, slots=True)
class Truth:
    """`true`, `false`"""

    value: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Nothing:
    """`none`"""

    place: Place


@dataclass(frozen=True, slots=True)
class Name:
    """A bare identifier: a name or a word, the resolver knows which. Unicode letters, NFC."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Attribute:
    """`target.name`; `place` covers the whole, `name_place` the name alone."""

    target: Node
    name: str
    name_place: Place
    place: Place


@dataclass(frozen=True, slots=True)
class Call:
    """`f(x, y)` or, with a target, `t.die(1)`."""

    target: Node | None
    name: str
    arguments: tuple[Node, ...]
    name_place: Place
    place: Place


@dataclass(frozen=True, slots=True)
class Unary:
    """`-x`, `not x`"""

    operator: str
    operand: Node
    place: Place


@dataclass(frozen=True, slots=True)
class Binary:
    """`+ - * // %`, `== != < <= > >=`, `in`, `not in`, `and`, `or`; comparisons do not chain."""

    operator: str
    left: Node
    right: Node
    operator_place: Place
    place: Place


@dataclass(frozen=True, slots=True)
class Conditional:
    """`then if test else otherwise`"""

    test: Node
    then: Node
    otherwise: Node
    place: Place


@dataclass(frozen=True, slots=True)
class Range:
    """`low..high`, both ends included"""

    low: Node
    high: Node
    place: Place


@dataclass(frozen=True, slots=True)
class PlayersFrom:
    """`players from p`, `seats from p`: in turn order from p's left, p last. `set` is the name before `from`."""

    set: Name
    player: Node
    place: Place


@dataclass(frozen=True, slots=True)
class CardOf:
    """`K of clubs`"""

    rank: Node
    suit: Node
    place: Place


@dataclass(frozen=True, slots=True)
class Pick:
    """`name in set where test`; without `where` the test is None."""

    name: Name
    set: Node
    test: Node | None
    place: Place


@dataclass(frozen=True, slots=True)
class Fold:
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


@dataclass(frozen=True, slots=True)
class FacesPattern:
    """A case key `6`, `-1`, `clubs`, `true`, or with several faces a throw `6 3`, in any order."""

    faces: tuple[Face, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class RangePattern:
    """A case key `2..4`, both ends included, low before high."""

    low: Number
    high: Number
    place: Place


@dataclass(frozen=True, slots=True)
class CardPattern:
    """A case key `K of clubs`, `10 of hearts`."""

    rank: Number | Name
    suit: Number | Name
    place: Place


@dataclass(frozen=True, slots=True)
class OtherwisePattern:
    """The case key `otherwise`."""

    place: Place


Face = Number | Name | Truth | Nothing
Pattern = FacesPattern | RangePattern | CardPattern | OtherwisePattern

# Words of the grammar: no name of a ruleset may be one of these (`of` and `from` may, as in `me.from`).
RESERVED_WORDS = frozenset(["and", "else", "false", "for", "if", "in", "none", "not", "or", "true", "where"])
FOLDS_WITHOUT_VALUE = frozenset(["any", "count", "first"])  # `count(c in hand where …)`
FOLDS_WITH_VALUE = frozenset(["all", "any", "count", "max", "min", "sum"])  # `sum(c.value for c in hand where …)`
