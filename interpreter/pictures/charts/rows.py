"""Shares, or means with what lies about them, in; a row for each, drawn, out."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from parlour.interpreter.pictures import colours
from parlour.interpreter.pictures.charts.chart import Bars, Spreads
from parlour.interpreter.pictures.lettering import fitted, width_at
from parlour.interpreter.pictures.plan import Box
from parlour.interpreter.pictures.svg import lines, path, rectangle

ROW, SIZE = 30.0, 15.0
_THICK = 18.0  # of a bar
_SPACE = 12.0  # between labels, bars and numbers
_LABELS = 0.32  # of the width at most


class _Rows:
    """Labels at the left, numbers at the right, between them a scale."""

    def __init__(self, labels: Sequence[str], numbers: Sequence[str], width: float) -> None:
        widest = max((width_at(label, SIZE) for label in labels), default=0.0)
        self.left = min(widest, _LABELS * width) + _SPACE
        self.right = width - max((width_at(text, SIZE) for text in numbers), default=0.0) - _SPACE
        self._width, self._labels, self._numbers = width, labels, numbers

    @property
    def height(self) -> float:
        return ROW * len(self._labels)

    def x(self, share: float) -> float:
        """Where a share of the scale lies."""
        return self.left + share * (self.right - self.left)

    def words(self, parent: ET.Element) -> None:
        for k, (label, shown) in enumerate(zip(self._labels, self._numbers, strict=True)):
            text = fitted(label, self.left - _SPACE, ROW - 2, SIZE, 10)
            lines(parent, self.left - _SPACE, k * ROW + (ROW - text.height) / 2, text.lines, text.size, "end")
            lines(parent, self._width, k * ROW + (ROW - SIZE * 1.15) / 2, [shown], SIZE, "end")

    def rules(self, parent: ET.Element, shares: Sequence[float]) -> None:
        """Faint lines through all rows."""
        for share in shares:
            path(parent, [(self.x(share), 0), (self.x(share), self.height)], stroke=colours.TRACK, stroke_width="1")


class BarsPanel:
    """Bars of shares, from 0 to 1, each with a line for its interval."""

    def __init__(self, bars: Bars, width: float) -> None:
        self._bars = bars
        self._rows = _Rows([row.label for row in bars.rows], [row.shown for row in bars.rows], width)

    @property
    def height(self) -> float:
        return self._rows.height + SIZE + 4

    def draw(self, parent: ET.Element) -> None:
        rows = self._rows
        rows.rules(parent, (0, 0.25, 0.5, 0.75, 1))
        for k, bar in enumerate(self._bars.rows):
            top, middle = k * ROW + (ROW - _THICK) / 2, k * ROW + ROW / 2
            rectangle(parent, Box(rows.left, top, bar.share * (rows.right - rows.left), _THICK), colours.COMMON)
            if bar.interval:
                low, high = (rows.x(end) for end in bar.interval)
                whisker(parent, low, high, middle)
        rows.words(parent)
        for share, text in ((0, "0 %"), (0.5, "50 %"), (1, "100 %")):
            lines(parent, rows.x(share), rows.height + 4, [text], 12, "middle", colours.FAINT)


class SpreadsPanel:
    """A dot at each mean, a bar of a standard deviation to both sides, a line from the least to the greatest."""

    def __init__(self, spreads: Spreads, width: float) -> None:
        self._spreads = spreads
        self._rows = _Rows([row.label for row in spreads.rows], [row.shown for row in spreads.rows], width)
        self._low = min(row.least for row in spreads.rows)
        self._high = max(row.greatest for row in spreads.rows)

    @property
    def height(self) -> float:
        return self._rows.height + SIZE + 4

    def draw(self, parent: ET.Element) -> None:
        rows = self._rows
        rows.rules(parent, (0, 1))
        for k, row in enumerate(self._spreads.rows):
            middle = k * ROW + ROW / 2
            path(parent, [(self._x(row.least), middle), (self._x(row.greatest), middle)], stroke=colours.INK)
            low, high = (self._x(row.mean + side * row.sd) for side in (-1, 1))
            rectangle(parent, Box(low, middle - 7, high - low, 14), colours.COMMON)
            x = self._x(row.mean)
            rectangle(parent, Box(x - 5, middle - 5, 10, 10), colours.PAPER, colours.INK, 2, 5)
        rows.words(parent)
        for share, text in zip((0, 1), self._spreads.ends, strict=True):
            lines(parent, rows.x(share), rows.height + 4, [text], 12, "middle", colours.FAINT)

    def _x(self, value: float) -> float:
        share = (value - self._low) / ((self._high - self._low) or 1)
        return self._rows.x(min(1.0, max(0.0, share)))


def whisker(parent: ET.Element, low: float, high: float, y: float) -> None:
    """A line for an interval, with an end at each side."""
    ink = {"stroke": colours.INK, "stroke_width": "1.5"}
    path(parent, [(low, y), (high, y)], **ink)
    for x in (low, high):
        path(parent, [(x, y - 5), (x, y + 5)], **ink)
