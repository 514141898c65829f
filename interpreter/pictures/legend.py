"""A scene and its landings in; what its marks mean, drawn below the board and told in words, out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET

from parlour.interpreter.locale.formatting import decimal
from parlour.interpreter.pictures import colours
from parlour.interpreter.pictures.lettering import fitted, width_at
from parlour.interpreter.pictures.plan import Box
from parlour.interpreter.pictures.scene import Scene
from parlour.interpreter.pictures.svg import lines, path, rectangle

_ROW, _SIZE, _MARK, _SCALE = 30.0, 15.0, 34.0, 300.0
_SHADES = 30


class Legend:
    """What a picture's marks mean. `games`: how many were played to find the landings (None: they are exact)."""

    def __init__(self, scene: Scene, landings: Mapping[int, float] | None, games: int | None) -> None:
        self._scene, self._landings, self._games = scene, landings, games
        self._marks = list(self._meanings())

    @property
    def height(self) -> float:
        rows = max((row for row, _, _, _ in self._laid()), default=-1) + 1
        return _ROW * (rows + (2 if self._landings else 0))

    @property
    def description(self) -> str:
        """How many squares there are, which have a name, and what the colours are."""
        scene = self._scene
        count = scene.say("squares_count", n=len(scene.spots))
        named = [f"{spot.label} {spot.name}".strip() for spot in scene.spots if spot.name]
        jumps = [f"{start} → {end}" for start, end in scene.jumps.items()]
        parts = [count, ", ".join(named), ", ".join(jumps), *(self._heat_told() if self._landings else ())]
        return ". ".join(part.rstrip(".") for part in parts if part) + "."

    def draw(self, parent: ET.Element) -> None:
        top = 0.0
        if self._landings:
            self._scale(parent, self._landings)
            top = 2 * _ROW
        for row, x, mark, text in self._laid():
            self._mark(parent, mark, x, top + row * _ROW)
            lines(parent, x + _MARK + 8, top + row * _ROW + 4, [text], _SIZE, "start")

    def _meanings(self) -> Iterator[tuple[str, str]]:
        scene = self._scene
        if any(spot.has_rules for spot in scene.spots):
            yield "rules", scene.say("board_rules")
        if any(spot.is_common for spot in scene.spots):
            yield "common", scene.say("board_common")
        if any(end > start for start, end in scene.jumps.items()):
            yield "on", scene.say("board_on")
        if any(end < start for start, end in scene.jumps.items()):
            yield "back", scene.say("board_back")

    def _laid(self) -> Iterator[tuple[int, float, str, str]]:
        """Row, x, mark and text of each: side by side while they fit."""
        row, x = 0, 0.0
        for mark, text in self._marks:
            needed = _MARK + 8 + width_at(text, _SIZE)
            if x and x + needed > self._scene.plan.width:
                row, x = row + 1, 0.0
            yield row, x, mark, text
            x += needed + 24

    def _mark(self, parent: ET.Element, mark: str, x: float, y: float) -> None:
        middle = y + 11
        match mark:
            case "rules":
                fill = colours.PAPER if self._landings else colours.RULES
                rectangle(parent, Box(x + 4, y + 2, _MARK - 8, 18), fill, colours.INK, 2, 4)
            case "common":
                rectangle(parent, Box(x + 4, y + 2, _MARK - 8, 18), colours.PAPER, colours.COMMON, 4, 4)
            case _:
                colour = colours.ON if mark == "on" else colours.BACK
                dashes = {} if mark == "on" else {"stroke_dasharray": "8 5"}
                path(parent, [(x + 2, middle), (x + 22, middle)], stroke=colour, stroke_width="5", **dashes)
                path(parent, [(x + 20, middle - 8), (x + 34, middle), (x + 20, middle + 8)], fill=colour)

    def _heat_told(self) -> tuple[str, str]:
        scene = self._scene
        how = scene.say("heat_exact") if self._games is None else scene.say("heat_games", n=self._games)
        return scene.say("heat_title"), how

    def _scale(self, parent: ET.Element, landings: Mapping[int, float]) -> None:
        """The colours from never to most, with the number that each end stands for."""
        scene, width = self._scene, self._scene.plan.width
        text = fitted(" – ".join(self._heat_told()), width, _ROW, _SIZE)
        lines(parent, 0, 4, text.lines, text.size, "start")
        most = decimal(max(landings.values(), default=0), scene.language, 2)
        start = width_at("0", _SIZE) + 8
        lines(parent, 0, _ROW + 3, [decimal(0, scene.language, 0)], _SIZE, "start")
        for k in range(_SHADES):
            step = _SCALE / _SHADES
            rectangle(parent, Box(start + k * step, _ROW, step + 0.5, 18), colours.heat((k + 0.5) / _SHADES))
        rectangle(parent, Box(start, _ROW, _SCALE, 18), "none", colours.FAINT, 1)
        lines(parent, start + _SCALE + 8, _ROW + 3, [most], _SIZE, "start")
