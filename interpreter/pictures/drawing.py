"""A scene, and how often squares are landed on where that is wanted, in; the picture as SVG out."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist, hypot
from xml.etree import ElementTree as ET

from msgspec import Struct

from parlour.interpreter.locale.formatting import decimal
from parlour.interpreter.pictures import colours
from parlour.interpreter.pictures.legend import Legend
from parlour.interpreter.pictures.lettering import LEADING, fitted
from parlour.interpreter.pictures.plan import Box
from parlour.interpreter.pictures.scene import Scene, Spot
from parlour.interpreter.pictures.svg import group, lines, number, path, rectangle, svg, told

_MARGIN, _HEADING, _PADDING = 20.0, 64.0, 6.0
_LABEL = 17.0
_BEND, _BEND_SHARE, _PIECES = 34.0, 0.14, 16  # of arrows
_CLEAR, _HEAD = 18.0, 17.0  # from the middle of the first square, and the head

Point = tuple[float, float]


class Heat(Struct, frozen=True):
    """Expected landings by square, in a game; `games` were played to find them (None: they are exact)."""

    landings: Mapping[int, float]
    games: int | None = None


def drawn(scene: Scene, heat: Heat | None = None) -> str:
    """The text of an SVG."""
    legend = Legend(scene, heat.landings if heat else None, heat.games if heat else None)
    plan = scene.plan
    width = plan.width + 2 * _MARGIN
    height = _HEADING + plan.height + legend.height + 2 * _MARGIN
    root = svg(width, height, scene.language, scene.title, legend.description)
    title = fitted(scene.title, plan.width, 40, 28, 14)
    lines(root, width / 2, _MARGIN, title.lines, title.size)
    board = group(root, "board", transform=f"translate({number(_MARGIN)} {number(_HEADING)})")
    _tracks(board, scene)
    for spot in scene.spots:
        for box in plan.boxes[spot.number]:
            rectangle(board, box, _fill(spot, heat), *_edge(spot), radius=6)
    _arrows(board, scene)
    for spot in scene.spots:
        for box in plan.boxes[spot.number]:
            _words(board, spot, box, scene, heat)
    below = f"translate({number(_MARGIN)} {number(_HEADING + plan.height + _MARGIN)})"
    legend.draw(group(root, "legend", transform=below))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _tracks(board: ET.Element, scene: Scene) -> None:
    for track in scene.plan.tracks:
        points = (box.centre for box in track)
        path(board, points, fill="none", stroke=colours.TRACK, stroke_width="12", stroke_linejoin="round")


def _fill(spot: Spot, heat: Heat | None) -> str:
    if heat is not None:
        return colours.heat(heat.landings.get(spot.number, 0) / (max(heat.landings.values(), default=0) or 1))
    return colours.RULES if spot.has_rules else colours.PLAIN


def _edge(spot: Spot) -> tuple[str, float]:
    """Common squares have a coloured, squares with rules a strong edge."""
    if spot.is_common:
        return colours.COMMON, 4
    return (colours.INK, 2) if spot.has_rules else (colours.FAINT, 1)


def _words(board: ET.Element, spot: Spot, box: Box, scene: Scene, heat: Heat | None) -> None:
    """The number in the corner, the name in the middle, landings at the foot; all of it, uncut, in the title."""
    square = group(board, "square", id=f"square-{spot.number}-{scene.plan.boxes[spot.number].index(box) + 1}")
    landings = heat and decimal(heat.landings.get(spot.number, 0), scene.language, 2)
    told(square, "title", " – ".join(text for text in (spot.label, spot.name, spot.quote, landings) if text))
    below = _fill(spot, heat)
    left, foot = box.x + _PADDING, box.y + box.height - _PADDING
    top = box.y + _PADDING - 2
    if spot.label:
        lines(square, left, top, [spot.label], _LABEL, "start", edge=below)
        top += _LABEL + 1
    if landings:
        across = box.x + box.width - _PADDING
        lines(square, across, box.y + _PADDING if spot.label else foot - 12, [landings], 12, "end", edge=below)
        foot -= 0 if spot.label else 13
    if spot.name:
        name = fitted(spot.name, box.width - _PADDING, foot - top + 3)
        free = max(0.0, foot - top - len(name.lines) * name.size * LEADING)
        lines(square, box.centre[0], top + free / 2, name.lines, name.size, edge=below)


def _arrows(board: ET.Element, scene: Scene) -> None:
    """From each square that sends on or back to where it sends: on each side its own."""
    for start, end in scene.jumps.items():
        froms, tos = scene.plan.boxes[start], scene.plan.boxes[end]
        for k in range(max(len(froms), len(tos))):
            ends = froms[min(k, len(froms) - 1)].centre, tos[min(k, len(tos) - 1)].centre
            _arrow(board, _bow(*ends, -1 if k else 1), end > start)


def _bow(start: Point, end: Point, side: int) -> list[Point]:
    """A way that bends a little to one side, so that arrows there and back between the same squares lie apart."""
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y) or 1.0
    bend = side * min(_BEND, length * _BEND_SHARE)
    turn_x, turn_y = (x + to_x) / 2 - bend * (to_y - y) / length, (y + to_y) / 2 + bend * (to_x - x) / length
    begun = min(0.3, _CLEAR / length)
    shares = [begun + (1 - begun) * k / _PIECES for k in range(_PIECES + 1)]
    return [
        (
            (1 - t) ** 2 * x + 2 * t * (1 - t) * turn_x + t**2 * to_x,
            (1 - t) ** 2 * y + 2 * t * (1 - t) * turn_y + t**2 * to_y,
        )
        for t in shares
    ]


def _arrow(parent: ET.Element, way: list[Point], is_on: bool) -> None:
    """A line with a head: unbroken forwards, broken backwards."""
    tip = way[-1]
    body = [point for point in way[:-1] if dist(point, tip) > _HEAD]
    (x, y), length = body[-1], dist(body[-1], tip)
    dx, dy = (tip[0] - x) / length, (tip[1] - y) / length
    neck = (tip[0] - _HEAD * dx, tip[1] - _HEAD * dy)
    colour = colours.ON if is_on else colours.BACK
    dashes = {} if is_on else {"stroke_dasharray": "10 6"}
    arrows = group(parent, "jump", opacity="0.5")
    path(arrows, [*body, neck], fill="none", stroke=colour, stroke_width="5", stroke_linejoin="round", **dashes)
    wing = [(neck[0] - 9 * dy, neck[1] + 9 * dx), tip, (neck[0] + 9 * dy, neck[1] - 9 * dx)]
    path(arrows, [*wing, wing[0]], fill=colour)
