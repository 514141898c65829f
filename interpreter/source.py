"""A text and the places in it: every value, fault and event of Parlour points at one of these."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace


class Source(Struct, frozen=True):
    """One text as it was read: `name` is what diagnostics print (a path as the user gave it, or `<stdin>`)."""

    name: str
    text: str

    def __repr__(self) -> str:
        return f"Source({self.name!r})"

    def line(self, number: int) -> str:
        """The line with this number (from 1), without its end; empty beyond the last."""
        lines = self.text.split("\n")
        return lines[number - 1].rstrip("\r") if 0 < number <= len(lines) else ""


class Place(Struct, frozen=True):
    """A stretch of a source: lines and columns count from 1, in characters; the end is exclusive."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def part(self, start: int, end: int) -> Place:
        """The stretch from offset `start` to `end` (in characters) of a place that lies on one line."""
        return replace(self, column=self.column + start, end_line=self.line, end_column=self.column + end)

    def within(self, text: str, start: int, end: int) -> Place:
        """The stretch `text[start:end]` of the text that stands here, over several lines or with escapes.

        The place itself where that cannot be told: what is sought is written in another way.
        """
        part = text[start:end]
        sought = re.compile(r"\s+".join(re.escape(word) for word in part.split()))
        begins = _begins(self.source.text)
        if self.end_line > len(begins):
            return self
        first = begins[self.line - 1] + self.column - 1
        written = self.source.text[first : begins[self.end_line - 1] + self.end_column - 1]
        read, found = [m.start() for m in sought.finditer(text)], list(sought.finditer(written))
        start += len(part) - len(part.lstrip())
        if not sought.pattern or len(read) != len(found) or start not in read:
            return self
        match = found[read.index(start)]
        (line, column), (end_line, end_column) = (_point(begins, first + at) for at in match.span())
        return Place(self.source, line, column, end_line, end_column)

    def to(self, other: Place) -> Place:
        """From the beginning of this place to the end of another of the same source."""
        return replace(self, end_line=other.end_line, end_column=other.end_column)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


@lru_cache(maxsize=8)
def _begins(text: str) -> list[int]:
    """The offset of each line."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def _point(begins: list[int], offset: int) -> tuple[int, int]:
    line = bisect_right(begins, offset)
    return line, offset - begins[line - 1] + 1


NOWHERE = Place(Source("<parlour>", ""), 1, 1, 1, 1)
