"""How many places and the roads between them in; the places in a circle, neighbours near each other, out."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from parlour.interpreter.pictures.plan import GAP, WIDTH, Box, Plan

Road = tuple[int, int]
_BOX_HEIGHT = 52.0
_MOST_WIDTH, _LEAST_WIDTH = 150.0, 84.0


def circle(squares: int, roads: Sequence[Road]) -> Plan:
    """Every road is a track of two boxes; in a circle none of them runs through a third."""
    width = max(_LEAST_WIDTH, min(_MOST_WIDTH, pi * (WIDTH - _MOST_WIDTH) / squares - GAP))
    across = max(WIDTH - width, squares * (width + GAP) / pi)
    boxes = {}
    for k, number in enumerate(_order(squares, roads)):
        turn = 2 * pi * k / squares - pi / 2
        x, y = across / 2 * (1 + cos(turn)), across / 2 * (1 + sin(turn))
        boxes[number] = (Box(x, y, width, _BOX_HEIGHT),)
    tracks = tuple((boxes[a][0], boxes[b][0]) for a, b in roads)
    return Plan(across + width, across + _BOX_HEIGHT, dict(sorted(boxes.items())), tracks)


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
