"""The fast engine: machine code, game for game what the machine plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Lock
from time import perf_counter

from parlour.interpreter.native.compiling import NativeUnavailable, host
from parlour.interpreter.native.engine import GameFailed, NativeEngine
from parlour.interpreter.program.program import Program
from parlour.interpreter.simulation.engine import GameFault
from parlour.interpreter.simulation.tally import Result, Tally

PATIENCE = 1.0  # seconds


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


class QuickEngine(CompiledEngine):
    """Begins with machine code that is made soon, and goes on with the best where the games take their time."""

    def __init__(self, program: Program, seed: int, policies: Sequence[str]) -> None:
        self._engine = NativeEngine(program, seed, policies, quick=True)
        self._best = partial(NativeEngine, program, seed, policies)
        self._played, self._changing = 0.0, Lock()

    def tally(self, first: int, count: int) -> Tally:
        with self._watched():
            return super().tally(first, count)

    def results(self, first: int, count: int) -> Sequence[Result]:
        with self._watched():
            return super().results(first, count)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Once the games have taken as long as the best code takes to make, one thread makes it; the others play on."""
        if self._played > PATIENCE and self._changing.acquire(blocking=False):
            self._engine = self._best()
        begun = perf_counter()
        yield
        self._played += perf_counter() - begun


def _fault(failed: GameFailed) -> GameFault:
    return GameFault(failed.number, failed.fault.message, failed.fault.place)
