"""A deck of `cards:` in; which cards there are and what they count, in sentences of the ruleset's language, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.language.document.tree import Entry, Mapping, Tree, only, text_of
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.decks import STANDARD, number_of
from parlour.interpreter.language.ruleset import DeckOf
from parlour.interpreter.rulebook.blocks import Cell
from parlour.interpreter.rulebook.sentences import Sentences, cell, listed, runs

_WHOLE = max(STANDARD)  # the pack that everybody knows
_NUMBERS = ("copies",)


class Decks:
    """Says what packs and decks hold. What no sentence says is left as the ruleset writes it."""

    def __init__(self, sentences: Sentences) -> None:
        self._sentences = sentences
        self._decks = {deck.name: deck for deck in sentences.model.decks}
        self._written = {deck.name.text: deck for deck in sentences.model.syntax.decks}

    def cell(self, entry: Entry) -> Cell:
        """One deck."""
        name, fields = entry.key.text, entry.value
        copies = [self._known(kind[3]) for kind in self._decks[name].kinds] if name in self._decks else [None]
        counts = [count for count in copies if count is not None]
        if not isinstance(fields, Mapping) or len(counts) < len(copies):
            return Cell(rules=flow_text(entry.value))
        told = dict(self._told(self._decks[name], self._written[name], counts))
        left = [(e.key, e.value if e.key.text not in told else self._left(e.key.text, e.value)) for e in fields]
        return cell(
            told.values(), Mapping(tuple(Entry(key, rest) for key, rest in left if rest is not None), fields.place)
        )

    def _told(self, deck: typed.Deck, written: DeckOf, counts: list[int]) -> Iterator[tuple[str, str]]:
        say = self._sentences.say
        yield "standard", say("book_pack", n=sum(counts))
        yield "without", say("book_without", text=self._removed(written)) if written.without else ""
        told = written.ranks or (written.standard not in (0, _WHOLE) and not written.without)
        yield "ranks", say("book_ranks", text=self._list(deck.rank.words)) if told else ""
        yield "suits", say("book_suits", text=self._list(deck.suit.words)) if len(written.suits) > 1 else ""
        packs = self._known(deck.copies if deck.copies is not None else 1)
        if packs is not None:
            yield "copies", say("book_packs", n=packs) if packs != 1 else ""
        matters = written.tell_apart == "card" or len(deck.suit.words) < 2 or not deck.rank.words
        yield "tell_apart", "" if matters else say(f"book_apart_{written.tell_apart}")
        yield from self._values(deck, written)
        if written.each is not None:
            yield "each", say("book_one_of_each", text=self._list(deck.type.words))
        if written.cards:
            yield "cards", self._own(deck, written, counts)

    def _known(self, node: typed.Typed | int) -> int | None:
        return node if isinstance(node, int) else self._sentences.constant(node)

    def _list(self, names: tuple[str, ...]) -> str:
        """Words, and numbers that follow one another by the first and the last."""
        shown = [self._sentences.word(name) for name in names]
        return listed(runs(shown, [number_of(name) for name in names]))

    def _removed(self, written: DeckOf) -> str:
        names = [card.text for card in written.without]
        return listed(runs([self._sentences.card(name) for name in names], [number_of(name) for name in names]))

    def _values(self, deck: typed.Deck, written: DeckOf) -> Iterator[tuple[str, str]]:
        """What each rank counts; those that count as they are numbered stand together."""
        values = {rank: self._known(value) for (_, rank, *_), value in zip(deck.kinds, deck.values, strict=True)}
        known = {rank: value for rank, value in values.items() if value is not None}
        is_asked = written.value or "value" in self._sentences.model.attributes
        if not is_asked or not deck.rank.words or len(known) < len(values):
            return
        ranks = [(rank, known[number]) for number, rank in enumerate(deck.rank.words) if number in known]
        plain = [number_of(rank) == value for rank, value in ranks]
        words = [self._sentences.word(rank) for rank, _ in ranks]
        told = [
            word if is_plain else f"{word} = {value}"
            for word, is_plain, (_, value) in zip(words, plain, ranks, strict=True)
        ]
        numbers = [value if is_plain else None for is_plain, (_, value) in zip(plain, ranks, strict=True)]
        shown = [text if " = " in text else f"{text} = {text}" for text in runs(told, numbers)]
        yield "value", self._sentences.say("book_values", text=", ".join(shown))

    def _own(self, deck: typed.Deck, written: DeckOf, counts: list[int]) -> str:
        """The cards that have a name of their own: how many of each, and their fields."""
        own = {card.name.text for card in written.cards}
        kinds = [(place, name) for place, (name, *_) in enumerate(deck.kinds) if name in own and counts[place]]
        return ", ".join(
            f"{self._sentences.word(name)} ({', '.join(self._of_a_card(deck, place, counts[place]))})"
            for place, name in kinds
        )

    def _of_a_card(self, deck: typed.Deck, kind: int, count: int) -> Iterator[str]:
        yield f"{count} ×"
        for symbol, values in deck.fields:
            value = self._sentences.constant(values[kind])
            if value is not None:
                yield f"{self._sentences.word(symbol.name)} = {self._sentences.value(symbol.type, value)}"

    def _left(self, name: str, tree: Tree) -> Tree | None:
        """What of a field that was told no sentence says: how it is reckoned from options, what a card does."""
        if not isinstance(tree, Mapping):
            return tree if name != "each" and self._sentences.is_reckoned(tree) and name in _NUMBERS else None
        if name == "value":
            rest = [e for e in tree if self._sentences.is_reckoned(e.value) and text_of(e.value) != "standard"]
            return Mapping(tuple(rest), tree.place) if rest else None
        cards = [(e, self._left_of_card(e.value)) for e in tree]
        rest = [Entry(e.key, own) for e, own in cards if own is not None]
        return Mapping(tuple(rest), tree.place) if rest else None

    def _left_of_card(self, tree: Tree) -> Tree | None:
        if not isinstance(tree, Mapping):
            return None
        rest = only(tree, [e.key.text for e in tree if e.key.text == "do" or self._sentences.is_reckoned(e.value)])
        return rest if rest.entries else None
