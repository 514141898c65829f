"""Scenarios as data: what a ruleset's author wrote, each value with its place. Data only; `reader.py` makes it."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.interpreter.language.document.tree import Entry, Scalar, Tree
from parlour.interpreter.source import Place


@dataclass(frozen=True, slots=True)
class Item:
    """One draw or choice: its words, and the parts where it was written as a list (`[1, 2]`)."""

    text: str
    parts: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Setting:
    """A value of the state, given or expected: `name` of the table, or of the seat written in `seat`."""

    name: Scalar
    seat: Scalar | None
    value: Tree
    path: str


@dataclass(frozen=True, slots=True)
class Situation:
    """What is given or expected: `words` such as `turn` and `phase`, by name, and values of the state."""

    words: dict[str, Entry]
    settings: tuple[Setting, ...]
    place: Place
    path: str


@dataclass(frozen=True, slots=True)
class Step:
    """Stand somewhere (or stay), let chances and choices come, then look."""

    given: Situation | None
    draws: tuple[Item, ...]
    choices: tuple[Item, ...]
    expect: Situation | None
    place: Place
    path: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """`seats` None: the fewest who can play; `options` as written. The first step, then those of `then`."""

    name: str
    place: Place
    seats: Entry | None
    options: tuple[Entry, ...]
    steps: tuple[Step, ...]
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """What was expected and what is there, as scenarios spell it. `path`: which value, `seat 1.purse`."""

    path: str
    expected: str
    found: str
    place: Place


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened, in words; no place where the engine itself did it."""

    text: str
    place: Place | None = field(default=None)
