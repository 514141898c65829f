"""What planning gives and emitting takes: a program made ready for machine code, and what is known of it."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.native.planning.reasons import Why
from parlour.interpreter.native.planning.tabulating import Tabulated
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program


class Plan(Struct, frozen=True):
    """A program made ready for machine code. `addresses`: those its instructions had when it was lowered.

    `declared`: what each slot may hold; `facts`: what it can hold in a game from the beginning.
    """

    program: Program
    addresses: tuple[int, ...]
    declared: Bounds
    facts: Bounds
    slots: int  # of the state as the program was lowered; what is behind them is of no interest
    tracked: frozenset[int] = frozenset()  # slots that code was copied for
    switches: tuple[Tabulated, ...] = ()
    whole: Why | None = None  # why no Switch was looked at
