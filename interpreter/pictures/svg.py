"""Shapes and lines of text in, elements of an SVG out."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from parlour.interpreter.pictures.colours import INK, PAPER
from parlour.interpreter.pictures.lettering import LEADING
from parlour.interpreter.pictures.plan import Box

_EDGE = 0.28  # of the size of letters, half of it outside them
FONTS = "'DejaVu Sans', Verdana, 'Noto Sans', Arial, sans-serif"


def svg(width: float, height: float, language: str, title: str, description: str) -> ET.Element:
    """An empty picture that says what it shows to those who do not see it."""
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {number(width)} {number(height)}",
            "width": number(width),
            "height": number(height),
            "role": "img",
            "aria-labelledby": "title desc",
            "xml:lang": language,
            "font-family": FONTS,
        },
    )
    told(root, "title", title).set("id", "title")
    told(root, "desc", description).set("id", "desc")
    rectangle(root, Box(0, 0, width, height), PAPER)
    return root


def told(parent: ET.Element, tag: str, text: str) -> ET.Element:
    """An element with a text in it."""
    element = ET.SubElement(parent, tag)
    element.text = text
    return element


def group(parent: ET.Element, name: str, **attributes: str) -> ET.Element:
    return ET.SubElement(parent, "g", {"class": name, **attributes})


def rectangle(
    parent: ET.Element, box: Box, fill: str, stroke: str = "none", thickness: float = 0, radius: float = 0
) -> None:
    attributes = {"x": box.x, "y": box.y, "width": box.width, "height": box.height, "rx": radius}
    drawn = {name: number(value) for name, value in attributes.items()}
    ET.SubElement(parent, "rect", {**drawn, "fill": fill, "stroke": stroke, "stroke-width": number(thickness)})


def path(parent: ET.Element, points: Iterable[tuple[float, float]], **attributes: str) -> None:
    """A line through points; attributes are named with `_` for `-`."""
    way = "M" + " L".join(f"{number(x)} {number(y)}" for x, y in points)
    ET.SubElement(parent, "path", {"d": way, **{k.replace("_", "-"): v for k, v in attributes.items()}})


def lines(
    parent: ET.Element,
    x: float,
    y: float,
    texts: Iterable[str],
    size: float,
    anchor: str = "middle",
    fill: str = INK,
    edge: str = "",
) -> None:
    """Lines of text under each other; y is the top of the first. An `edge` in the colour of what is below keeps letters
    readable on what crosses it."""
    edged = {"stroke": edge, "stroke-width": number(size * _EDGE), "stroke-linejoin": "round", "paint-order": "stroke"}
    for k, text in enumerate(texts):
        baseline = y + size * (0.82 + LEADING * k)
        element = told(parent, "text", text)
        placed = {"x": number(x), "y": number(baseline), "font-size": number(size), "text-anchor": anchor, "fill": fill}
        for name, value in {**placed, **(edged if edge else {})}.items():
            element.set(name, value)


def number(value: float) -> str:
    """Rounded to a hundredth, as short as it goes."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
