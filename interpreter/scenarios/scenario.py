"""Scenarios as data: what a ruleset's author wrote, each value with its place. Data only; `reader.py` makes it."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.language.document.tree import Entry, Scalar, Tree
from parlour.interpreter.source import Place


class Item(Struct, frozen=True):
    """One draw or choice: its words, and the parts where it was written as a list (`[1, 2]`)."""

    text: str
    parts: tuple[str, ...]
    place: Place


class Setting(Struct, frozen=True):
    """A value of the state, given or expected: `name` of the table, or of the seat written in `seat`."""

    name: Scalar
    seat: Scalar | None
    value: Tree
    path: str


class Situation(Struct, frozen=True):
    """What is given or expected: `words` such as `turn` and `phase`, by name, and values of the state."""

    words: dict[str, Entry]
    settings: tuple[Setting, ...]
    place: Place
    path: str


class Step(Struct, frozen=True):
    """Stand somewhere (or stay), let chances and choices come, then look."""

    given: Situation | None
    draws: tuple[Item, ...]
    choices: tuple[Item, ...]
    expect: Situation | None
    place: Place
    path: str


class Scenario(Struct, frozen=True):
    """`seats` None: the fewest who can play; `options` as written. The first step, then those of `then`."""

    name: str
    place: Place
    seats: Entry | None
    options: tuple[Entry, ...]
    steps: tuple[Step, ...]
    quote: str = ""


class Difference(Struct, frozen=True):
    """What was expected and what is there, as scenarios spell it. `path`: which value, `seat 1.purse`."""

    path: str
    expected: str
    found: str
    place: Place


class Told(Struct, frozen=True):
    """One thing that happened, in words; no place where the engine itself did it."""

    text: str
    place: Place | None = None
