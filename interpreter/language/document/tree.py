"""The tree that a YAML text becomes: every key and value keeps its place. Data only; `yaml_reader.py` makes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from msgspec import Struct

from parlour.interpreter.source import Place

Value = str | int | bool | None


class Scalar(Struct, frozen=True):
    """One plain or quoted value. `text` is as written; `value` its YAML 1.2 core value (a quoted one is a str).

    `one_line` tells whether offsets in `text` are columns of the place (plain or quoted without escapes, on one line).
    """

    text: str
    value: Value
    quoted: bool
    one_line: bool
    place: Place  # of the text, without quotes


class Sequence(Struct, frozen=True):
    items: tuple[Tree, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Entries in file order; keys are scalars (their `text` is the key), unique."""

    entries: tuple[Entry, ...]
    place: Place
    index: dict[str, Entry] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {e.key.text: e for e in self.entries})

    def get(self, key: str) -> Tree | None:
        entry = self.index.get(key)
        return entry.value if entry else None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


class Entry(Struct, frozen=True):
    key: Scalar
    value: Tree


Tree = Scalar | Sequence | Mapping


def text_of(tree: Tree | None) -> str:
    """The one value that is written here, as written; empty for anything else."""
    return tree.text if isinstance(tree, Scalar) else ""


def only(fields: Mapping, names: Collection[str]) -> Mapping:
    """The entries with these keys."""
    return Mapping(tuple(e for e in fields if e.key.text in names), fields.place)


def without(fields: Mapping, names: Collection[str]) -> Mapping:
    """The entries with other keys than these."""
    return Mapping(tuple(e for e in fields if e.key.text not in names), fields.place)


def is_null(tree: Tree | None) -> bool:
    """Whether `null`, `~` or nothing is written here (not whether the key is missing)."""
    return isinstance(tree, Scalar) and tree.value is None
