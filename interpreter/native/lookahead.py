"""A state of the machine and a seat in, what games played on from there are worth to the seat out: in machine code."""

from __future__ import annotations

from pathlib import Path

from parlour.interpreter.native.playouts import Playouts
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.lookahead import bounded, worth_of
from parlour.interpreter.runtime.state import State


class CompiledPlayouts:
    """The same as MachinePlayouts, some hundred times as fast. Raises NativeUnavailable where it is made."""

    def __init__(self, program: Program, cache: Path | None = None) -> None:
        self._program = program
        self._playouts = Playouts(bounded(program), [""] * program.seats, cache)

    def worth(self, state: State, seat: int, seed: int, first: int, count: int) -> float:
        total, number, last = 0.0, first, first + count
        while number < last:
            results, failed = self._playouts.until_fault(state, seed, number, last - number)
            for result in results:
                total += worth_of(self._program, seat, result.winners, result.scores)
            number += len(results) + bool(failed)
        return total
