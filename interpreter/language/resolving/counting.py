"""A word of cards, or what a throw is asked and cards are not, in; the decks that have it and how it is written, out."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.types import Kind, Type

_FOLDS = {"count": "count", "has": "any"}  # what throws are asked, and the fold that asks it of cards
_READ = {Kind.RANK: ".rank", Kind.SUIT: ".suit", Kind.CARD: ""}
Types = Mapping[str, Type]  # by name: `lot`, `rank of pack`


def owners(word: str, types: Types) -> str:
    """The types that have this word, of cards with the decks: `lot and rank of pack, small`."""
    decks: dict[str, list[str]] = {}
    for name, type_ in types.items():
        if word in type_.words:
            is_of_cards = type_.kind in _READ
            decks.setdefault(type_.kind.value if is_of_cards else name, []).extend([type_.name] if is_of_cards else [])
    return " and ".join(f"{kind} of {', '.join(named)}" if named else kind for kind, named in decks.items())


def compared(card: str, word: str, types: Types, deck: str = "") -> str:
    """How a card (of this deck, or of any) is compared with a word: `c.rank == low`; empty for words of other types."""
    kinds = {type_.kind for type_ in types.values() if word in type_.words and deck in ("", type_.name)}
    return next((f"{card}{read} == {word}" for kind, read in _READ.items() if kind in kinds), "")


def for_example(word: str, types: Types) -> str:
    """`, such as c.rank == low`, of words of cards."""
    written = compared("c", word, types)
    return f", such as {written}" if written else ""


def asked_of_cards(node: nodes.Call, target: Type, types: Types) -> tuple[str, str] | None:
    """What is wrong with `pile.count(low)`, and how cards are counted; None of anything else."""
    fold, deck = _FOLDS.get(node.name), target.element
    if fold is None or deck is None or deck.kind is not Kind.CARD or node.target is None or len(node.arguments) != 1:
        return None
    asked = node.arguments[0]
    word = asked.text if isinstance(asked, nodes.Name) else ""
    test, known = compared("k", word, types, deck.name), owners(word, types)
    others = f": '{word}' is {known}, and the cards here are of {deck.name}" if known and not test else ""
    zone = _spelled(node.target)
    hint = f"write {fold}(k in {zone} where {test or 'k.rank == …'}){others}"
    return f"'.{node.name}( )' is asked of throws; cards are gone through one by one", hint


def _spelled(node: nodes.Node) -> str:
    """An expression as its author wrote it."""
    place = node.place
    return place.source.line(place.line)[place.column - 1 : place.end_column - 1]
