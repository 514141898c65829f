"""Entries of a ruleset in; the lines that show them in a comment, ready to be uncommented, out.

Two signs tell comments apart, so that an editor can uncomment a whole section: `## ` before what is explained, `# `
before what is YAML.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from parlour.interpreter.language.document.tree import Mapping, Tree
from parlour.interpreter.language.document.writing import compact_entries, flow_text

WIDTH = 116
_MOST_SAID = 60  # characters behind a line


def explained(text: str) -> Iterator[str]:
    """A sentence to the author."""
    return iter(wrap(text, WIDTH, initial_indent="## ", subsequent_indent="## ", break_on_hyphens=False))


def section(name: str, notes: str, lines: Iterable[str]) -> Iterator[str]:
    """A section with what is to be known of it; nothing where it has no lines."""
    entries = list(lines)
    if entries:
        yield ""
        yield from explained(notes)
        yield f"# {name}:"
        yield from entries


def entry(key: str, value: Tree, said: str = "") -> Iterator[str]:
    """An entry of a section: on one line where it fits, with something said behind it."""
    whole = f"{key}: {flow_text(value)}"
    if len(whole) <= WIDTH or not isinstance(value, Mapping):
        yield _line(whole, said)
        return
    yield _line(f"{key}:", said)
    for line in compact_entries(value, WIDTH):
        yield _line(f"  {line}")


def _line(text: str, said: str = "") -> str:
    short = said if len(said) <= _MOST_SAID else f"{said[:_MOST_SAID]}…"
    return f"#   {text}   # {short}" if short else f"#   {text}"
