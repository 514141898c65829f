"""A loaded ruleset comes in; its merged tree goes out as canonical YAML, with or without origins, and as a hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree
from parlour.interpreter.language.document.writing import key_text, scalar_text
from parlour.interpreter.language.loading.loader import Loaded
from parlour.interpreter.source import Place, Source

_ORIGIN_DEPTH = 3  # section, name, field: below a field nothing is merged


def resolved_text(loaded: Loaded, origins: bool = False) -> str:
    """The merged tree as YAML that loads to the same tree; with `origins`, inherited parts say `# file:line`."""
    own = loaded.source if origins else None
    return "".join(f"{line}\n" for line in _mapping_lines(loaded.tree, 1, own, own))


def resolved_sha256(loaded: Loaded) -> str:
    """The hash of the resolved text (64 hexadecimal digits): equal for equal rules, whatever the files."""
    return hashlib.sha256(resolved_text(loaded).encode()).hexdigest()


def _lines(tree: Tree, depth: int, own: Source | None, told: Source | None) -> Iterator[str]:
    match tree:
        case Scalar():
            yield scalar_text(tree)
        case Sequence():
            yield from _sequence_lines(tree, depth, own, told)
        case Mapping():
            yield from _mapping_lines(tree, depth, own, told)


def _mapping_lines(mapping: Mapping, depth: int, own: Source | None, told: Source | None) -> Iterator[str]:
    """Lines without indentation of their own; `told` is the source that the lines above have named already."""
    for entry in mapping:
        here = entry.key.place.source
        names_origin = own is not None and depth <= _ORIGIN_DEPTH and here != told and _is_part(entry, depth)
        comment = f"  # {_origin(entry.key.place)}" if names_origin else ""
        known = here if names_origin else told
        value = list(_lines(entry.value, depth + 1, own, known))
        head = f"{key_text(entry.key)}:"
        if isinstance(entry.value, Scalar) or not value:
            yield f"{head} {value[0] if value else '{}' if isinstance(entry.value, Mapping) else '[]'}{comment}"
        else:
            yield f"{head}{comment}"
            yield from (f"  {line}" for line in value)


def _is_part(entry: Entry, depth: int) -> bool:
    """A section is named part by part: only names and fields, and sections that are one value, have one origin."""
    return depth > 1 or not isinstance(entry.value, Mapping)


def _sequence_lines(sequence: Sequence, depth: int, own: Source | None, told: Source | None) -> Iterator[str]:
    for item in sequence.items:
        lines = list(_lines(item, depth + 1, own, told))
        if not lines:
            lines = ["{}" if isinstance(item, Mapping) else "[]"]
        yield f"- {lines[0]}"
        yield from (f"  {line}" for line in lines[1:])


def _origin(place: Place) -> str:
    return f"{place.source.name}:{place.line}"
