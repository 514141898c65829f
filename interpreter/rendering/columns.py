"""A line of a source and a stretch of it come in; what a terminal shows and the columns under it go out."""

from __future__ import annotations

import unicodedata

from msgspec import Struct

_TAB = 4
_LONGEST = 160  # characters of a line that are shown
_BEFORE = 60  # of those, how many before the stretch in a line that is too long
_REPLACED = "\N{REPLACEMENT CHARACTER}"


class Shown(Struct, frozen=True):
    """A line as it is shown, and the stretch in columns of the terminal: `before` blanks, then `width` carets."""

    text: str
    before: int
    width: int


def show(line: str, start: int, end: int) -> Shown:
    """Lay out a line with the stretch from offset `start` to `end` (characters from 0, the end exclusive)."""
    start = min(max(start, 0), len(line))
    end = min(max(end, start), len(line))
    line, start, end = _window(line, start, end)
    text, widths = "", [0]
    for character in line:
        shown = " " * (_TAB - widths[-1] % _TAB) if character == "\t" else visible(character)
        text += shown
        widths.append(widths[-1] + (len(shown) if character == "\t" else _width(shown)))
    return Shown(text, widths[start], max(1, widths[end] - widths[start]))


def visible(text: str) -> str:
    """A text that can do nothing to a terminal: characters that move the cursor or turn the writing are replaced."""
    if text.isprintable():
        return text
    return "".join(_REPLACED if _acts(c) else c for c in text)


def width_of(text: str) -> int:
    """Columns of a terminal that a visible text takes."""
    return sum(_width(character) for character in text)


def _acts(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(character) in (
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
    )  # fmt: skip


def _width(character: str) -> int:
    """Columns of a terminal: 0 for what is drawn over its neighbour, 2 for wide East Asian characters."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a line that is shown, with dots where it was cut."""
    if len(line) <= _LONGEST:
        return line, start, end
    first = max(0, start - _BEFORE)
    last = min(len(line), first + _LONGEST)
    head, tail = "…" if first else "", "…" if last < len(line) else ""
    shift = len(head) - first
    return head + line[first:last] + tail, start + shift, min(end, last) + shift
