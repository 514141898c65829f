"""Counts by steps of a number in; columns side by side out."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from parlour.interpreter.pictures import colours
from parlour.interpreter.pictures.charts.chart import Histogram
from parlour.interpreter.pictures.lettering import width_at
from parlour.interpreter.pictures.plan import Box
from parlour.interpreter.pictures.svg import lines, path, rectangle, told

HEIGHT, _SIZE, _BELOW = 170.0, 12.0, 22.0


class HistogramPanel:
    """The highest column is as high as the panel; an open last column is hollow."""

    def __init__(self, histogram: Histogram, width: float) -> None:
        self._columns, self._width = histogram.columns, width

    @property
    def height(self) -> float:
        return HEIGHT + _BELOW

    def draw(self, parent: ET.Element) -> None:
        most = max(column.count for column in self._columns)
        step = self._width / len(self._columns)
        gap = min(3.0, step * 0.15)
        for k, column in enumerate(self._columns):
            high = HEIGHT * column.count / most
            box = Box(k * step + gap / 2, HEIGHT - high, step - gap, high)
            place = ET.SubElement(parent, "g", {"class": "column"})
            told(place, "title", f"{column.label}: {column.count}")
            is_open = k == len(self._columns) - 1 and column.label.endswith("…")
            fill, edge = (colours.PAPER, colours.COMMON) if is_open else (colours.COMMON, "none")
            rectangle(place, box, fill, edge, 1.5 if is_open else 0)
        path(parent, [(0, HEIGHT), (self._width, HEIGHT)], stroke=colours.INK, stroke_width="1")
        self._labels(parent, step)

    def _labels(self, parent: ET.Element, step: float) -> None:
        """As many as fit side by side; that of the last column always."""
        labels = [column.label for column in self._columns]
        widest = max(width_at(label, _SIZE) for label in labels) + 10
        every = max(1, -int(-widest // step))
        last = len(labels) - 1
        for k, label in enumerate(labels):
            if k == last or (k % every == 0 and (last - k) * step >= widest):
                half = width_at(label, _SIZE) / 2
                x = min(max((k + 0.5) * step, half), self._width - half)
                lines(parent, x, HEIGHT + 5, [label], _SIZE, "middle", colours.FAINT)
