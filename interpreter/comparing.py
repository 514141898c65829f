"""Two rulesets as trees in; what was added, removed and changed from the one to the other, each with both places, out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from msgspec import Struct

from parlour.interpreter.language.document.tree import Mapping, Scalar, Sequence, Tree
from parlour.interpreter.source import Place

ADDED, REMOVED, CHANGED, ORDER = "added", "removed", "changed", "order"
SPOKEN = ("texts", "words")  # sections that are read by people
_TESTS = ("scenarios",)
_HEADER = (
    "parlour",
    "id",
    "extends",
    "title",
    "language",
    "summary",
    "author",
    "translator",
    "licence",
    "date",
    "sources",
)
_READ = ("name", "quote", "help", "title", "note")  # fields that are read by people
_ORDERED = ("phases",)  # sections in which the order has a meaning


class Difference(Struct, frozen=True):
    """`path` is spelled as in `squares.19.land`. The old side is None where something was added, the new where removed."""

    kind: str
    path: str
    old: Tree | None
    new: Tree | None
    old_place: Place | None
    new_place: Place | None

    @property
    def section(self) -> str:
        return self.path.partition(".")[0]

    @property
    def is_aside(self) -> bool:
        """Whether it changes what is read or tested, and not how the game is played."""
        steps = self.path.split(".")
        return self.section in (*SPOKEN, *_HEADER, *_TESTS) or steps[-1] in _READ


def compared(old: Mapping, new: Mapping) -> tuple[Difference, ...]:
    """Differences of meaning, rules before what is only read or tested: the order of keys, the spelling of expressions and lists
    of one statement make none; nor do the files that a part comes from."""
    found = list(_mappings("", old, new))
    return tuple(sorted(found, key=lambda difference: difference.is_aside))


def _between(path: str, old: Tree, new: Tree) -> Iterator[Difference]:
    old, new = _single(old, new), _single(new, old)
    match old, new:
        case Mapping(), Mapping():
            yield from _mappings(path, old, new)
        case Sequence(), Sequence():
            yield from _sequences(path, old, new)
        case _:
            if _key(path, old) != _key(path, new):
                yield Difference(CHANGED, path, old, new, old.place, new.place)


def _mappings(path: str, old: Mapping, new: Mapping) -> Iterator[Difference]:
    prefix = f"{path}." if path else ""
    for name, entry in old.index.items():
        other = new.index.get(name)
        if other is None and not path and isinstance(entry.value, Mapping):
            yield from _mappings(name, entry.value, Mapping((), new.place))
        elif other is None:
            yield Difference(REMOVED, prefix + name, entry.value, None, entry.key.place, None)
        else:
            yield from _between(prefix + name, entry.value, other.value)
    for name, entry in new.index.items():
        if name in old.index:
            continue
        if not path and isinstance(entry.value, Mapping):
            yield from _mappings(name, Mapping((), old.place), entry.value)
        else:
            yield Difference(ADDED, prefix + name, None, entry.value, None, entry.key.place)
    both = [name for name in old.index if name in new.index]
    if path in _ORDERED and both != [name for name in new.index if name in old.index]:
        yield Difference(ORDER, path, _names(old), _names(new), old.place, new.place)


def _names(mapping: Mapping) -> Sequence:
    return Sequence(tuple(entry.key for entry in mapping), mapping.place)


def _sequences(path: str, old: Sequence, new: Sequence) -> Iterator[Difference]:
    """Items that stand in both lists are found wherever they stand; a replaced one is compared with what replaces it."""
    one, other = ([_key(path, item) for item in items] for items in (old.items, new.items))
    for what, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        pairs = min(b - a, d - c)
        for k in range(pairs):
            yield from _between(f"{path}.{a + k + 1}", old.items[a + k], new.items[c + k])
        for k in range(a + pairs, b):
            yield Difference(REMOVED, f"{path}.{k + 1}", old.items[k], None, old.items[k].place, None)
        for k in range(c + pairs, d):
            yield Difference(ADDED, f"{path}.{k + 1}", None, new.items[k], None, new.items[k].place)


def _single(tree: Tree, beside: Tree) -> Tree:
    """A list of one statement is that statement, beside one that is written without a list."""
    if isinstance(tree, Sequence) and len(tree.items) == 1 and not isinstance(beside, Sequence):
        return tree.items[0]
    return tree


def _key(path: str, tree: Tree) -> str:
    """Equal for what means the same."""
    match tree:
        case Scalar(text=text, value=value):
            if path.partition(".")[0] in (*SPOKEN, *_HEADER) or path.rpartition(".")[2] in _READ:
                return repr(text)
            return " ".join(re.findall(r"\w+|[^\w\s]", text)) if isinstance(value, str) else repr(value)
        case Sequence(items=items):
            inner = [_key(path, item) for item in items]
            return inner[0] if len(inner) == 1 and isinstance(items[0], Mapping) else f"[{', '.join(inner)}]"
        case Mapping():
            parts = sorted(f"{e.key.text}: {_key(f'{path}.{e.key.text}', e.value)}" for e in tree)
            return f"{{{', '.join(parts)}}}"
