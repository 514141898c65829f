"""The fast engine: machine code, game for game what the machine plays."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.native.compiling import NativeUnavailable, host
from parlour.interpreter.native.engine import GameFailed, NativeEngine
from parlour.interpreter.program.program import Program
from parlour.interpreter.simulation.engine import GameFault
from parlour.interpreter.simulation.tally import Result, Tally


def why_not() -> str | None:
    """Why machine code cannot be made here; None where it can."""
    try:
        host()
    except NativeUnavailable as fault:
        return str(fault)
    return None


class CompiledEngine:
    """Plays in machine code. `policies`: for each seat the policy that it follows, or "" for at random."""

    shared = True

    def __init__(self, program: Program, seed: int, policies: Sequence[str]) -> None:
        self._engine = NativeEngine(program, seed, policies)

    @property
    def batch(self) -> int:
        return self._engine.batch

    def tally(self, first: int, count: int) -> Tally:
        try:
            return self._engine.tally(first, count)
        except GameFailed as failed:
            raise _fault(failed) from None

    def results(self, first: int, count: int) -> Sequence[Result]:
        try:
            return self._engine.results(first, count)
        except GameFailed as failed:
            raise _fault(failed) from None


def _fault(failed: GameFailed) -> GameFault:
    return GameFault(failed.number, failed.fault.message, failed.fault.place)
