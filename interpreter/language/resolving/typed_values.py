"""Typed expressions: every name looked up, every node with its type; a closed set."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from parlour.interpreter.language.signatures import Function
from parlour.interpreter.source import Place
from parlour.interpreter.types import Type


class Role(StrEnum):
    """What a declared name stands for."""

    OPTION = "option"
    VARIABLE = "variable"
    ACCOUNT = "account"
    ZONE = "zone"
    SET = "set"
    FIELD = "field"  # of squares and of cards
    DEVICE = "device"
    FORMULA = "formula"
    PHASE = "phase"


class Symbol(Struct, frozen=True):
    """A declared name. `key`: the type that it is a table over (None: one for the table); `type`: of one value."""

    name: str
    role: Role
    type: Type
    key: Type | None
    place: Place


class Local(Struct, frozen=True, eq=False):
    """A name bound in a list of statements, in a pick, by a parameter or by the engine (`me`); one object a binding."""

    name: str
    type: Type
    place: Place


# --- expressions ------------------------------------------------------------------------------------------------------


class Literal(Struct, frozen=True):
    """A number, a truth, a word or `none`, as its integer"""

    value: int
    type: Type
    place: Place


class Read(Struct, frozen=True):
    """The value of an option, a variable, an account or a field; `key` where it has one"""

    symbol: Symbol
    key: Typed | None
    type: Type
    place: Place


class Bound(Struct, frozen=True):
    """The value of a local name"""

    local: Local
    type: Type
    place: Place


class Apply(Struct, frozen=True):
    """A function, operator, attribute or name of the language with its arguments"""

    function: Function
    arguments: tuple[Typed, ...]
    type: Type
    place: Place


class Use(Struct, frozen=True):
    """A formula of the ruleset with its arguments; `needs` are the names that it takes from where it is used"""

    formula: Symbol
    arguments: tuple[Typed, ...]
    needs: tuple[tuple[Local, Bound], ...]
    type: Type
    place: Place


class Conditional(Struct, frozen=True):
    test: Typed
    then: Typed
    otherwise: Typed
    type: Type
    place: Place


class Gather(Struct, frozen=True):
    """A fold over a pick; without a value it counts, asks whether there is any, or takes the first"""

    operator: str
    value: Typed | None
    pick: Picked
    type: Type
    place: Place


class Span(Struct, frozen=True):
    """The set low..high"""

    low: Typed
    high: Typed
    type: Type
    place: Place


class Members(Struct, frozen=True):
    """A declared set, or a zone's cards (with `key` where the zone has an owner)"""

    symbol: Symbol
    key: Typed | None
    type: Type
    place: Place


Typed = Literal | Read | Bound | Apply | Use | Conditional | Gather | Span | Members


class Picked(Struct, frozen=True):
    """`local` goes through `set`; `test` is asked of each"""

    local: Local
    set: Typed
    test: Typed | None
    place: Place
