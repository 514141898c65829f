"""A language tag comes in; the engine's own texts go out, from the nearest catalogue to the last fallback.

A catalogue has some hundreds of sentences, and a run says a few: each is read when it is asked for, and those of rule
books stand in a file of their own, which is opened when one of them is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from collections.abc import Mapping as MappingOf
from functools import cache
from pathlib import Path
from typing import TypeVar

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping, Scalar, Tree
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.locale.message import Message, placeholders
from parlour.interpreter.locale.parameters import Parameter, Shown, Use
from parlour.interpreter.locale.tags import fallback, nearest
from parlour.interpreter.locale.texts import Texts, messages_of, words_of
from parlour.interpreter.source import Source

Read = TypeVar("Read")

_FOLDER = Path(__file__).parent
_BOOK = "book_"  # begins the keys of what rule books say


class ReadWhenAsked(MappingOf[str, Read]):
    """Keys that are known, and what each stands for, worked out once."""

    def __init__(self, keys: Collection[str], read: Callable[[str], Read]) -> None:
        self._keys, self._read = keys, read
        self._known: dict[str, Read] = {}

    def __getitem__(self, key: str) -> Read:
        if key not in self._keys:
            raise KeyError(key)
        if key not in self._known:
            self._known[key] = self._read(key)
        return self._known[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


class WithBook(MappingOf[str, Read]):
    """Messages, and those of the part that is opened when a key with its prefix is asked for."""

    def __init__(self, messages: MappingOf[str, Read], book: Callable[[], MappingOf[str, Read]]) -> None:
        self._messages, self._book = messages, book

    def _of(self, key: object) -> MappingOf[str, Read]:
        return self._book() if isinstance(key, str) and key.startswith(_BOOK) else self._messages

    def __getitem__(self, key: str) -> Read:
        return self._of(key)[key]

    def __contains__(self, key: object) -> bool:
        return key in self._of(key)

    def __iter__(self) -> Iterator[str]:
        yield from self._messages
        yield from self._book()

    def __len__(self) -> int:
        return len(self._messages) + len(self._book())


@cache
def document(name: str) -> Mapping:
    """The file of one of `languages()`, or with `.book` its rule book's. Raises RulesetError when it is faulty."""
    path = _FOLDER / f"{name}.yaml"
    report = Report()
    tree = read(Source(path.name, path.read_text(encoding="utf-8")), report)
    report.barrier()
    return tree or Mapping((), report.found[0].place)


@cache
def catalogue(language: str) -> Texts:
    """The engine's texts in one of `languages()`. RulesetError is raised when one that is faulty is asked for."""
    written = document(language)
    messages = WithBook(_each(written.get("messages"), messages_of), lambda: _book(language))
    return Texts(language, messages, _each(written.get("words"), words_of))


@cache
def _book(language: str) -> MappingOf[str, Message]:
    return _each(document(f"{language}.book").get("messages"), messages_of)


def _each(section: Tree | None, of: Callable[[Tree, Report], MappingOf[str, Read]]) -> MappingOf[str, Read]:
    """What is in a section of a catalogue."""
    entries = {e.key.text: e for e in section} if isinstance(section, Mapping) else {}

    def read(key: str) -> Read:
        report = Report()
        found = of(Mapping((entries[key],), entries[key].key.place), report)
        report.barrier()
        return found[key]

    return ReadWhenAsked(entries, read)


@cache
def chain(language: str) -> tuple[Texts, ...]:
    """The catalogues to look in, nearest first: those there are of `xx-YY`, `xx` and the fallback."""
    return tuple(catalogue(tag) for tag in nearest(language))


@cache
def signatures() -> MappingOf[str, Use]:
    """What each of the engine's messages is given, so that a ruleset may say it in its own words."""
    kinds = document(fallback()).get("placeholders")
    entries = kinds.entries if isinstance(kinds, Mapping) else ()
    known = {e.key.text: Parameter(Shown(e.value.text)) for e in entries if isinstance(e.value, Scalar)}
    messages = catalogue(fallback()).messages
    return ReadWhenAsked(messages, lambda key: _use(messages[key], known))


def is_label(option: str, said: Container[str]) -> bool:
    """Whether a text of the name of an option is shown in its place: not where the ruleset or the engine says it."""
    return option not in said and option not in signatures()


def _use(message: Message, known: MappingOf[str, Parameter]) -> Use:
    names = [p.name for p in placeholders(message)] + ([message.by] if message.by else [])
    return Use({name: known[name] for name in dict.fromkeys(names)}, message.place)
