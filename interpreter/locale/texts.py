"""The sections `texts` and `words` of one language come in; their messages and words, read, go out."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as MappingOf
from types import MappingProxyType

from msgspec import Struct

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping, Tree
from parlour.interpreter.locale.message import Message, nfc, parse_message
from parlour.interpreter.locale.words import NAME, WordForms, parse_word


class Texts(Struct, frozen=True):
    """Messages and words of one language, by key. Sentences are looked up in several of these, the nearest first."""

    language: str  # BCP 47
    messages: MappingOf[str, Message]
    words: MappingOf[str, WordForms]
    unread: frozenset[str] = frozenset()  # keys of messages that are there and have a fault


def parse_texts(language: str, messages: Tree | None, words: Tree | None, report: Report) -> Texts:
    """Read both sections (each may be missing). What has a fault is reported and left out."""
    read = messages_of(messages, report)
    unread = frozenset(key for key, _ in _entries(messages)) - set(read)
    return Texts(language, MappingProxyType(read), MappingProxyType(words_of(words, report)), unread)


def messages_of(section: Tree | None, report: Report) -> dict[str, Message]:
    """The messages of a section `texts`, or of a catalogue."""
    read = {key: parse_message(tree, report, f"texts.{key}") for key, tree in _entries(section)}
    return {key: message for key, message in read.items() if message}


def words_of(section: Tree | None, report: Report) -> dict[str, WordForms]:
    """The words of a section `words`, or of a catalogue."""
    read = {key: parse_word(tree, report, f"words.{key}") for key, tree in _entries(section)}
    return {key: word for key, word in read.items() if word}


def _entries(tree: Tree | None) -> list[tuple[str, Tree]]:
    """The entries of a section; whether it is a map at all is the schema's business."""
    return [(nfc(entry.key.text), entry.value) for entry in tree] if isinstance(tree, Mapping) else []


class Found(Struct, frozen=True):
    """A message, and the language whose plural rules, numbers and lists it is written in."""

    language: str
    message: Message


def find_message(layers: Iterable[Texts], key: str) -> Found | None:
    """The message of this key from the nearest layer that has one."""
    return next((Found(t.language, t.messages[key]) for t in layers if key in t.messages), None)


def find_word(layers: Iterable[Texts], key: str, form: str = "", counting: bool = False) -> Found | None:
    """The form of a word from the nearest layer that has it; with `counting` the one shown with a number.

    A layer that names the word but lacks the form ends the search: the forms of another name would not fit.
    """
    for texts in layers:
        if word := texts.words.get(key):
            if message := word.counting(form) if counting else word.form(form):
                return Found(texts.language, message)
            if NAME in word.forms:
                return None
    return None
