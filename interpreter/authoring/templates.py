"""The kind of a game and its names in; the text of a small whole ruleset, with comments that teach, out.

The templates are rulesets themselves, and lie in this folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from parlour.interpreter.authoring.header import SCHEMA_FILE, Header
from parlour.interpreter.authoring.yaml_text import text_value

FOLDER = Path(__file__).parent
_TOP_KEY = re.compile(r"(?P<key>\w+):[^#\n]*(?P<comment>#.*)?\n")


def kinds() -> tuple[str, ...]:
    """The kinds of games that there are templates of."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


def from_template(kind: str, header: Header) -> str:
    """A template as a ruleset of its own: its id, its title (empty: the template's), where its schema lies."""
    text = (FOLDER / f"{kind}.yaml").read_text(encoding="utf-8").replace(f"$schema={SCHEMA_FILE}", header.modeline_end)
    changed = {"id": text_value(header.id)} | ({"title": text_value(header.title)} if header.title else {})
    return _with_values(text, changed)


def _with_values(text: str, values: Mapping[str, str]) -> str:
    """The text with other values for some of its top keys; a comment after a value stays in its column."""
    return "".join(_line(line, values) for line in text.splitlines(keepends=True))


def _line(line: str, values: Mapping[str, str]) -> str:
    found = _TOP_KEY.fullmatch(line)
    if not found or found["key"] not in values:
        return line
    written = f"{found['key']}: {values[found['key']]}"
    return f"{written.ljust(found.start('comment') - 1)} {found['comment']}\n" if found["comment"] else f"{written}\n"
