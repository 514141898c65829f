"""How many squares in; a ring around the edge of the page, whose last square is beside the first, out."""

from __future__ import annotations

from math import ceil

from parlour.interpreter.pictures.plan import GAP, WIDTH, Box, Cell, Plan, sheet

_COLUMNS = 9  # at most, so that names have room
_HEIGHT = 1400.0  # that the page should not pass
_FLAT, _TALL = 0.5, 0.85


def ring(squares: int) -> Plan:
    """Square 1 is at the bottom left; the way is up, and round to the right."""
    half = max(2, ceil(squares / 2))
    columns = min(half // 2 + 1, _COLUMNS)
    height = half - columns + 2
    edge = _edge(columns, height)
    tallness = min(_TALL, max(_FLAT, _HEIGHT / height / ((WIDTH + GAP) / columns)))
    plan = sheet(columns, height, [{n: edge[n - 1] for n in range(1, squares + 1)}], tallness)
    return Plan(plan.width, plan.height, plan.boxes, _closed(plan.tracks))


def _edge(columns: int, height: int) -> list[Cell]:
    left: list[Cell] = [(0, y) for y in range(height - 1, 0, -1)]
    top: list[Cell] = [(x, 0) for x in range(columns - 1)]
    right: list[Cell] = [(columns - 1, y) for y in range(height - 1)]
    bottom: list[Cell] = [(x, height - 1) for x in range(columns - 1, 0, -1)]
    return [*left, *top, *right, *bottom]


def _closed(tracks: tuple[tuple[Box, ...], ...]) -> tuple[tuple[Box, ...], ...]:
    return tuple((*track, track[0]) for track in tracks)
