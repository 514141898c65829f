"""The signatures of expressions come in, the page docs/functions.md goes out."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.interpreter.language.signatures import Function

_HEAD = """# Operators, names, functions, attributes

What expressions are made of, with the types that each takes and gives; `T` is any type but a set, the same in all places.
How they are written, and the folds (`count`, `any`, `all`, `sum`, `min`, `max`, `first`), is in [expressions.md](expressions.md).
"""
_CHAPTERS = {
    "operator": "Operators",
    "name": "Names",
    "function": "Functions",
    "attribute": "Attributes",
    "method": "Methods of throws",
}


def functions_page(functions: Iterable[Function]) -> str:
    """One table for each form: operators, names, functions, attributes, methods."""
    rows = list(functions)
    parts = [_HEAD]
    for form, title in _CHAPTERS.items():
        table = [f"| `{_signature(row)}` | {row.gives} | {row.help} |" for row in rows if row.form == form]
        parts.append("\n".join([f"## {title}\n", "| written | gives | what it is |", "|---|---|---|", *table, ""]))
    return "\n".join(parts)


def _signature(row: Function) -> str:
    needed = list(row.takes[: len(row.takes) - row.optional])
    arguments = ", ".join([*needed, "…"] if row.optional else needed)
    match row.form:
        case "operator" if len(row.takes) == 2:
            return f"{row.takes[0]} {row.name} {row.takes[1]}"
        case "operator":
            return row.name
        case "function":
            return f"{row.name}({arguments})"
        case "attribute":
            return f"{row.takes[0]}.{row.name}"
        case "method":
            return f"{row.takes[0]}.{row.name}({', '.join(row.takes[1:])})"
        case _:
            return f"{row.name} {row.takes[0]}" if row.name.endswith(" from") else row.name
