"""A rule book in, Markdown out (tables as GitHub writes them)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from parlour.interpreter.rulebook.blocks import (
    Block,
    Book,
    Cell,
    Drawing,
    Facts,
    Heading,
    Items,
    Paragraph,
    Rules,
    Table,
)

_SPECIAL = re.compile(r"[\\`*_\[\]<>|#~]|&(?=#?\w+;)|^[-+](?= )|(?<=^\d)[.)](?= )|(?<=^\d\d)[.)](?= )")


def markdown(book: Book) -> str:
    """The whole book; the board is not drawn in it."""
    return "\n\n".join(text for block in book.blocks for text in _written(block)) + "\n"


def _written(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {_safe(text)}"
        case Paragraph(text, is_quote):
            yield f"> {_safe(text)}" if is_quote else _safe(text)
        case Items(texts):
            yield "\n".join(f"- {_safe(text)}" for text in texts)
        case Rules(_, lines):
            yield "\n".join(["```yaml", *lines, "```"])
        case Table(heads, rows):
            yield "\n".join([_row([_safe(head) for head in heads]), _row(["---"] * len(heads)), *map(_cells, rows)])
        case Facts(cells):
            yield "\n".join(f"- {_fact(cell)}" for cell in cells)
        case Drawing():
            return
        case _:
            assert_never(block)


def _cells(row: tuple[Cell, ...]) -> str:
    return _row([_cell(cell) for cell in row])


def _row(texts: list[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _cell(cell: Cell) -> str:
    quote = f"“{_safe(cell.quote)}”" if cell.quote else ""
    return "<br>".join(part for part in (_safe(cell.text), quote, _code(cell.rules, is_in_table=True)) if part)


def _fact(cell: Cell) -> str:
    return ": ".join(part for part in (_safe(cell.text), _code(cell.rules)) if part)


def _code(text: str, is_in_table: bool = False) -> str:
    """Code on one line, whatever backquotes it has, and in a table whatever bars."""
    if not text:
        return ""
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if "`" in text else ""
    shown = text.replace("|", "\\|") if is_in_table else text
    return f"{fence}{space}{shown}{space}{fence}"


def _safe(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
