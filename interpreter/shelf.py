"""A library in; what a list of games shows of each ruleset, which are games, and what is wrong with the unreadable, out."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from parlour.interpreter.diagnostics import Diagnostic, Report, RulesetError
from parlour.interpreter.language.document.decoder import read_source
from parlour.interpreter.language.document.tree import Mapping, Scalar, Tree, text_of
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loaded import Loaded
from parlour.interpreter.language.loading.loader import load


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


def games_of(library: Library) -> list[str]:
    """The ids of the rulesets that are games by themselves, and of those that cannot be read. Only what speaks of being
    abstract is parsed: a shell asks with each key that completes."""
    return [identifier for identifier in library.ids() if not _is_base(library, identifier)]


def _is_base(library: Library, identifier: str) -> bool:
    path = library.find(identifier)
    source = read_source(path, Report()) if path is not None else None
    tree = read(source, Report()) if source is not None and "abstract" in source.text else None
    return tree is not None and _is_abstract(tree)


def _is_abstract(tree: Mapping) -> bool:
    return text_of(tree.get("abstract")) == "true"


def _entry(loaded: Loaded, identifier: str, report: Report) -> Entry:
    tree = loaded.tree
    return Entry(
        identifier,
        text_of(tree.get("title")) or identifier,
        text_of(tree.get("language")),
        _players(loaded.tree, report),
        _is_abstract(tree),
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
