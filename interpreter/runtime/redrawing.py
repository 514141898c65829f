"""A state and a seat in; the state with all that the seat cannot see redrawn at random, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.program.program import Field, Program, Role
from parlour.interpreter.runtime.random import Stream
from parlour.interpreter.runtime.state import State
from parlour.interpreter.types import Kind


def sees_all(program: Program, seat: int) -> bool:
    """Whether nothing is hidden from the seat: to redraw then changes nothing."""
    decks = any(True for deck in program.decks for _ in _hidden_blocks(program, deck.name, seat))
    return not decks and not any(True for _ in _hidden_values(program, seat))


def redraw(state: State, seat: int, stream: Stream) -> None:
    """Everything that the seat cannot see becomes something that it could be.

    The cards of hidden zones are shuffled together and dealt back, as many as there were in each; hidden variables of
    others take any value of their range.
    """
    program, v = state.machine.program, state.vector
    for deck in program.decks:
        blocks = list(_hidden_blocks(program, deck.name, seat))
        cards = [card for field, base in blocks for card in _held(field, base, v)]
        _shuffle(cards, stream)
        for field, base in blocks:
            count = len(_held(field, base, v))
            _lay(field, base, v, cards[:count])
            del cards[:count]
    for field, slot in _hidden_values(program, seat):
        v[slot] = field.low + stream.below(field.high - field.low + 1)


def _is_hidden(field: Field, key: int, seat: int) -> bool:
    own = field.key is not None and field.key.kind is Kind.PLAYER and key == seat
    return field.seen_by == "nobody" or (field.seen_by == "owner" and not own)


def _hidden_blocks(program: Program, deck: str, seat: int) -> Iterator[tuple[Field, int]]:
    """The zones of a deck that the seat cannot look into, each with its first slot."""
    for field in program.layout.fields:
        if field.role in (Role.BAG, Role.PILE) and field.type.kind is Kind.CARD and field.type.name == deck:
            for key in range(field.keys):
                if _is_hidden(field, key + field.first, seat):
                    yield field, field.base + key * field.width


def _hidden_values(program: Program, seat: int) -> Iterator[tuple[Field, int]]:
    for field in program.layout.fields:
        if field.role is Role.VARIABLE and field.seen_by != "all" and field.high - field.low < 1_000:
            for key in range(field.keys):
                if _is_hidden(field, key + field.first, seat):
                    yield field, field.base + key


def _held(field: Field, base: int, v: list[int]) -> list[int]:
    """The cards of a zone: of a bag by kind, of a pile from the bottom."""
    if field.role is Role.PILE:
        return v[base + 1 : base + 1 + v[base]]
    return [kind for kind in range(field.width) for _ in range(v[base + kind])]


def _lay(field: Field, base: int, v: list[int], cards: list[int]) -> None:
    if field.role is Role.PILE:
        v[base + 1 : base + 1 + len(cards)] = cards
        return
    for kind in range(field.width):
        v[base + kind] = cards.count(kind)


def _shuffle(cards: list[int], stream: Stream) -> None:
    """Fisher–Yates from the end, one number a card."""
    for last in range(len(cards) - 1, 0, -1):
        other = stream.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
