"""A library in; what a list of games shows of each ruleset, and what is wrong with those that cannot be read, out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parlour.interpreter.diagnostics import Diagnostic, Report, RulesetError
from parlour.interpreter.face import Ruleset
from parlour.interpreter.language.document.tree import Mapping, Scalar, Tree
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import Loaded, load
from parlour.interpreter.pipeline import checked


@dataclass(frozen=True, slots=True)
class Entry:
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
            entries.append(_entry(loaded, identifier))
        except RulesetError as fault:
            faults += fault.diagnostics
    return entries, faults


def _entry(loaded: Loaded, identifier: str) -> Entry:
    tree = loaded.tree
    return Entry(
        identifier,
        _text(tree.get("title")) or identifier,
        _text(tree.get("language")),
        _players(loaded),
        _text(tree.get("abstract")) == "true",
        _text(tree.get("summary")),
    )


def _players(loaded: Loaded) -> tuple[int, int]:
    """As written where that is plain numbers: a list of games is not to wait for every ruleset to be checked."""
    written = loaded.tree.get("players")
    if isinstance(written, Mapping):
        ends = written.get("min"), written.get("max")
    else:
        ends = written, written
    low, high = (_number(end) for end in ends)
    return (low, high) if low is not None and high is not None else Ruleset(checked(loaded, Report())).players


def _number(tree: Tree | None) -> int | None:
    value = tree.value if isinstance(tree, Scalar) else None
    return value if type(value) is int else None


def _text(tree: Tree | None) -> str:
    return tree.text if isinstance(tree, Scalar) else ""
