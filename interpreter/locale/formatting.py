"""A message's key and its values come in; the sentence that a player reads goes out. Nothing here ever fails."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from functools import lru_cache
from typing import TypeGuard

from babel.core import Locale
from babel.lists import format_list
from babel.numbers import format_decimal
from msgspec import Struct, field

from parlour.interpreter.locale.cldr import category, locale_of
from parlour.interpreter.locale.message import NUMBER, Form, Message, Placeholder, placeholders
from parlour.interpreter.locale.texts import Found, Texts, find_message, find_word

_DEPTH = 8  # of messages within messages; the checker refuses circles, this only keeps a faulty text from hanging
_SENTENCE_ENDS = (".", "!", "?", "…")
_CLOSING = "\"'”’»«)"


class Word(Struct, frozen=True):
    """A word of the ruleset or the engine: an option's value, a rank, an account."""

    key: str


class Player(Struct, frozen=True):
    """A seat, counted from 1: shown by the name it was given, else as the language says "Player 1"."""

    seat: int


class Phrase(Struct, frozen=True):
    """A message that stands within another: a card of a rank and a suit, a square with its name."""

    key: str
    values: MappingOf[str, Value]


Value = int | str | Word | Player | Phrase | tuple["Value", ...]


def chosen(value: int | bool | str) -> Value:
    """The value of an option, as a text shows it: what is no number and no truth is one of the words."""
    return Word(value) if isinstance(value, str) else value


class Formatter(Struct, frozen=True):
    """Makes sentences from texts, the nearest layer first: the ruleset's own, then the engine's catalogues.

    `names` are the given names of players, by seat from 1; `constants` what every text may show: the options' values.
    Each message counts and joins lists in its own language.
    """

    layers: tuple[Texts, ...]
    names: MappingOf[int, str] = field(default_factory=dict)
    constants: MappingOf[str, Value] = field(default_factory=dict)

    def has(self, key: str) -> bool:
        """Whether some layer has this message."""
        return find_message(self.layers, key) is not None

    def format(self, key: str, values: MappingOf[str, Value]) -> str:
        """The sentence; a missing value shows as its `{placeholder}`, a missing message as its key."""
        found = find_message(self.layers, key)
        if found is None:
            return _spelled(key)
        values = {**self.constants, **values}
        form = _chosen(found, values, None)
        text = self._render(found.language, form, values, 0)
        return _capitalized(text) if _begins_with_word(form, values) else text

    def show(self, value: Value, form: str = "") -> str:
        """One value by itself; `form` asks for a form of a word."""
        return self._show(value, form, self.layers[0].language if self.layers else "", 0)

    def _render(self, language: str, form: Form, values: MappingOf[str, Value], depth: int) -> str:
        return "".join(
            piece if isinstance(piece, str) else self._fill(language, piece, values, depth) for piece in form.pattern
        )

    def _fill(self, language: str, placeholder: Placeholder, values: MappingOf[str, Value], depth: int) -> str:
        value = values.get(placeholder.name)
        if value is None or depth > _DEPTH:
            return str(placeholder)
        if placeholder.message and (_is_number(value) or isinstance(value, str)):
            return self._counted(language, placeholder, value, values, depth)
        return self._show(value, placeholder.form, language, depth)

    def _counted(
        self, language: str, placeholder: Placeholder, n: int | str, values: MappingOf[str, Value], depth: int
    ) -> str:
        """A number with what it counts: `{n:beans}`, where `beans` is a word among the values, a message or a word.

        The number comes first where none of the forms says where it stands. Text stands for one that is not known.
        """
        number = n if isinstance(n, str) else _number(n, language)
        if placeholder.message == NUMBER:
            return number
        given = values.get(placeholder.message)
        key = given.key if isinstance(given, Word) else placeholder.message
        found = None if isinstance(given, Word) else find_message(self.layers, key)
        found = found or find_word(self.layers, key, placeholder.form, counting=True)
        if found is None:
            return f"{number} {_spelled(key)}"
        inner = {**values, found.message.deciding or "n": n}
        form = _chosen(found, inner, None if isinstance(n, str) else n)
        text = self._render(found.language, form, inner, depth + 1)
        return text if placeholders(found.message) else f"{number} {text}"

    def _show(self, value: Value, form: str, language: str, depth: int) -> str:
        match value:
            case bool():
                return self._word("yes" if value else "no", form, depth)
            case int():
                return _number(value, language)
            case str():
                return value
            case Word():
                return self._word(value.key, form, depth)
            case Player():
                return self.names.get(value.seat) or self._phrase("player", {"n": value.seat}, depth)
            case Phrase():
                return self._phrase(value.key, value.values, depth)
            case _:
                return self._list(value, form, language, depth)

    def _list(self, values: tuple[Value, ...], form: str, language: str, depth: int) -> str:
        if not values:
            return self._word("none", form, depth)
        return format_list([self._show(v, form, language, depth) for v in values], locale=_locale(language))

    def _phrase(self, key: str, values: MappingOf[str, Value], depth: int) -> str:
        found = find_message(self.layers, key)
        if found is None or depth > _DEPTH:
            return _spelled(key)
        return self._render(found.language, _chosen(found, values, None), values, depth + 1)

    def _word(self, key: str, form: str, depth: int) -> str:
        found = find_word(self.layers, key, form) or find_word(self.layers, key)
        if found is None:
            return _spelled(key)
        return self._render(found.language, _chosen(found, {}, 1), {}, depth + 1)


def _chosen(found: Found, values: MappingOf[str, Value], count: int | None) -> Form:
    """The form for the number that decides; `other` where there is none."""
    message = found.message
    if not message.is_plural:
        return message.forms[0]
    n = _deciding_number(message, values) if count is None else count
    return message.form("other" if n is None else category(found.language, n))


def _deciding_number(message: Message, values: MappingOf[str, Value]) -> int | None:
    names = (message.by,) if message.by else (p.name for p in placeholders(message) if p.is_bare)
    return next((v for v in (values.get(name) for name in names) if _is_number(v)), None)


def _is_number(value: Value | None) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _spelled(key: str) -> str:
    return key.replace("_", " ")


def _begins_with_word(form: Form, values: MappingOf[str, Value]) -> bool:
    """Whether a word of some ruleset opens the text: words are written as they stand within a sentence."""
    first = form.pattern[0] if form.pattern else ""
    value = values.get(first.name) if isinstance(first, Placeholder) else None
    while isinstance(value, tuple) and value:
        value = value[0]
    return isinstance(value, Word | Phrase)


def _capitalized(text: str) -> str:
    is_sentence = text.rstrip(_CLOSING).endswith(_SENTENCE_ENDS)
    return text[:1].upper() + text[1:] if is_sentence else text


@lru_cache(maxsize=64)
def _locale(language: str) -> Locale:
    return locale_of(language) or Locale.parse("root")


@lru_cache(maxsize=4096)
def decimal(value: float, language: str, places: int) -> str:
    """A number with so many places after the point, as the language writes it."""
    pattern = "#,##0" + ("." + "0" * places if places else "")
    return str(format_decimal(value, pattern, locale=_locale(language)))


def _number(n: int, language: str) -> str:
    if not -(2**63) <= n < 2**63:  # no value of a game, and more digits than Babel's decimals hold
        return str(n)
    return str(format_decimal(n, locale=_locale(language)))
