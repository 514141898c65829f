"""How many squares in; a spiral that winds inwards from the bottom left corner out."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt

from parlour.interpreter.pictures.plan import Cell, Plan, sheet

_WAYS = ((1, 0), (0, -1), (-1, 0), (0, 1))  # along the bottom, up, back along the top, down


def spiral(squares: int) -> Plan:
    """Square 1 is at the bottom left, the last one in the middle."""
    columns, height = _size(squares)
    cells = _winding(columns, height)
    return sheet(columns, height, [{n: next(cells) for n in range(1, squares + 1)}], 0.92)


def _size(squares: int) -> tuple[int, int]:
    """Nearly square, and with few cells left over."""
    side = ceil(sqrt(squares))
    sizes = [(width, ceil(squares / width)) for width in (side, side + 1) if width <= 10 or width == side]
    return min(sizes, key=lambda size: size[0] * size[1])


def _winding(columns: int, height: int) -> Iterator[Cell]:
    x, y, way, taken = 0, height - 1, 0, set[Cell]()
    while True:
        yield x, y
        taken.add((x, y))
        dx, dy = _WAYS[way]
        ahead = (x + dx, y + dy)
        if ahead in taken or not (0 <= ahead[0] < columns and 0 <= ahead[1] < height):
            way = (way + 1) % 4
            dx, dy = _WAYS[way]
        x, y = x + dx, y + dy
