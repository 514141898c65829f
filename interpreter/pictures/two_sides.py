"""How many squares, and which are common, in; a left and a right track that meet in the middle out."""

from __future__ import annotations

from collections.abc import Iterator, Set
from math import ceil

from parlour.interpreter.pictures.plan import Cell, Plan, sheet

_ACROSS = 3  # squares of a side in one row at most
_MIDDLE = _ACROSS
_COLUMNS = 2 * _ACROSS + 1


def two_sides(squares: int, common: Set[int]) -> Plan:
    """The way is down the page: out from the middle and back to it, until the next common square."""
    left: dict[int, Cell] = {}
    right: dict[int, Cell] = {}
    row = 0
    for stretch in _stretches(squares, common):
        if stretch[0] in common:
            left[stretch[0]] = right[stretch[0]] = (_MIDDLE, row)
            row += 1
            continue
        lengths = _lengths(len(stretch))
        cells = [(out, row + k) for k, n in enumerate(lengths) for out in (range(n) if k % 2 == 0 else range(n)[::-1])]
        for number, (out, at) in zip(stretch, cells, strict=True):
            left[number], right[number] = (_MIDDLE - 1 - out, at), (_MIDDLE + 1 + out, at)
        row += len(lengths)
    return sheet(_COLUMNS, row, [left, right], 0.44)


def _stretches(squares: int, common: Set[int]) -> Iterator[list[int]]:
    """Each common square by itself, and what lies between them."""
    between: list[int] = []
    for number in range(1, squares + 1):
        if number not in common:
            between.append(number)
            continue
        if between:
            yield between
        yield [number]
        between = []
    if between:
        yield between


def _lengths(squares: int) -> list[int]:
    """Squares in each row: as many rows out as back, so that the way ends beside the middle."""
    rows = ceil(squares / _ACROSS)
    rows += rows % 2 and squares > 1
    return [squares // rows + (k < squares % rows) for k in range(rows)]
