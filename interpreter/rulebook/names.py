"""The blocks of a rule book in; what the names mean that its rules are written with, as a table, out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from parlour.interpreter.language.document.tree import Mapping
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.locale.message import nfc, placeholders
from parlour.interpreter.locale.texts import find_message
from parlour.interpreter.rulebook.blocks import Block, Cell, Facts, Rules, Table
from parlour.interpreter.rulebook.sentences import UNKNOWN, Sentences

_NAME = re.compile(r"[^\W\d](?:\w|[\u0300-\u036f])*")


class Names:
    """Says what stands for the names of rules: words of the language of the book, and what is said to players."""

    def __init__(self, sentences: Sentences, tree: Mapping) -> None:
        self._sentences, model = sentences, sentences.model
        words = tree.get("words")
        declared = {nfc(e.key.text) for e in words} if isinstance(words, Mapping) else set[str]()
        self._words = declared | words_of_rules(sentences)
        self._texts = {
            *(said.text for said in model.spoken),
            *(text for _, text, _ in model.requires),
            *model.choices,
            *_ways(model),
        }

    def table(self, blocks: Iterable[Block]) -> list[Block]:
        """Nothing where every name can be read as it is."""
        used = sorted({name for code in codes(blocks) for name in names_in(code)}, key=str.casefold)
        rows = tuple((Cell(rules=name), Cell(text)) for name in used if (text := self._meaning(name)))
        say = self._sentences.say
        return [Table((say("book_name"), say("book_meaning")), rows)] if rows else []

    def _meaning(self, name: str) -> str:
        """Its word, and the sentence of that name with its values left open; empty where it reads like the name."""
        told = [self._word(name), self._sentence(name)]
        return " · ".join(dict.fromkeys(text for text in told if text))

    def _word(self, name: str) -> str:
        word = self._sentences.word(name) if name in self._words else ""
        return "" if word.casefold() == name.replace("_", " ").casefold() else word

    def _sentence(self, name: str) -> str:
        found = find_message(self._sentences.formatter.layers, name) if name in self._texts else None
        if found is None:
            return ""
        known = self._sentences.formatter.constants
        left = {p.name: UNKNOWN for p in placeholders(found.message) if p.name not in known}
        return self._sentences.formatter.format(name, left)


def words_of_rules(sentences: Sentences) -> set[str]:
    """The words that values of a ruleset have: of options, sets, faces, ranks and suits, and of what can be chosen."""
    model = sentences.model
    options = (word for option in model.options for word in option.symbol.type.words)
    sets = (
        word for declared in model.sets if declared.symbol.type.element for word in declared.symbol.type.element.words
    )
    faces = (face for device in model.devices for die in device.dice for face, _ in die.sides if isinstance(face, str))
    cards = (word for deck in model.decks for type_ in (deck.rank, deck.suit) for word in type_.words)
    return {*options, *sets, *faces, *cards, *_ways(model)}


def _ways(model: typed.Model) -> Iterator[str]:
    for way in model.choices.values():
        if isinstance(way, tuple):
            yield from way


def codes(blocks: Iterable[Block]) -> Iterator[str]:
    """The statements and expressions of a book, as they are printed."""
    for block in blocks:
        match block:
            case Rules(_, lines):
                yield from lines
            case Table(_, rows):
                yield from (cell.rules for row in rows for cell in row)
            case Facts(cells):
                yield from (cell.rules for cell in cells)
            case _:
                pass


def names_in(code: str) -> list[str]:
    """The names in a piece of code, in order."""
    return [nfc(name) for name in _NAME.findall(code)]
