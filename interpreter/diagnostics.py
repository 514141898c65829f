"""Faults as values: a code, a severity, a sentence, a place, what would be right. One door makes them: `Report`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from enum import StrEnum
from unicodedata import name

from msgspec import Struct, field

from parlour.interpreter.source import Place


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Related(Struct, frozen=True):
    """Another place that belongs to a fault: where the first of two stands, where a name is declared."""

    message: str
    place: Place


class Diagnostic(Struct, frozen=True):
    """One problem. `message` says what is there, `hint` what would be right, `path` where it is (`squares.3.land`)."""

    code: str
    severity: Severity
    message: str
    place: Place
    hint: str = ""
    path: str = ""
    related: tuple[Related, ...] = ()


class RulesetError(Exception):
    """A ruleset that cannot be used: carries all its diagnostics, never just the first."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(f"{d.place}: {d.message}" for d in self.diagnostics[:3]))


class Report(Struct):
    """Collects the faults of one stage; `barrier` ends the stage when there are errors."""

    found: list[Diagnostic] = field(default_factory=list)
    _known: set[Diagnostic] = field(default_factory=set)  # a list alone takes quadratic time to search

    def error(
        self, code: str, message: str, place: Place, hint: str = "", related: Iterable[Related] = (), path: str = ""
    ) -> None:
        self._add(Diagnostic(code, Severity.ERROR, message, place, hint, path, tuple(related)))

    def warning(
        self, code: str, message: str, place: Place, hint: str = "", related: Iterable[Related] = (), path: str = ""
    ) -> None:
        self._add(Diagnostic(code, Severity.WARNING, message, place, hint, path, tuple(related)))

    def _add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self._known:
            self._known.add(diagnostic)
            self.found.append(diagnostic)

    @property
    def has_errors(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self.found)

    def barrier(self) -> None:
        """Raise RulesetError with everything found so far when any of it is an error."""
        if self.has_errors:
            raise RulesetError(self.found)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.found)


def did_you_mean(word: str, known: Iterable[str], most: int = 20) -> str:
    """`did you mean 'x'?` for the nearest known word; the allowed set when none is near (empty: no words).

    Of more than `most` words that are allowed, those that are most like it are named, and how many more there are.
    Words of one letter or digit are near to nothing but the same letter in another case: '1' is not meant to be '10'.
    """
    words = sorted(set(known))
    if alike := [w for w in words if w.casefold() == word.casefold()]:
        return f"did you mean '{alike[0]}'?"
    near = get_close_matches(word, words, n=1, cutoff=0.6) if len(word) > 1 else []
    if near:
        return f"did you mean '{near[0]}'?{_of_another_script(word, near[0])}"
    if len(words) > most:
        words = list(dict.fromkeys([*get_close_matches(word, words, n=most, cutoff=0.3), *words]))
    return f"allowed: {listed(words, most)}" if words else ""


def _of_another_script(word: str, meant: str) -> str:
    """What is written, where all that differs is a letter that may look alike: a Cyrillic one in a Latin word."""
    if len(word) != len(meant):
        return ""
    named = [(a, name(a, ""), name(b, "")) for a, b in zip(word, meant, strict=True) if a != b]
    if not named or any(a.split(" ")[:1] == b.split(" ")[:1] for _, a, b in named):
        return ""
    letter, written, right = named[0]
    return f" '{letter}' is {written} here, and not {right}"


def counted(number: int, noun: str) -> str:
    """`1 value`, `2 values`"""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(words: Iterable[str], most: int = 20) -> str:
    """`a, b, c` with an end that says how many were left out."""
    words = list(words)
    shown = ", ".join(f"'{w}'" for w in words[:most])
    return shown if len(words) <= most else f"{shown} and {len(words) - most} more"
