"""How many squares in; rows from the bottom up, to the right and back to the left in turn, out."""

from __future__ import annotations

from math import ceil, sqrt

from parlour.interpreter.pictures.plan import Cell, Plan, sheet

_MOST = 10  # squares in a row


def rows(squares: int) -> Plan:
    """Square 1 is at the bottom left."""
    columns = _columns(squares)
    height = ceil(squares / columns)
    return sheet(columns, height, [{n: _cell(n - 1, columns, height) for n in range(1, squares + 1)}], 0.92)


def _columns(squares: int) -> int:
    """As many as make the sheet nearly square, and rows full where they can be."""
    about = min(_MOST, ceil(sqrt(squares)))
    near = [n for n in (about, about + 1, about + 2, about - 1) if 1 <= n <= _MOST]
    return min(near, key=lambda n: -squares % n)


def _cell(k: int, columns: int, height: int) -> Cell:
    row, column = divmod(k, columns)
    return (columns - 1 - column if row % 2 else column), height - 1 - row
