"""Rows of text in, lines with aligned columns out, whatever the width of the letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.interpreter.rendering.columns import visible, width_of

RIGHT = ">"


def columns(rows: Sequence[Sequence[str]], align: str = "", indent: int = 0) -> Iterator[str]:
    """A line a row. `align` has a `<` or `>` for each column (left beyond its end); the last column is not padded."""
    shown = [[visible(cell) for cell in row] for row in rows]
    count = max((len(row) for row in shown), default=0)
    widths = [max((width_of(row[k]) for row in shown if k < len(row)), default=0) for k in range(count)]
    for row in shown:
        cells = [_cell(text, widths[k], align[k : k + 1] == RIGHT) for k, text in enumerate(row)]
        yield f"{' ' * indent}{'  '.join(cells)}".rstrip()


def _cell(text: str, width: int, to_the_right: bool) -> str:
    gap = " " * (width - width_of(text))
    return gap + text if to_the_right else text + gap
