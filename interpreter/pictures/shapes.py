"""The shape that a ruleset asks for, its squares and roads in; the plan of the board out."""

from __future__ import annotations

from collections.abc import Sequence, Set

from parlour.interpreter.pictures.map import Road, circle
from parlour.interpreter.pictures.plan import Plan
from parlour.interpreter.pictures.ring import ring
from parlour.interpreter.pictures.rows import rows
from parlour.interpreter.pictures.spiral import spiral
from parlour.interpreter.pictures.two_sides import two_sides


def plan_of(shape: str, squares: int, common: Set[int] = frozenset(), roads: Sequence[Road] = ()) -> Plan:
    """Without a shape: a map where there are roads, else rows."""
    match shape or ("map" if roads else "rows"):
        case "spiral":
            return spiral(squares)
        case "ring":
            return ring(squares)
        case "two_sides":
            return two_sides(squares, common)
        case "map":
            return circle(squares, roads)
        case _:
            return rows(squares)
