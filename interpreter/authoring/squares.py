"""The merged tree of a ruleset in; its squares with their rules, those that are alike together under one key, out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from parlour.interpreter.language.document.tree import Mapping, Scalar, Sequence, Tree


class Squares(Struct, frozen=True):
    """Squares that are written alike; `key` is how a ruleset may name all of them at once."""

    key: str
    value: Mapping


def squares_of(tree: Mapping) -> Iterator[Squares]:
    """In the order of the file; alike are those whose fields are all the same."""
    section = tree.get("squares")
    alike: dict[Tree, list[str]] = {}
    for entry in section if isinstance(section, Mapping) else ():
        alike.setdefault(entry.value, []).append(entry.key.text)
    for value, names in alike.items():
        if isinstance(value, Mapping):
            yield Squares(_key(names, tree), value)


def _key(names: list[str], tree: Mapping) -> str:
    """The name of the set that holds just these, else all of them."""
    sets = tree.get("sets")
    for entry in sets if isinstance(sets, Mapping) and len(names) > 1 else ():
        if isinstance(entry.value, Sequence):
            members = [item.text for item in entry.value.items if isinstance(item, Scalar)]
            if sorted(members) == sorted(names):
                return entry.key.text
    return ", ".join(names)
