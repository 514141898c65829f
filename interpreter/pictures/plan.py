"""Where squares are drawn: cells of a grid in, boxes in units of a page 1000 wide out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

WIDTH = 960.0  # of what is drawn, without the margins of the page
GAP = 8.0  # between boxes

Cell = tuple[float, float]  # column and row, from 0 at the top left


class Box(Struct, frozen=True):
    """A rectangle; x to the right and y down, from its top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


class Plan(Struct, frozen=True):
    """The boxes of each square (two where both sides have it), and the tracks that lead through them.

    An empty box in a track is a bend.
    """

    width: float
    height: float
    boxes: Mapping[int, tuple[Box, ...]]
    tracks: tuple[tuple[Box, ...], ...]


def sheet(columns: float, rows: float, places: Sequence[Mapping[int, Cell]], tallness: float) -> Plan:
    """Tracks of cells on a sheet of so many columns and rows; a cell is `tallness` times as high as it is wide.

    A square that several tracks have in the same cell has one box.
    """
    across = (WIDTH + GAP) / columns
    down = across * tallness
    tracks = tuple(
        {n: Box(x * across, y * down, across - GAP, down - GAP) for n, (x, y) in track.items()} for track in places
    )
    numbers = sorted({n for track in tracks for n in track})
    boxes = {n: tuple(dict.fromkeys(track[n] for track in tracks if n in track)) for n in numbers}
    lines = tuple(tuple(track[n] for n in sorted(track)) for track in tracks)
    return Plan(WIDTH, rows * down - GAP, boxes, lines)
