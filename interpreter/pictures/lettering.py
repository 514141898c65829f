"""A text and the space for it in; its lines and the size of its letters out. Widths are estimates, rather too wide."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from msgspec import Struct

LEADING = 1.15  # from line to line, in sizes
_CUT, _BROKEN = "…", "-"
_NARROW, _SLIM, _BROAD = frozenset("iíìîïіїjl.,:;'’|!I"), frozenset("frt()[]-/ “”"), frozenset("mwMW@%ЖШЩЮФжшщюфм…—")


class Lettering(Struct, frozen=True):
    """`size` is that of the letters; lines are `LEADING` sizes apart."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LEADING

    @property
    def width(self) -> float:
        return max((width_at(line, self.size) for line in self.lines), default=0.0)


def width_at(text: str, size: float) -> float:
    """How wide a line is in letters of this size, about."""
    return size * sum(_advance(letter) for letter in text)


def fitted(text: str, width: float, height: float, most: float = 16, least: float = 11) -> Lettering:
    """The largest letters in which the text fits; in the smallest, long words are broken and the end is cut off."""
    size = most
    while size > least:
        lettering = Lettering(tuple(_wrapped(text.split(), size, width)), size)
        if lettering.width <= width and lettering.height <= height:
            return lettering
        size -= 0.5
    words = [piece for word in text.split() for piece in _broken(word, least, width)]
    lines = _wrapped(words, least, width)
    room = max(1, int(height / (least * LEADING)))
    if len(lines) > room:
        lines = [*lines[: room - 1], _shortened(lines[room - 1], least, width)]
    return Lettering(tuple(lines), least)


def _wrapped(words: list[str], size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_at(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _broken(word: str, size: float, width: float) -> list[str]:
    """The word, or pieces of it that fit."""
    pieces: list[str] = []
    while width_at(word, size) > width and len(word) > 1:
        fits = max(k for k in range(1, len(word)) if k == 1 or width_at(word[:k] + _BROKEN, size) <= width)
        pieces.append(word[:fits] + _BROKEN)
        word = word[fits:]
    return [*pieces, word]


def _shortened(line: str, size: float, width: float) -> str:
    while line and width_at(line + _CUT, size) > width:
        line = line[:-1]
    return line.rstrip() + _CUT


def _advance(letter: str) -> float:
    if combining(letter):
        return 0
    if east_asian_width(letter) in "WF":
        return 1.05
    if letter in _BROAD:
        return 1.0
    return 0.36 if letter in _NARROW else 0.45 if letter in _SLIM else 0.75 if letter.isupper() else 0.64
