"""The text of an SVG in, a PNG out; resvg draws it, which the extra `parlour[png]` installs."""

from __future__ import annotations

from importlib.util import find_spec

from parlour.interpreter.installing import install

ZOOM = 2


class NoPng(Exception):
    """There is nothing here that makes PNG; the message says what to install."""


def is_there() -> bool:
    """Whether PNG can be made here."""
    return find_spec("resvg_py") is not None


def png(svg: str) -> bytes:
    """Two pixels for each unit of the SVG. Raises NoPng."""
    if not is_there():
        raise NoPng(f"PNG needs resvg-py: {install('png')}, or write an .svg")
    import resvg_py  # noqa: PLC0415  a large optional library

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM))
