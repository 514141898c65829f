"""What a picture of figures shows, ready to be drawn: panels with labels in the reader's language, and numbers."""

from __future__ import annotations

from msgspec import Struct


class Bar(Struct, frozen=True):
    """A share of 0 … 1 with its interval; `shown`: the number as it is written."""

    label: str
    share: float
    interval: tuple[float, float] | None
    shown: str


class Bars(Struct, frozen=True):
    """Shares, one below the other."""

    title: str
    note: str
    rows: tuple[Bar, ...]


class Column(Struct, frozen=True):
    """So many games had a number in this step; `label` names the step."""

    label: str
    count: int


class Histogram(Struct, frozen=True):
    """Steps from left to right, equally wide but for the last, which may be open."""

    title: str
    note: str
    columns: tuple[Column, ...]


class Spread(Struct, frozen=True):
    """A number that differs from game to game."""

    label: str
    mean: float
    sd: float
    least: float
    greatest: float
    shown: str


class Spreads(Struct, frozen=True):
    """Means, each with the range about it, on one scale."""

    title: str
    note: str
    rows: tuple[Spread, ...]
    ends: tuple[str, str]  # of the scale, as they are written


class Point(Struct, frozen=True):
    """A share of 0 … 1 with its interval."""

    share: float
    interval: tuple[float, float] | None


class Line(Struct, frozen=True):
    """A share for each value of an option."""

    label: str
    points: tuple[Point, ...]


class Lines(Struct, frozen=True):
    """Shares by the values of an option, from left to right."""

    title: str
    note: str
    option: str
    values: tuple[str, ...]
    lines: tuple[Line, ...]


Panel = Bars | Histogram | Spreads | Lines


class Chart(Struct, frozen=True):
    """A whole picture. `language`: a BCP 47 tag; `description`: all of it in words."""

    title: str
    subtitle: str
    language: str
    panels: tuple[Panel, ...]
    description: str
