"""A checked ruleset in; the table of its squares, those with the same rules together, out."""

from __future__ import annotations

import re

from parlour.interpreter.checked import Checked
from parlour.interpreter.language.document.tree import Mapping, Tree, text_of, without
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.locale.formatting import Formatter
from parlour.interpreter.rulebook.blocks import Cell, Table

_TOLD = ("name", "quote")


def squares_table(checked: Checked, formatter: Formatter) -> Table:
    """A row for squares that are alike: their numbers, the name, the words of the source and the statements."""
    section = checked.loaded.tree.get("squares")
    rows = alike(section) if isinstance(section, Mapping) else []
    heads = tuple(formatter.format(key, {}) for key in ("book_square", "book_name", "book_effect"))
    return Table(heads, tuple(_row(keys, tree) for keys, tree in rows))


def alike(squares: Mapping) -> list[tuple[list[str], Tree]]:
    """The keys of squares with the same rules together, and these; by the first of them."""
    together: dict[Tree, list[str]] = {}
    for entry in squares:
        together.setdefault(entry.value, []).append(entry.key.text)
    found = [(sorted(keys, key=_in_order), tree) for tree, keys in together.items()]
    return sorted(found, key=lambda row: _in_order(row[0][0]))


def _row(keys: list[str], tree: Tree) -> tuple[Cell, ...]:
    fields = tree if isinstance(tree, Mapping) else Mapping((), tree.place)
    rest = without(fields, _TOLD)
    rules = flow_text(rest)[1:-1] if rest.entries else ""
    return (
        Cell(", ".join(keys)),
        Cell(text_of(fields.get("name"))),
        Cell(quote=text_of(fields.get("quote")), rules=rules),
    )


def _in_order(key: str) -> list[tuple[int, str]]:
    """A key that sorts numbers as numbers."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.findall(r"\d+|\D+", key)]
