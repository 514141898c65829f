"""A YAML text in, a tree that can be changed anywhere out, and back to a text: keys may stand twice, anything may be wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document import tree as located
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.source import Source

_WIDTH = 90
_PLAIN = re.compile(r"(?!-?\s|[?:]\s|---|\.\.\.)[^\s,\[\]{}#&*!|>'\"%@`:][^\n\t\r,\[\]{}]*(?<![\s:])")


@dataclass(eq=False, slots=True)
class Text:
    """A scalar: plain where it can be, unless quoted."""

    text: str
    quoted: bool = False


@dataclass(eq=False, slots=True)
class Items:
    items: list[Node] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Entries:
    entries: list[tuple[Text, Node]] = field(default_factory=list)


Node = Text | Items | Entries


class Spot(NamedTuple):
    """A value in a tree: its path of keys, what it is, and how to put another in its place."""

    path: tuple[str, ...]
    node: Node
    put: Callable[[Node], None]


def parse(text: str) -> Entries:
    """The tree of a ruleset without faults of YAML."""
    found = read(Source("seed.yaml", text), Report())
    assert found is not None
    grown = grow(found)
    assert isinstance(grown, Entries)
    return grown


def grow(tree: located.Tree) -> Node:
    """A tree of its own."""
    match tree:
        case located.Scalar():
            return Text(tree.text, tree.quoted)
        case located.Sequence():
            return Items([grow(item) for item in tree.items])
        case located.Mapping():
            return Entries([(Text(e.key.text, e.key.quoted), grow(e.value)) for e in tree])


def copy(node: Node) -> Node:
    match node:
        case Text():
            return Text(node.text, node.quoted)
        case Items():
            return Items([copy(item) for item in node.items])
        case Entries():
            return Entries([(Text(key.text, key.quoted), copy(value)) for key, value in node.entries])


def spots(node: Node, path: tuple[str, ...] = ()) -> Iterator[Spot]:
    """Every value below a node."""
    if isinstance(node, Items):
        for number, item in enumerate(node.items):
            yield Spot((*path, str(number)), item, lambda new, n=number: node.items.__setitem__(n, new))  # type: ignore[misc]
            yield from spots(item, (*path, str(number)))
    elif isinstance(node, Entries):
        for number, (key, value) in enumerate(node.entries):
            yield Spot(
                (*path, key.text),
                value,
                lambda new, n=number, k=key: node.entries.__setitem__(n, (k, new)),  # type: ignore[misc]
            )
            yield from spots(value, (*path, key.text))


# --- back to a text ---------------------------------------------------------------------------------------------------


def written(node: Node) -> str:
    """The YAML text of a tree."""
    return "\n".join(_lines(node)) + "\n"


def _scalar(text: Text) -> str:
    plain = not text.quoted and (text.text == "" or _PLAIN.fullmatch(text.text))
    plain = plain and ": " not in text.text and " #" not in text.text
    return text.text if plain else json.dumps(text.text, ensure_ascii=False)


def _flow(node: Node) -> str:
    """On one line."""
    match node:
        case Text():
            return _scalar(node)
        case Items():
            return f"[{', '.join(map(_flow, node.items))}]"
        case Entries():
            return f"{{{', '.join(f'{_scalar(key)}: {_flow(value)}' for key, value in node.entries)}}}"


def _lines(node: Node) -> Iterator[str]:
    flow = _flow(node)
    if isinstance(node, Text) or len(flow) <= _WIDTH or flow in ("[]", "{}"):
        yield flow
    elif isinstance(node, Items):
        for item in node.items:
            first, *others = _lines(item)
            yield f"- {first}"
            yield from (f"  {line}" for line in others)
    else:
        for key, value in node.entries:
            yield from _entry(_scalar(key), value)


def _entry(key: str, value: Node) -> Iterator[str]:
    lines = list(_lines(value))
    if len(lines) == 1 and (isinstance(value, Text) or lines[0][:1] in ("[", "{")):
        yield f"{key}: {lines[0]}".rstrip()
    else:
        yield f"{key}:"
        yield from (f"  {line}" for line in lines)
