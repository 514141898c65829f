"""What somebody types in, what is meant by it out: a letter that is the same in every language, a file's name, an answer."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Wanted(StrEnum):
    """What can be asked for at every prompt."""

    GO_ON = ""
    BOARD = "b"
    HAND = "h"
    RULES = "r"
    SAVE = "s"
    UNDO = "u"
    WHY = "w"
    HELP = "?"
    QUIT = "q"
    ANSWER = "answer"


_ALIASES = {"why": Wanted.WHY}


class Typed(Struct, frozen=True):
    """One line of input: what is wanted, and the text that goes with it (a file's name, an answer)."""

    wanted: Wanted
    text: str = ""


def read(line: str) -> Typed:
    """What a line means."""
    text = line.strip()
    word, _, rest = text.partition(" ")
    letter = word.casefold()
    if letter == Wanted.SAVE:
        return Typed(Wanted.SAVE, rest.strip())
    if not rest and letter in _ALIASES:
        return Typed(_ALIASES[letter])
    if not rest and letter in (Wanted.GO_ON, *"bhruw?q"):
        return Typed(Wanted(letter))
    return Typed(Wanted.ANSWER, text)
