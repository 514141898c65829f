"""A vector in, an exception out where it breaks what the program promises: for tests of lowering and of the machine."""

from __future__ import annotations

from operator import gt, lt

from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.fault import Broken


class Promises:
    """Sums of `conserved` groups never change, and every slot stays within its bounds."""

    def __init__(self, program: Program, bounds: Bounds) -> None:
        self._program = program
        self._low, self._high = [b.low for b in bounds.slots], [b.high for b in bounds.slots]
        self._totals = [sum(program.layout.initial[s] for s in group) for group in program.conserved]

    def verify(self, v: list[int], address: int) -> None:
        """Broken, naming the instruction just run, when any slot has left its bounds."""
        if len(v) != len(self._low):
            raise Broken(f"{self._where(address)}: the vector has {len(v)} slots, not {len(self._low)}")
        if set(map(type, v)) != {int} or any(map(lt, v, self._low)) or any(map(gt, v, self._high)):
            self.verify_part(v, address, 0, len(v))

    def verify_part(self, v: list[int], address: int, first: int, end: int) -> None:
        """The same for the slots that an instruction can write."""
        for slot in range(first, end):
            value, low, high = v[slot], self._low[slot], self._high[slot]
            if type(value) is not int or not low <= value <= high:
                raise Broken(f"{self._where(address)}: slot {slot} is {value!r}, not in {low}..{high}")

    def verify_totals(self, v: list[int], address: int) -> None:
        """Broken, naming the instruction just run or met, when a total has changed."""
        for group, total in zip(self._program.conserved, self._totals, strict=True):
            now = sum(v[s] for s in group)
            if now != total:
                raise Broken(f"{self._where(address)}: the sum of slots {group} is {now}, was {total}")

    def _where(self, address: int) -> str:
        return f"instruction {address} ({self._program.instructions[address]})"
