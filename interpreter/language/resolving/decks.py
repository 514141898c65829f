"""Decks become kinds of cards with rank, suit, value and fields; what a game never tells apart is one kind."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.scope import Scope
from parlour.interpreter.language.resolving.statements import StatementResolver
from parlour.interpreter.language.resolving.typed import Role, Symbol, Typed
from parlour.interpreter.types import INT, Kind, Type

FACES = (*"23456789", "10", "J", "Q", "K")
STANDARD = {
    52: ("A", *FACES),
    48: ("A", *(r for r in FACES if r != "10")),
    40: ("A", *(r for r in FACES if r not in ("8", "9", "10"))),
    32: ("A", *(r for r in FACES if r not in tuple("23456"))),
}
SUITS = ("clubs", "diamonds", "hearts", "spades")
COURT = {"A": 1, "J": 11, "Q": 12, "K": 13}
_LONGEST = 19  # digits of a number of 64 bits
Kinds = list[tuple[str, int, int, Typed | int]]


def _missing(deck: syntax.DeckOf) -> str:
    """What would give cards to a deck that has none."""
    if deck.without:
        return "`without` takes all of them out"
    if deck.suits or deck.tell_apart == "rank":
        return f"`ranks: [low, high]`, or `standard` with one of {', '.join(str(n) for n in STANDARD)}"
    return "`standard`, `ranks` with or without `suits`, `cards` or `each` say which there are"


def number_of(rank: str) -> int | None:
    """The number that a rank is written as; None where it is a word, or no number of a game."""
    return int(rank) if rank.isdecimal() and len(rank) < _LONGEST else None


class DeckResolver:
    """Declares the types of every deck (`declare`), then resolves values, fields and statements (`resolve`)."""

    def __init__(self, statements: StatementResolver) -> None:
        self.statements = statements
        self.typing = statements.typing
        self.report = statements.report
        self.fields: dict[str, dict[str, Symbol]] = {}  # of the event cards of each deck

    def declare(self, deck: syntax.DeckOf) -> None:
        """The types card, rank and suit of this deck, before anything is resolved that may speak of them."""
        name = deck.name.text
        ranks, suits = self._ranks(deck), self._suits(deck)
        kinds = tuple(self._names(deck, ranks, suits))
        if not kinds and not self.report.has_errors:
            self.report.error("P428", f"the deck '{name}' has no cards", deck.name.place, _missing(deck))
        for kind, words in ((Kind.CARD, kinds), (Kind.RANK, ranks), (Kind.SUIT, suits)):
            type_ = Type(kind, name, words)
            self.statements.names.types[f"{kind.value} of {name}"] = type_
            self.typing.cards[name if kind is Kind.CARD else f"{kind.value} of {name}"] = type_

    def _ranks(self, deck: syntax.DeckOf) -> tuple[str, ...]:
        if deck.ranks:
            return tuple(r.text for r in deck.ranks)
        return STANDARD.get(deck.standard, ())

    def _suits(self, deck: syntax.DeckOf) -> tuple[str, ...]:
        return tuple(s.text for s in deck.suits) or (SUITS if deck.standard else ())

    def _names(self, deck: syntax.DeckOf, ranks: tuple[str, ...], suits: tuple[str, ...]) -> Iterator[str]:
        match deck.tell_apart:
            case "rank" if ranks:
                yield from ranks
            case "suit" if suits:
                yield from suits
            case _:
                without = {w.text for w in deck.without}
                cards = [f"{r} of {s}" for s in suits for r in ranks] if suits else list(ranks)
                yield from (c for c in cards if c not in without)
        yield from (c.name.text for c in deck.cards)
        if deck.each is not None:
            yield from self._each(deck.each)

    def _each(self, node: nodes.Node) -> tuple[str, ...]:
        """One card for each member of a set of words (`each: towns`)."""
        type_ = self.statements.names.types.get(node.text) if isinstance(node, nodes.Name) else None
        if type_ is None:
            self.report.error("P404", "a set of words is needed here", node.place, "each: NAME of a set in sets:")
            return ()
        return type_.words

    def resolve(self, deck: syntax.DeckOf, scope: Scope) -> typed.Deck:
        name = deck.name.text
        card = self.typing.cards[name]
        rank, suit = self.typing.cards[f"rank of {name}"], self.typing.cards[f"suit of {name}"]
        kinds = list(self._kinds(deck, card, rank, suit, scope))
        copies = self.statements.expressions.resolve(deck.copies, scope, INT) if deck.copies is not None else None
        values = self._values(deck, kinds, rank, scope)
        return typed.Deck(
            name,
            card,
            rank,
            suit,
            tuple(kinds),
            copies,
            values,
            self._fields(deck, card, scope),
            deck.name.place,
        )

    def _kinds(
        self, deck: syntax.DeckOf, card: Type, rank: Type, suit: Type, scope: Scope
    ) -> Iterator[tuple[str, int, int, Typed | int]]:
        special = {c.name.text: c for c in deck.cards}
        removed = {w.text for w in deck.without}
        for word in card.words:
            r, _, s = word.partition(" of ")
            rank_index = rank.words.index(r) if r in rank.words else -1
            suit_index = suit.words.index(s or r) if (s or r) in suit.words and word not in special else -1
            yield word, rank_index, suit_index, self._copies(deck, word, special.get(word), removed, rank, suit, scope)
        known = {*card.words, *rank.words, *suit.words, *(f"{r} of {s}" for s in suit.words for r in rank.words)}
        for name in deck.without:
            if name.text not in known:
                hint = did_you_mean(name.text, known)
                self.report.error("P414", f"the pack has no '{name.text}'", name.place, hint)

    def _copies(
        self,
        deck: syntax.DeckOf,
        word: str,
        special: syntax.Special | None,
        removed: set[str],
        rank: Type,
        suit: Type,
        scope: Scope,
    ) -> Typed | int:
        """How many cards of one pack are this kind: those of each suit, or of each rank, that are not told apart."""
        if special is not None:
            return self.statements.expressions.resolve(special.copies, scope, INT) if special.copies is not None else 1
        if word in removed:
            return 0
        first, _, second = word.partition(" of ")
        ranks = (first,) if first in rank.words else rank.words or ("",)
        suits = (second or first,) if (second or first) in suit.words else suit.words or ("",)
        return sum(removed.isdisjoint((r, s, f"{r} of {s}")) for r in ranks for s in suits)

    def _values(self, deck: syntax.DeckOf, kinds: Kinds, rank: Type, scope: Scope) -> tuple[Typed | int, ...]:
        given = {name.text: node for name, node in deck.value}
        otherwise = given.pop("otherwise", None)
        standard = otherwise is None or (isinstance(otherwise, nodes.Name) and otherwise.text == "standard")
        for name, _ in deck.value:
            if name.text != "otherwise" and name.text not in rank.words:
                hint = did_you_mean(name.text, rank.words)
                self.report.error("P414", f"there is no rank '{name.text}'", name.place, hint)
                given.pop(name.text, None)
        found: list[Typed | int] = []
        for _, index, _, _ in kinds:
            word = rank.words[index] if index >= 0 else ""
            if word in given:
                found.append(self.statements.expressions.resolve(given[word], scope, INT))
            elif otherwise is not None and not standard:
                found.append(self.statements.expressions.resolve(otherwise, scope, INT))
            else:
                found.append(COURT.get(word, number_of(word) or 0))
        return tuple(found)

    def declare_fields(self, deck: syntax.DeckOf, scope: Scope) -> None:
        """The fields that event cards have, each with the type of its first value."""
        card = self.typing.cards[deck.name.text]
        declared = self.fields.setdefault(deck.name.text, {})
        for special in deck.cards:
            for name, node in special.fields:
                if name.text not in declared:
                    type_ = self.statements.expressions.resolve(node, scope).type
                    symbol = Symbol(name.text, Role.FIELD, type_, card, name.place)
                    declared[name.text] = scope.names.declare(symbol)

    def _fields(self, deck: syntax.DeckOf, card: Type, scope: Scope) -> tuple[tuple[Symbol, tuple[Typed, ...]], ...]:
        """The value of each field for each kind; 0 where a card does not say."""
        fields = []
        for name, symbol in self.fields.get(deck.name.text, {}).items():
            given = {c.name.text: {n.text: v for n, v in c.fields}.get(name) for c in deck.cards}
            zero = typed.Literal(0, symbol.type, symbol.place)
            values = tuple(
                self.statements.expressions.resolve(node, scope, symbol.type)
                if (node := given.get(word)) is not None
                else zero
                for word in card.words
            )
            fields.append((symbol, values))
        return tuple(fields)
