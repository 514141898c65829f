"""A file with `extends` comes in; the chain of files from its last base to itself goes out."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from parlour.interpreter.diagnostics import Related, Report, did_you_mean
from parlour.interpreter.language.document.decoder import read_source
from parlour.interpreter.language.document.tree import Mapping, Scalar
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.language.loading.library import Library, ids_in, is_path, shown
from parlour.interpreter.language.loading.locating import base_of, below
from parlour.interpreter.source import Source

MAX_CHAIN = 16
MOST_NAMED = 5  # of the rulesets that there are, where one is not


class File(Struct, frozen=True):
    """One file of a chain; `path` is None for a text that is no file."""

    tree: Mapping
    source: Source
    path: Path | None


def chain_of(file: File, library: Library, report: Report) -> list[File] | None:
    """The file and its bases, the last base first. None, with a fault in the report, when one cannot be had."""
    chain = [file]
    while reference := _reference(chain[0].tree, report):
        if len(chain) >= MAX_CHAIN:
            hint = "extend a ruleset nearer to the base"
            report.error(
                "P204", f"more than {MAX_CHAIN} files extend one another", reference.place, hint, path="extends"
            )
            return None
        base = _base(chain, reference, library, report)
        if base is None:
            return None
        chain.insert(0, base)
    return None if "extends" in chain[0].tree.index else chain


def _reference(tree: Mapping, report: Report) -> Scalar | None:
    """What a file extends, or None; a fault when it is no text."""
    entry = tree.index.get("extends")
    if entry is None:
        return None
    if isinstance(entry.value, Scalar) and isinstance(entry.value.value, str) and entry.value.text:
        return entry.value
    hint = "write `extends: ID`, or the path of a file in this folder"
    report.error("P205", "`extends` names one ruleset", entry.value.place, hint, path="extends")
    return None


def _base(chain: list[File], reference: Scalar, library: Library, report: Report) -> File | None:
    path = base_of(chain[0].path, reference.text, library)
    if path is None:
        _tell_missing(chain[0].path, reference, library, report)
        return None
    if _is_circle(chain, path, reference, report):
        return None
    try:
        source = read_source(path, report, shown(path))
    except OSError as fault:
        report.error("P201", f"'{path.name}' cannot be read: {fault.strerror}", reference.place, path="extends")
        return None
    tree = read(source, report) if source else None
    if source is None or tree is None:
        return None
    _check_id(tree, reference, report)
    return File(tree, source, path)


def _tell_missing(extending: Path | None, reference: Scalar, library: Library, report: Report) -> None:
    """Why nothing is there that a file could extend by this name."""
    folder = extending.parent if extending else None
    if is_path(reference.text):
        _tell_missing_file(folder, reference, report)
        return
    known = [*library.ids(), *(ids_in(folder) if folder else ())]
    where = "in this folder or in the library" if folder else "in the library"
    message = f"there is no ruleset '{reference.text}' {where}"
    report.error("P201", message, reference.place, did_you_mean(reference.text, known, MOST_NAMED), path="extends")


def _tell_missing_file(folder: Path | None, reference: Scalar, report: Report) -> None:
    if folder is None:
        hint = "give the id of a ruleset of the library"
        report.error("P203", "a text that is no file cannot extend a path", reference.place, hint, path="extends")
        return
    path = below(folder, reference.text)
    if path is None:
        hint = "name a file in this folder or below it, with '/' between folders, or give an id"
        report.error(
            "P203", f"'{reference.text}' leaves the folder of this file", reference.place, hint, path="extends"
        )
        return
    known = [p.name for p in path.parent.glob("*.yaml")] if path.parent.is_dir() else []
    message = f"there is no file '{reference.text}' beside this one"
    report.error("P201", message, reference.place, did_you_mean(path.name, known, MOST_NAMED), path="extends")


def _is_circle(chain: list[File], path: Path, reference: Scalar, report: Report) -> bool:
    found = path.resolve()
    position = next((i for i, f in enumerate(chain) if f.path and f.path.resolve() == found), None)
    if position is None:
        return False
    links = [f.tree.get("extends") for f in reversed(chain[1 : position + 1])]
    related = [Related(f"'{e.text}' is extended here", e.place) for e in links if isinstance(e, Scalar)]
    message = f"'{reference.text}' extends itself" if not related else "the files extend one another in a circle"
    report.error("P202", message, reference.place, "one of them has to stand alone", related, "extends")
    return True


def _check_id(tree: Mapping, reference: Scalar, report: Report) -> None:
    """A base found by its id must have that id, or its name in reports would be another than in files."""
    own = tree.get("id")
    if not is_path(reference.text) and isinstance(own, Scalar) and own.text != reference.text:
        related = [Related(f"'{own.text}' is written here", own.place)]
        message = f"the ruleset in '{reference.text}.yaml' calls itself '{own.text}'"
        report.error("P207", message, reference.place, "file name and id must agree", related, "extends")
