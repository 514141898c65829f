"""A chart in, the text of an SVG out: panels below each other, as wide as a page."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from parlour.interpreter.pictures import colours
from parlour.interpreter.pictures.charts.chart import Bars, Chart, Histogram, Lines, Panel, Spreads
from parlour.interpreter.pictures.charts.curves import LinesPanel
from parlour.interpreter.pictures.charts.rows import BarsPanel, SpreadsPanel
from parlour.interpreter.pictures.charts.steps import HistogramPanel
from parlour.interpreter.pictures.lettering import fitted
from parlour.interpreter.pictures.svg import group, lines, number, svg

WIDTH, MARGIN = 720.0, 28.0  # of what is drawn, and about it
_TITLE, _HEADING, _NOTE, _GAP = 26.0, 18.0, 13.0, 34.0
_ABOVE = _HEADING + _NOTE + 16.0  # of a panel: its title and its note


def charted(chart: Chart) -> str:
    """The whole picture."""
    shapes = shapes_of(chart)
    title = fitted(chart.title, WIDTH, 2 * _TITLE, _TITLE, 16)
    subtitle = fitted(chart.subtitle, WIDTH, 40, 14, 11)
    top = MARGIN + title.height + subtitle.height + 34
    height = top + sum(_ABOVE + shape.height + _GAP for _, shape in shapes) + MARGIN - _GAP
    root = svg(WIDTH + 2 * MARGIN, height, chart.language, chart.title, chart.description)
    lines(root, MARGIN, MARGIN, title.lines, title.size, "start")
    lines(root, MARGIN, MARGIN + title.height + 6, subtitle.lines, subtitle.size, "start", colours.FAINT)
    for panel, shape in shapes:
        place = group(root, "panel", transform=f"translate({number(MARGIN)} {number(top)})")
        lines(place, 0, 0, [panel.title], _HEADING, "start")
        note = fitted(panel.note, WIDTH, _NOTE * 1.2, _NOTE, 9)
        lines(place, 0, _HEADING + 5, note.lines, note.size, "start", colours.FAINT)
        shape.draw(group(place, "figures", transform=f"translate(0 {number(_ABOVE)})"))
        top += _ABOVE + shape.height + _GAP
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def shapes_of(chart: Chart) -> list[tuple[Panel, BarsPanel | HistogramPanel | SpreadsPanel | LinesPanel]]:
    """Each panel with what draws it; those of a sweep share where the values lie."""
    swept = [panel for panel in chart.panels if isinstance(panel, Lines)]
    return [(panel, _shape(panel, swept)) for panel in chart.panels]


def _shape(panel: Panel, swept: Sequence[Lines]) -> BarsPanel | HistogramPanel | SpreadsPanel | LinesPanel:
    match panel:
        case Bars():
            return BarsPanel(panel, WIDTH)
        case Histogram():
            return HistogramPanel(panel, WIDTH)
        case Spreads():
            return SpreadsPanel(panel, WIDTH)
        case Lines():
            return LinesPanel(panel, WIDTH, swept)
