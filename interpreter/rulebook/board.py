"""A checked ruleset in; the table of its squares, those with the same rules together, out."""

from __future__ import annotations

import re

from parlour.interpreter.language.document.tree import Mapping, Scalar, Tree
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.locale.formatting import Formatter
from parlour.interpreter.pipeline import Checked
from parlour.interpreter.rulebook.blocks import Cell, Table

_TOLD = ("name", "quote")


def squares_table(checked: Checked, formatter: Formatter) -> Table:
    """A row for squares that are alike: their numbers, the name, the words of the source and the statements."""
    section = checked.loaded.tree.get("squares")
    together: dict[Tree, list[str]] = {}
    for entry in section if isinstance(section, Mapping) else ():
        together.setdefault(entry.value, []).append(entry.key.text)
    rows = [(sorted(keys, key=_in_order), tree) for tree, keys in together.items()]
    heads = tuple(formatter.format(key, {}) for key in ("book_square", "book_name", "book_effect"))
    return Table(heads, tuple(_row(keys, tree) for keys, tree in sorted(rows, key=lambda row: _in_order(row[0][0]))))


def _row(keys: list[str], tree: Tree) -> tuple[Cell, ...]:
    fields = tree if isinstance(tree, Mapping) else Mapping((), tree.place)
    rest = Mapping(tuple(e for e in fields if e.key.text not in _TOLD), fields.place)
    rules = flow_text(rest)[1:-1] if rest.entries else ""
    return Cell(", ".join(keys)), Cell(_text(fields, "name")), Cell(quote=_text(fields, "quote"), rules=rules)


def _text(fields: Mapping, name: str) -> str:
    found = fields.get(name)
    return found.text if isinstance(found, Scalar) else ""


def _in_order(key: str) -> list[tuple[int, str]]:
    """A key that sorts numbers as numbers."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.findall(r"\d+|\D+", key)]
