"""The numbers that machine code leaves behind when a game fails in, the Fault that the machine would raise out."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter

from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.fault import SENTENCES, Fault, fault_at

BEYOND = "range beyond 64 bits"  # the fault `range`; of its value only the last 64 bits could be kept
NUMBERS = {id: number for number, id in enumerate([*SENTENCES, BEYOND], start=1)}  # 0: no fault
_IDS = {number: id for id, number in NUMBERS.items()}
_NAMES = {id: [name for _, name, _, _ in Formatter().parse(text) if name] for id, text in SENTENCES.items()}


def fault_from(program: Program, record: Sequence[int]) -> Fault:
    """`record`: the number of the fault, the number of its place, up to three values as its sentence names them."""
    number, place, *values = record
    id = _IDS[number]
    if id == BEYOND:
        id, values[0] = "range", values[0] + (2**64 if values[0] < 0 else -(2**64))
    named: dict[str, int | str] = dict(zip(_NAMES[id], values, strict=False))
    if id == "rule":
        named["message"] = program.messages[values[0]]
    return fault_at(program, id, place, named)
