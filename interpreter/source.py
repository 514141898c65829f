"""A text and the places in it: every value, fault and event of Parlour points at one of these."""

from __future__ import annotations

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

    def to(self, other: Place) -> Place:
        """From the beginning of this place to the end of another of the same source."""
        return replace(self, end_line=other.end_line, end_column=other.end_column)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


NOWHERE = Place(Source("<parlour>", ""), 1, 1, 1, 1)
