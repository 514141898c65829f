"""A tree in; YAML text that reads as the same values out: scalars with quotes where needed, short trees on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree

# What can stand in block style without quotes: careful rather than complete.
_PLAIN = re.compile(r"(?![-?:](\s|$)|---|\.\.\.|[,\[\]{}#&*!|>'\"%@`\s])[^\n\t\r]*(?<![\s:])")
_NOT_PLAIN = re.compile(r":\s|\s#")
_NOT_PLAIN_IN_FLOW = re.compile(r"[,\[\]{}]|:$")
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]')
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def key_text(key: Scalar, flow: bool = False) -> str:
    """A key as it can stand in block style, or with `flow` between braces."""
    return key.text if not key.quoted and _is_plain(key.text, flow) else _in_quotes(key.text)


def scalar_text(scalar: Scalar, flow: bool = False) -> str:
    """A value as it can stand in block style, or with `flow` between braces or brackets."""
    match scalar.value:
        case None:
            return "null"
        case bool(value):
            return "true" if value else "false"
        case int(value):
            return str(value)
        case str(text):
            return text if not scalar.quoted and _is_plain(text, flow) else _in_quotes(text)


def compact(tree: Tree, width: int) -> list[str]:
    """The lines of a tree: whatever fits in `width` characters on one line, in flow style, the rest in block style."""
    whole = flow_text(tree)
    if isinstance(tree, Scalar) or len(whole) <= max(width, len("[]")):
        return [whole]
    return list(_items(tree, width) if isinstance(tree, Sequence) else _entries(tree, width))


def compact_entries(mapping: Mapping, width: int) -> list[str]:
    """The lines of a map, an entry at least on a line of its own."""
    return list(_entries(mapping, width))


def flow_text(tree: Tree) -> str:
    """A tree on one line."""
    match tree:
        case Scalar():
            return scalar_text(tree, flow=True)
        case Sequence():
            return f"[{', '.join(flow_text(item) for item in tree.items)}]"
        case Mapping():
            return f"{{{', '.join(f'{key_text(e.key, flow=True)}: {flow_text(e.value)}' for e in tree)}}}"


def _entries(mapping: Mapping, width: int) -> Iterator[str]:
    for entry in mapping:
        yield from _entry(entry, width)


def _entry(entry: Entry, width: int) -> Iterator[str]:
    head = f"{key_text(entry.key)}:"
    if isinstance(entry.value, Scalar):
        yield f"{head} {scalar_text(entry.value)}"
        return
    lines = compact(entry.value, width - len(head) - 1)
    if len(lines) == 1 and _is_flow(lines[0]):
        yield f"{head} {lines[0]}"
        return
    yield head
    yield from (f"  {line}" for line in compact(entry.value, width - 2))


def _items(sequence: Sequence, width: int) -> Iterator[str]:
    for item in sequence.items:
        first, *others = compact(item, width - 2)
        yield f"- {first}"
        yield from (f"  {line}" for line in others)


def _is_flow(line: str) -> bool:
    return line.startswith(("{", "["))


def _is_plain(text: str, flow: bool) -> bool:
    return (
        _PLAIN.fullmatch(text) is not None
        and not _NOT_PLAIN.search(text)
        and not (flow and _NOT_PLAIN_IN_FLOW.search(text))
        and not _ESCAPED.search(text.replace('"', ""))
    )


def _in_quotes(text: str) -> str:
    return '"' + _ESCAPED.sub(lambda m: _SHORT_ESCAPES.get(m.group(), f"\\u{ord(m.group()):04X}"), text) + '"'
