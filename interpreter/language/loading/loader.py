"""The stage *load*: a path, an id or a text comes in; the merged tree, with the files it came from, goes out."""

from __future__ import annotations

from pathlib import Path

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.decoder import read_source
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree, only, text_of
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.language.loading.bases import File, chain_of
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loaded import Loaded, Removal
from parlour.interpreter.language.loading.locating import located
from parlour.interpreter.language.loading.merge import merge
from parlour.interpreter.language.loading.phase_order import refuse_anchors
from parlour.interpreter.language.loading.square_keys import spread_squares
from parlour.interpreter.source import Source

MAX_MERGED = 30_000  # keys and values


def load(reference: str | Path, library: Library, report: Report) -> Loaded | None:
    """Load a ruleset by id, or by path (a Path; a text with a slash or an end in .yaml).

    None when faults leave nothing to go on with. Raises UnknownRuleset for an id that the library does not have and
    OSError for a file that cannot be read; everything else is a fault in the report.
    """
    path, name = located(reference, library)
    source = read_source(path, report, name)
    return None if source is None else load_source(source, library, report, path)


def load_source(source: Source, library: Library, report: Report, path: Path | None = None) -> Loaded | None:
    """Load a text that was read already; without `path` its `extends` may name only rulesets of the library."""
    own = read(source, report)
    if own is None:
        return None
    chain = chain_of(File(own, source, path), library, report)
    if chain is None:
        return None
    tree, removed = _merged([file.tree for file in chain], report)
    if _size(tree, {}) > MAX_MERGED:
        message = f"with all that it extends, each square by itself, this has more than {MAX_MERGED} keys and values"
        report.error("P116", message, own.place.part(0, 0), "a ruleset is far smaller")
        return None
    bases = tuple(text_of(file.tree.get("extends")) for file in chain[1:])
    return Loaded(tree, own, tuple(file.source for file in chain), bases, removed, _languages(chain))


def _size(tree: Tree, known: dict[int, int]) -> int:
    """How many keys and values there are; `known`: of the maps and lists that stand in several places, by identity."""
    if isinstance(tree, Scalar):
        return 1
    if id(tree) not in known:
        parts = tree.items if isinstance(tree, Sequence) else [entry.value for entry in tree]
        known[id(tree)] = (
            1 + sum(_size(part, known) for part in parts) + (len(parts) if isinstance(tree, Mapping) else 0)
        )
    return known[id(tree)]


def _languages(chain: list[File]) -> tuple[str, ...]:
    found: tuple[str, ...] = ("",)
    for file in chain:
        language = file.tree.get("language")
        found += (language.text if isinstance(language, Scalar) else found[-1],)
    return found[1:]


def _merged(trees: list[Mapping], report: Report) -> tuple[Mapping, tuple[Removal, ...]]:
    """Merge a chain, base first. Set names as squares mean the sets as the last file leaves them."""
    outline = _fold([only(tree, {"sets", "board"}) for tree in trees], Report())[0]
    tree, removed = _fold([_with_single_squares(tree, outline, report) for tree in trees], report)
    return tree, tuple(r for r in removed if not _stands(tree, r.path))


def _fold(trees: list[Mapping], report: Report) -> tuple[Mapping, list[Removal]]:
    tree, removed = trees[0], list[Removal]()
    phases = tree.get("phases")
    if isinstance(phases, Mapping):
        refuse_anchors(phases, report)
    for own in trees[1:]:
        tree, more = merge(tree, own, report)
        removed.extend(more)
    return tree, removed


def _with_single_squares(tree: Mapping, outline: Mapping, report: Report) -> Mapping:
    return Mapping(tuple(_single_squares(entry, outline, report) for entry in tree), tree.place)


def _single_squares(entry: Entry, outline: Mapping, report: Report) -> Entry:
    if entry.key.text != "squares" or not isinstance(entry.value, Mapping):
        return entry
    return Entry(entry.key, spread_squares(entry.value, outline, report))


def _stands(tree: Mapping, path: tuple[str, ...]) -> bool:
    """Whether a later file of the chain gave again what was removed."""
    value = tree.get(path[0])
    for name in path[1:]:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value is not None
