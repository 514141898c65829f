"""What the tests of pictures share: pictures of boards of the library and of small ones, taken apart."""

from dataclasses import dataclass
from xml.etree import ElementTree as ET

import pytest

from parlour.interpreter.face import Game, load
from parlour.interpreter.pictures.drawing import Heat, drawn
from parlour.interpreter.pictures.lettering import width_at
from parlour.interpreter.pictures.plan import Box
from parlour.interpreter.pictures.scene import scene_of

SVG = "{http://www.w3.org/2000/svg}"

TRIP = """
parlour: 1
id: trip
title: The trip
language: en
players: 2
board:
  squares: [ash_field, birch, cedar_hill_on_the_water, dale, elm, fir]
  roads: [[ash_field, birch], [birch, cedar_hill_on_the_water], [cedar_hill_on_the_water, dale], [dale, elm], [elm, fir]]
  starts: ash_field
  effects_when: not forced
  picture: {shape: map}
squares:
  elm: {name: The great elm, quote: Here it ends., land: {end: {outcome: home, winners: me}}}
phases:
  walk:
    turns: players
    do:
      - choose: {by: me, id: where_to, one: s in neighbours(me.at)}
      - go_to: s
texts: {home: "{who} is home."}
"""


@dataclass(frozen=True)
class Picture:
    """An SVG read back."""

    text: str

    @property
    def root(self):
        return ET.fromstring(self.text)

    @property
    def title(self):
        return self.root.findtext(f"{SVG}title")

    @property
    def description(self):
        return self.root.findtext(f"{SVG}desc")

    def groups(self, name):
        return [g for g in self.root.iter(f"{SVG}g") if g.get("class") == name]

    def squares(self):
        """The words of each drawn square, by its number (twice where both sides have it)."""
        drawn = [
            (int(g.get("id").split("-")[1]), [t.text for t in g.iter(f"{SVG}text")]) for g in self.groups("square")
        ]
        return sorted(drawn)

    def legend(self):
        return [t.text for g in self.groups("legend") for t in g.iter(f"{SVG}text")]

    def letters(self):
        """The box of each text of the board, with the text."""
        return [(_box(t), t.text) for g in self.groups("square") for t in g.iter(f"{SVG}text")]


def _box(text):
    size, x = float(text.get("font-size")), float(text.get("x"))
    width = width_at(text.text, size)
    left = x - {"start": 0, "middle": width / 2, "end": width}[text.get("text-anchor")]
    return Box(left, float(text.get("y")) - 0.75 * size, width, 0.9 * size)


@pytest.fixture
def scene():
    def made(reference, language="", **options):
        ruleset = load(reference)
        return scene_of(ruleset.checked, Game(ruleset, None, options).program, language)

    return made


@pytest.fixture
def picture(scene):
    def made(reference, language="", heat=None, games=None, **options):
        return Picture(drawn(scene(reference, language, **options), heat and Heat(heat, games)))

    return made


@pytest.fixture
def trip(tmp_path):
    path = tmp_path / "trip.yaml"
    path.write_text(TRIP, encoding="utf-8")
    return path
