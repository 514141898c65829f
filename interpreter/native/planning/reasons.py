"""Why the ways out of a Switch are not served by tables: closed sets of reasons, for whoever explains machine code."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Why(StrEnum):
    """A reason, as the end of a sentence about values."""

    OTHER = "more than payments and moves"
    COST = "their steps would cost all other values more than they save"
    GUARD = "a test of theirs could fail"
    NONE = "nothing is to do for them"
    FAULT = "the value itself could fail"
    WIDE = "there are too many values for a table"
    CALLS = "subroutines are called from more places than code is copied for"
    COUNTER = "a rule asks where in the program a game is"
    QUICK = "so few games are over before it would pay"


class Left(Struct, frozen=True):
    """Values that have code of their own; `what` they do that is no such step (an instruction's name)."""

    values: tuple[int, ...]
    why: Why
    what: str = ""
