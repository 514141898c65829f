"""A library in; what a list of games shows of each ruleset, and what is wrong with those that cannot be read, out."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from parlour.interpreter.diagnostics import Diagnostic, Report, RulesetError
from parlour.interpreter.language.document.tree import Mapping, Scalar, Tree, text_of
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import Loaded, load


class Entry(Struct, frozen=True):
    """One ruleset of a library. `language` is a BCP 47 tag, `players` the fewest and the most."""

    id: str
    title: str
    language: str
    players: tuple[int, int]
    abstract: bool
    summary: str

    def to_json(self) -> dict[str, Any]:
        """Plain data, as `parlour list --json` prints it."""
        low, high = self.players
        return {
            "id": self.id,
            "title": self.title,
            "language": self.language,
            "players": {"min": low, "max": high},
            "abstract": self.abstract,
            "summary": self.summary,
        }


def entries_of(library: Library) -> tuple[list[Entry], list[Diagnostic]]:
    """Every ruleset by id, without checking more than a list shows; the faults of those that cannot be listed."""
    entries: list[Entry] = []
    faults: list[Diagnostic] = []
    for identifier in library.ids():
        report = Report()
        try:
            loaded = load(identifier, library, report)
            report.barrier()
            assert loaded is not None
            entry = _entry(loaded, identifier, report)
            report.barrier()
            entries.append(entry)
        except RulesetError as fault:
            faults += fault.diagnostics
    return entries, faults


def _entry(loaded: Loaded, identifier: str, report: Report) -> Entry:
    tree = loaded.tree
    return Entry(
        identifier,
        text_of(tree.get("title")) or identifier,
        text_of(tree.get("language")),
        _players(loaded.tree, report),
        text_of(tree.get("abstract")) == "true",
        text_of(tree.get("summary")),
    )


def _players(tree: Mapping, report: Report) -> tuple[int, int]:
    """One number, or the fewest and the most; 1 where nothing is said."""
    written = tree.get("players")
    if isinstance(written, Mapping):
        low = _number(written.get("min"), 1, report)
        return low, _number(written.get("max"), low, report)
    number = _number(written, 1, report)
    return number, number


def _number(tree: Tree | None, missing: int, report: Report) -> int:
    if tree is None:
        return missing
    value = tree.value if isinstance(tree, Scalar) else None
    if type(value) is not int:
        report.error("P221", "how many play is no number", tree.place, "write a number, or {min: 2, max: 6}")
        return missing
    return value
