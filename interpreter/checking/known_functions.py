"""A function, attribute or name of the language comes in; what it can give goes out, where that is more than its type says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from parlour.interpreter.checking.possible import NO, Possible, between, combined, either, only
from parlour.interpreter.checking.thrown import Given
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed
from parlour.interpreter.types import INT_HIGH


class Asked(Protocol):
    """What these rows ask about the rest of a ruleset."""

    model: typed.Model

    def of(self, node: Typed, given: Given = ...) -> Possible: ...

    @property
    def seats(self) -> Possible: ...

    @property
    def last_square(self) -> int: ...


Known = Callable[[Asked, typed.Apply, Given], Possible]


def _card_value(values: Asked, node: typed.Apply, _: Given) -> Possible:
    deck = next(d for d in values.model.decks if d.name == node.arguments[0].type.name)
    return either([NO, *(only(v) if isinstance(v, int) else values.of(v) for v in deck.values)])


def _absolute(values: Asked, node: typed.Apply, given: Given) -> Possible:
    value = values.of(node.arguments[0], given)
    opposite = combined("-", NO, value)
    return value if value.low >= 0 else combined("max", value, opposite)


def _seat(values: Asked, _: typed.Apply, __: Given) -> Possible:
    return between(0, max(0, values.seats.high - 1))


def _square(values: Asked, _: typed.Apply, __: Given) -> Possible:
    return between(0, values.last_square)


def _on_board(values: Asked, _: typed.Apply, __: Given) -> Possible:
    return between(1, max(1, values.last_square))


def _counted(_: Asked, __: typed.Apply, ___: Given) -> Possible:
    return between(0, INT_HIGH)


# What is known of functions, attributes and names of the language beyond the type of what they give.
KNOWN: dict[str, Known] = {
    "seat_count": lambda values, _, __: values.seats,
    "seat_number": lambda values, _, __: between(1, values.seats.high),
    **dict.fromkeys(("players", "seats", "players from", "seats from", "others"), _seat),
    **dict.fromkeys(("seat", "next", "previous", "opponent", "owner"), _seat),
    **dict.fromkeys(("at", "from"), _square),
    **dict.fromkeys(("squares", "neighbours"), _on_board),
    "number": lambda values, node, given: values.of(node.arguments[0], given),
    "distance": lambda values, _, __: between(-1, values.last_square),
    **dict.fromkeys(("missing", "size"), _counted),
    "value": _card_value,
    "abs": _absolute,
}
