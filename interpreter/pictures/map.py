"""How many places and the roads between them in; the places in a circle, neighbours near each other, out."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from parlour.interpreter.pictures.plan import GAP, WIDTH, Box, Plan

Road = tuple[int, int]
_HEIGHT = 52.0
_WIDTHS = range(150, 82, -2)  # of a box, the widest first
_BENT = 0.75  # how far from the centre a road bends, of how far it would be


def circle(squares: int, roads: Sequence[Road]) -> Plan:
    """Every road is a track; those that cross the circle bend inwards, so that none runs through a third place."""
    width = next((w for w in _WIDTHS if _across(squares, w) <= WIDTH - w), _WIDTHS[-1])
    across = max(WIDTH - width, _across(squares, width))
    order = _order(squares, roads)
    boxes = {}
    for k, number in enumerate(order):
        turn = 2 * pi * k / squares - pi / 2
        boxes[number] = Box(across / 2 * (1 + cos(turn)), across / 2 * (1 + sin(turn)), width, _HEIGHT)
    centre = ((across + width) / 2, (across + _HEIGHT) / 2)
    near = {frozenset(pair) for pair in zip(order, [*order[1:], order[0]], strict=True)}
    tracks = tuple(_road(boxes[a], boxes[b], centre, {a, b} in near) for a, b in roads)
    return Plan(across + width, across + _HEIGHT, {n: (boxes[n],) for n in sorted(boxes)}, tracks)


def _across(squares: int, width: float) -> float:
    """How wide the circle of the boxes' centres must be, so that no two lie on each other."""
    return hypot(width + GAP, _HEIGHT + GAP) / sin(pi / squares) if squares > 1 else 0.0


def _road(one: Box, other: Box, centre: tuple[float, float], is_near: bool) -> tuple[Box, ...]:
    if is_near:
        return one, other
    x, y = ((a + b) / 2 for a, b in zip(one.centre, other.centre, strict=True))
    bend = Box(centre[0] + _BENT * (x - centre[0]), centre[1] + _BENT * (y - centre[1]), 0, 0)
    return one, bend, other


def _order(squares: int, roads: Sequence[Road]) -> list[int]:
    """A walk that goes on to a neighbour while there is one that was not seen: to that with the fewest ways on."""
    near: dict[int, set[int]] = {n: set() for n in range(1, squares + 1)}
    for a, b in roads:
        near[a].add(b)
        near[b].add(a)
    order: list[int] = []
    waiting = [1]
    while len(order) < squares:
        found = waiting.pop() if waiting else next(n for n in near if n not in order)
        if found in order:
            continue
        order.append(found)
        ahead = [n for n in near[found] if n not in order]
        waiting.extend(sorted(ahead, key=lambda n: (-len(near[n]), -n)))
    return order
