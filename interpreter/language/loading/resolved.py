"""A loaded ruleset comes in; its merged tree goes out as canonical YAML, with or without origins, and as a hash."""

from __future__ import annotations

import hashlib

from msgspec import Struct, field

from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree
from parlour.interpreter.language.document.writing import key_text, scalar_text
from parlour.interpreter.language.loading.loaded import Loaded
from parlour.interpreter.source import Place, Source

_ORIGIN_DEPTH = 3  # section, name, field: below a field nothing is merged


def resolved_text(loaded: Loaded, origins: bool = False) -> str:
    """The merged tree as YAML that loads to the same tree; with `origins`, inherited parts say `# file:line`."""
    own = loaded.source if origins else None
    writer = _Writer(own)
    writer.mapping(loaded.tree, "", 1, own)
    return "".join(f"{line}\n" for line in writer.lines)


def resolved_sha256(loaded: Loaded) -> str:
    """The hash of the resolved text (64 hexadecimal digits): equal for equal rules, whatever the files."""
    return hashlib.sha256(resolved_text(loaded).encode()).hexdigest()


class _Writer(Struct):
    """Lines so far; `own` is the source whose parts need no origin (None: origins are not told at all)."""

    own: Source | None
    lines: list[str] = field(default_factory=list)

    def mapping(self, mapping: Mapping, indent: str, depth: int, told: Source | None) -> None:
        """`told` is the source that the lines above have named already."""
        for entry in mapping:
            here, value = entry.key.place.source, entry.value
            names_origin = self.own is not None and depth <= _ORIGIN_DEPTH and here != told and _is_part(entry, depth)
            comment = f"  # {_origin(entry.key.place)}" if names_origin else ""
            head = f"{indent}{key_text(entry.key)}:"
            flat = _flat(value)
            if flat is not None:
                self.lines.append(f"{head} {flat}{comment}")
            else:
                self.lines.append(head + comment)
                self._deeper(value, indent + "  ", depth + 1, here if names_origin else told)

    def _deeper(self, value: Tree, indent: str, depth: int, told: Source | None) -> None:
        if isinstance(value, Mapping):
            self.mapping(value, indent, depth, told)
        elif isinstance(value, Sequence):
            self._sequence(value, indent, depth, told)

    def _sequence(self, sequence: Sequence, indent: str, depth: int, told: Source | None) -> None:
        inner = indent + "  "
        for item in sequence.items:
            flat = _flat(item)
            if flat is not None:
                self.lines.append(f"{indent}- {flat}")
                continue
            first = len(self.lines)
            self._deeper(item, inner, depth + 1, told)
            self.lines[first] = f"{indent}- {self.lines[first][len(inner) :]}"


def _flat(tree: Tree) -> str | None:
    """What stands on the line of its key; None for what needs lines of its own."""
    match tree:
        case Scalar():
            return scalar_text(tree)
        case Mapping(entries=entries):
            return None if entries else "{}"
        case Sequence(items=items):
            return None if items else "[]"


def _is_part(entry: Entry, depth: int) -> bool:
    """A section is named part by part: only names and fields, and sections that are one value, have one origin."""
    return depth > 1 or not isinstance(entry.value, Mapping)


def _origin(place: Place) -> str:
    return f"{place.source.name}:{place.line}"
