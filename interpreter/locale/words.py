"""A word of a ruleset or a catalogue comes in, a name or a map of its forms; a WordForms goes out."""

from __future__ import annotations

from collections.abc import Mapping as MappingOf
from types import MappingProxyType

from msgspec import Struct

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Entry, Mapping, Sequence, Tree, is_null
from parlour.interpreter.locale.message import BY, Message, nfc, parse_message, placeholders
from parlour.interpreter.locale.plurals import CATEGORIES
from parlour.interpreter.source import Place

NAME = "name"  # the form that stands where no form is asked for


class WordForms(Struct, frozen=True):
    """A shown name with free forms: `{name: heer, the: de heer}`, and its plural forms when it is counted.

    `counted` holds the plural forms written beside the free ones: `{one: "{n} shell", other: "{n} shells"}`.
    """

    forms: MappingOf[str, Message]
    counted: Message | None
    place: Place

    def form(self, name: str) -> Message | None:
        """The form of this name, if the word has it; without a name what is shown where no form is asked for."""
        if name or NAME in self.forms:
            return self.forms.get(name or NAME)
        return self.counted if self.counted and not placeholders(self.counted) else None

    def counting(self, name: str) -> Message | None:
        """What is shown with a number: the form of this name; without one the plural forms, else the name."""
        return self.forms.get(name) if name else self.counted or self.forms.get(NAME)


def parse_word(tree: Tree, report: Report, path: str = "") -> WordForms | None:
    """Read one word. Faults go to the report (P601–P606, P630, P631); None when there is nothing to show."""
    if isinstance(tree, Sequence) or is_null(tree):
        there = "a list" if isinstance(tree, Sequence) else "nothing"
        hint = "write its shown name, or a map of forms: {name: king, the: the king}"
        report.error("P630", f"a word is wanted, there is {there}", tree.place, hint, path=path)
        return None
    if not isinstance(tree, Mapping):
        message = parse_message(tree, report, path)
        return WordForms(MappingProxyType({NAME: message}), None, tree.place) if message else None
    return _forms(tree, report, path)


def _forms(tree: Mapping, report: Report, path: str) -> WordForms | None:
    plural = tuple(entry for entry in tree if entry.key.text in (*CATEGORIES, BY))
    counted = parse_message(Mapping(plural, tree.place), report, path) if plural else None
    forms = {}
    for entry in tree:
        if entry not in plural and (message := _form(entry, report, path)):
            forms[nfc(entry.key.text)] = message
    if not tree.entries:
        report.error("P630", "a word without a form", tree.place, "write its shown name", path=path)
    return WordForms(MappingProxyType(forms), counted, tree.place) if forms or counted else None


def _form(entry: Entry, report: Report, path: str) -> Message | None:
    key = entry.key
    if not nfc(key.text).isidentifier():
        hint = "letters, digits and underscores, so that {word.form} can name it"
        report.error("P631", f"'{key.text}' cannot be the name of a form", key.place, hint, path=path)
        return None
    return parse_message(entry.value, report, f"{path}.{key.text}")
