"""What an IR value is to the emitter: its text, its type and what it can be."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.program.arithmetic import TRUTH, Interval


class Operand(Struct, frozen=True):
    """A value of type i64; or, where `bit`, a truth of type i1 that stands for 0 or 1."""

    text: str
    interval: Interval
    bit: bool = False


def constant(value: int) -> Operand:
    return Operand(str(value), Interval(value, value))


def truth(text: str) -> Operand:
    """An i1."""
    return Operand(text, TRUTH, True)
