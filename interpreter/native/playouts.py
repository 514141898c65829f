"""A state of the machine in, the results of many games played on from there out: what bots that look ahead ask for."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path

from parlour.interpreter.keeping import Cache
from parlour.interpreter.native.caching import folder
from parlour.interpreter.native.emitting.totals import Sum
from parlour.interpreter.native.engine import GameFailed, Words, loaded, results_of
from parlour.interpreter.native.faults import fault_from
from parlour.interpreter.native.variant import FIRST, Variant, listing_room, quantities, stops
from parlour.interpreter.program.program import COUNTER, OUTCOME, Program
from parlour.interpreter.runtime.running import Running
from parlour.interpreter.simulation.tally import Result


class Playouts:
    """Plays states of one program to their ends, a bot for each seat as in NativeEngine. Raises NativeUnavailable.

    Not for several threads at once: each takes one of its own.
    """

    def __init__(self, program: Program, policies: Sequence[str], cache: Path | None = None) -> None:
        self._program, self._entries = program, frozenset(stops(program))
        self._loaded = loaded(program, Variant(tuple(policies), resumed=True, vectors=True), Cache(cache or folder()))
        self._total = Sum(program)  # of no interest, but machine code adds up
        self._room = (ctypes.c_int64 * listing_room(program))()

    def results(self, state: Running, seed: int, first: int, count: int) -> Sequence[Result]:
        """Playouts first .. first + count - 1 of a seed; turns, chances and choices count on from the state.

        Playout k draws from the game stream and the bot streams of game k of the seed, whatever stream the state has.
        ValueError where the state does not stand at a chance or a choice; GameFailed, with k, where a rule fails.
        """
        found, failed = self.until_fault(state, seed, first, count)
        if failed:
            raise failed
        return found

    def until_fault(
        self, state: Running, seed: int, first: int, count: int
    ) -> tuple[Sequence[Result], GameFailed | None]:
        """The same up to the first playout in which a rule fails, and that failure."""
        played, rows, _, failed = self._played(state, seed, first, count)
        return results_of(self._program, first, played, rows), failed

    def endings(self, state: Running, seed: int, first: int, count: int) -> list[tuple[Result, list[int]]]:
        """The same with the final state of each."""
        _, rows, vectors, failed = self._played(state, seed, first, count)
        if failed:
            raise failed
        size = self._program.layout.size
        states = [vectors[k * size : (k + 1) * size] for k in range(count)]
        return list(zip(results_of(self._program, first, count, rows), states, strict=True))

    def _played(self, state: Running, seed: int, first: int, count: int) -> tuple[int, Words, Words, GameFailed | None]:
        if state.vector[OUTCOME] or state.vector[COUNTER] not in self._entries:
            raise ValueError("only a state that stands at a chance or a choice can be played on")
        start = (ctypes.c_int64 * (len(state.vector) + 3))(*state.vector, state.turns, state.chances, state.choices)
        rows = (ctypes.c_int64 * (count * (FIRST + quantities(self._program))))()
        vectors = (ctypes.c_int64 * (count * self._program.layout.size))()
        blocks = (self._total.words, rows, vectors, self._room, start)
        addresses = [ctypes.addressof(block) for block in blocks]
        played = self._loaded.simulate(seed % 2**64, first % 2**64, count, *addresses)
        record = self._total.record()
        failed = GameFailed(first + played, fault_from(self._program, record)) if played < count else None
        return played, rows, vectors, failed
