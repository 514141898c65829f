"""A checked ruleset, its program and a language in; what a picture says of the board and of each square out."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from parlour.interpreter.checked import Checked
from parlour.interpreter.locale.formatting import Formatter, Value, Word
from parlour.interpreter.pictures.jumps import jumps_of
from parlour.interpreter.pictures.plan import Plan
from parlour.interpreter.pictures.shapes import plan_of
from parlour.interpreter.program.program import Program
from parlour.interpreter.table.layers import layers_of
from parlour.interpreter.table.squares import Squares


class Spot(Struct, frozen=True):
    """One square. `label` is its number; empty on a board of names."""

    number: int
    label: str
    name: str
    quote: str
    has_rules: bool
    is_common: bool


class Scene(Struct, frozen=True):
    """A board ready to be drawn. `jumps`: square → the square it sends to."""

    title: str
    language: str
    spots: tuple[Spot, ...]
    plan: Plan
    jumps: Mapping[int, int]
    formatter: Formatter

    def say(self, key: str, **values: Value) -> str:
        """A sentence of the engine, in the language of the picture."""
        return self.formatter.format(key, values)


class NoBoard(ValueError):
    """A game that is played without a board has no picture of one."""


def scene_of(checked: Checked, program: Program, language: str = "") -> Scene:
    """The board of a game in a language (BCP 47; empty: the ruleset's own). Raises NoBoard."""
    syntax, board = checked.model.syntax, checked.model.board
    if board is None or not program.squares:
        raise NoBoard(f"'{syntax.id.text}' is played without a board")
    squares = Squares(checked)
    spoken = language or syntax.language
    formatter = Formatter(layers_of(checked.loaded, spoken))
    numbers = range(1, program.squares + 1)
    return Scene(
        syntax.title,
        spoken,
        tuple(_spot(squares, formatter, n) for n in numbers),
        plan_of(squares.shape, program.squares, squares.common, board.roads),
        jumps_of(program),
        formatter,
    )


def _spot(squares: Squares, formatter: Formatter, number: int) -> Spot:
    name, label = squares.name(number), str(number)
    if squares.words:
        name, label = name or formatter.show(Word(squares.words[number - 1])), ""
    common = number in squares.common
    return Spot(number, label, name, squares.quote(number), squares.has_rules(number), common)
