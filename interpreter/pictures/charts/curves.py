"""Shares by the values of an option in; a line for each, with intervals, out."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from parlour.interpreter.pictures import colours
from parlour.interpreter.pictures.charts.chart import Lines
from parlour.interpreter.pictures.lettering import fitted, width_at
from parlour.interpreter.pictures.plan import Box
from parlour.interpreter.pictures.svg import lines, path, rectangle

HEIGHT, _SIZE, _ABOVE, _BELOW, _SCALE = 220.0, 12.0, 10.0, 58.0, 48.0
_ROW = 15.0  # between labels at the end of lines
_COLOURS = (colours.COMMON, colours.BACK, colours.ON, "#8a6d1a", "#6b4c9a", "#3d3d3d")
_DASHES = ("", "7 4", "2 3", "10 3 2 3")  # lines can be told apart without colours


class LinesPanel:
    """From 0 to 100 %; labels stand at the end of each line, moved apart where lines meet.

    `beside`: the panels of the picture, with which it shares where the values lie.
    """

    def __init__(self, panel: Lines, width: float, beside: Sequence[Lines] = ()) -> None:
        self._panel = panel
        labels = [line.label for one in (panel, *beside) for line in one.lines]
        room = min(max(width_at(label, _SIZE + 1) for label in labels) + 14, width * 0.3)
        self._right, self._room = width - room, room
        is_long = any(width_at(line.label, _SIZE + 1) + 10 > room for line in panel.lines)
        self._row = 2 * _ROW if is_long else _ROW
        self._tall = _ABOVE + max(HEIGHT, self._row * len(panel.lines))

    @property
    def height(self) -> float:
        return self._tall + _BELOW

    def draw(self, parent: ET.Element) -> None:
        for share in (0, 0.25, 0.5, 0.75, 1):
            y = self._y(share)
            path(parent, [(_SCALE, y), (self._right, y)], stroke=colours.TRACK, stroke_width="1")
            lines(parent, _SCALE - 6, y - _SIZE * 0.6, [f"{share:.0%}".replace("%", " %")], _SIZE, "end", colours.FAINT)
        for k in range(len(self._panel.lines)):
            self._line(parent, k)
        self._values(parent)
        self._names(parent)

    def _line(self, parent: ET.Element, k: int) -> None:
        colour, dashes = _COLOURS[k % len(_COLOURS)], _DASHES[k % len(_DASHES)]
        points = [(self._x(n), self._y(point.share)) for n, point in enumerate(self._panel.lines[k].points)]
        broken = {"stroke_dasharray": dashes} if dashes else {}
        path(parent, points, fill="none", stroke=colour, stroke_width="2", **broken)
        for (x, y), point in zip(points, self._panel.lines[k].points, strict=True):
            if point.interval:
                low, high = (self._y(end) for end in point.interval)
                path(parent, [(x, low), (x, high)], stroke=colour, stroke_width="1.5")
            rectangle(parent, Box(x - 3.5, y - 3.5, 7, 7), colour, radius=3.5 if k % 2 == 0 else 0)

    def _values(self, parent: ET.Element) -> None:
        """The values below, as many as fit, and what they are values of."""
        values = self._panel.values
        step = (self._x(1) - self._x(0)) if len(values) > 1 else self._right - _SCALE
        widest = max(width_at(value, _SIZE) for value in values) + 8
        every = max(1, -int(-min(widest, 110) // step))
        room = max(step * every, 30) - 6
        shown = {k: fitted(values[k], room, 2.4 * _SIZE, _SIZE, 8) for k in range(0, len(values), every)}
        size = min(text.size for text in shown.values())
        for k, text in shown.items():
            wrapped = fitted(values[k], room, 2.4 * _SIZE, size, size) if text.size > size else text
            lines(parent, self._x(k), self._tall + 6, wrapped.lines, size, "middle", colours.FAINT)
        lines(parent, (_SCALE + self._right) / 2, self._tall + _BELOW - 18, [self._panel.option], _SIZE + 1)

    def _names(self, parent: ET.Element) -> None:
        """Each at the height of its last point, the lower ones moved down, then up where the panel ends."""
        ends = sorted((self._y(line.points[-1].share), k) for k, line in enumerate(self._panel.lines))
        places: list[float] = []
        for y, _ in ends:
            places.append(max(y, places[-1] + self._row) if places else y)
        for n in range(len(places) - 1, -1, -1):
            most = self._tall - 2 if n == len(places) - 1 else places[n + 1] - self._row
            places[n] = min(places[n], most)
        for (_, k), y in zip(ends, places, strict=True):
            text = fitted(self._panel.lines[k].label, self._room - 10, self._row + 1, _SIZE + 1, 9)
            colour = _COLOURS[k % len(_COLOURS)]
            lines(parent, self._right + 10, y - text.height / 2, text.lines, text.size, "start", colour)

    def _x(self, n: int) -> float:
        count = len(self._panel.values)
        inner = self._right - _SCALE - 40
        return _SCALE + 20 + (inner * n / (count - 1) if count > 1 else inner / 2)

    def _y(self, share: float) -> float:
        return _ABOVE + (self._tall - _ABOVE) * (1 - share)
