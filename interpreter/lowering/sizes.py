"""Expressions of numbers that shape a game come in; the numbers go out, or faults where they are too small or too large."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed
from parlour.interpreter.lowering.context import Context, Refused
from parlour.interpreter.lowering.expressions import constant_value, lower
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT_HIGH

MOST_SQUARES = 1_000
MOST_TOKENS = 1_000  # of each player
MOST_SIDES = 10_000  # of a die or a bag, weights counted
MOST_FACES = 1_000  # that differ
MOST_DICE = 100  # thrown at once
MOST_CARDS = 10_000  # of a deck, all packs together


def size_of(context: Context, node: Typed, what: str, least: int, most: int) -> int:
    """The constant value of an expression, between `least` and `most`: the nearest of them after a fault."""
    value = constant_value(lower(context, node), node)
    if value < least:
        too_small(context, what, value, least, node.place)
    elif value > most:
        too_large(context, what, value, most, node.place)
    return min(max(value, least), most)


def too_small(context: Context, what: str, value: int, least: int, place: Place) -> None:
    context.report.error("P517", f"{what}: {value}", place, f"at least {least}")
    context.has_wrong_size = True


def too_large(context: Context, what: str, value: int, most: int, place: Place) -> None:
    context.report.error("P510", f"{what}: {value}", place, f"at most {most}")
    context.has_wrong_size = True


def stop_at_wrong_sizes(context: Context, place: Place) -> None:
    """Go no further with what stands in for sizes that are wrong. Raises Refused."""
    if context.has_wrong_size:
        raise Refused(place)


def copies_of(context: Context, deck: typed.Deck) -> list[int]:
    """How many cards of each kind all packs together have."""
    packs = 1 if deck.copies is None else size_of(context, deck.copies, "packs of cards", 0, INT_HIGH)
    each = [
        k[3] if isinstance(k[3], int) else size_of(context, k[3], "cards of a kind", 0, INT_HIGH) for k in deck.kinds
    ]
    if packs * sum(each) > MOST_CARDS:
        place = deck.place if deck.copies is None else deck.copies.place
        too_large(context, f"cards of '{deck.name}'", packs * sum(each), MOST_CARDS, place)
        return [0 for _ in each]
    return [packs * n for n in each]
