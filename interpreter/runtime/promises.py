"""A vector in, an exception out where it breaks what the program promises: for tests of lowering and of the machine."""

from __future__ import annotations

from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.fault import Broken


class Promises:
    """Sums of `conserved` groups never change, and every slot stays within its bounds."""

    def __init__(self, program: Program, bounds: Bounds) -> None:
        self._program, self._bounds = program, bounds
        self._totals = [sum(program.layout.initial[s] for s in group) for group in program.conserved]

    def verify(self, v: list[int], address: int) -> None:
        """Broken, naming the instruction just run, when a slot has left its bounds."""
        if len(v) != len(self._bounds.slots):
            raise Broken(f"{self._where(address)}: the vector has {len(v)} slots, not {len(self._bounds.slots)}")
        for slot, (value, bound) in enumerate(zip(v, self._bounds.slots, strict=True)):
            if type(value) is not int or not bound.holds(value):
                raise Broken(f"{self._where(address)}: slot {slot} is {value!r}, not in {bound.low}..{bound.high}")

    def verify_totals(self, v: list[int], address: int) -> None:
        """Broken, naming the instruction just run or met, when a total has changed."""
        for group, total in zip(self._program.conserved, self._totals, strict=True):
            now = sum(v[s] for s in group)
            if now != total:
                raise Broken(f"{self._where(address)}: the sum of slots {group} is {now}, was {total}")

    def _where(self, address: int) -> str:
        return f"instruction {address} ({self._program.instructions[address]})"
