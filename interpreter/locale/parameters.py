"""What a text is given: the names that its placeholders may use, each with what stands behind it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from parlour.interpreter.source import Place


class Shown(StrEnum):
    """How a value is shown."""

    NUMBER = "number"
    WORD = "word"  # by its shown name or one of its forms
    PLAYER = "player"
    LIST = "list"  # of players, cards, the faces of a throw
    TEXT = "text"  # as it is: a card, a square, a file's name


class Parameter(Struct, frozen=True):
    """One name that a text may use. `words` are all that a WORD can be, where that is known: ranks, option values."""

    shown: Shown
    words: tuple[str, ...] = ()


class Use(Struct, frozen=True):
    """What a text is given wherever it is said. `passed` are those that the ruleset itself names at `place`.

    `may_be_missing` where the engine has something to show instead: the text of an outcome, of a choice.
    `labels` are texts that show the same values beside this one: those of the options of a choice.
    """

    parameters: Mapping[str, Parameter]
    place: Place
    passed: frozenset[str] = frozenset()
    may_be_missing: bool = False
    labels: frozenset[str] = frozenset()
