"""A program, a seed and bots in; tallies and results of games out, played by machine code."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path

from msgspec.structs import replace

from parlour.interpreter.keeping import Cache
from parlour.interpreter.native.caching import folder, key_of
from parlour.interpreter.native.compiling import Loaded, host
from parlour.interpreter.native.emitting.totals import Sum
from parlour.interpreter.native.faults import fault_from
from parlour.interpreter.native.variant import FIRST, Variant, listing_room, quantities
from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.fault import ENDLESS, Fault
from parlour.interpreter.runtime.game import Game, policy
from parlour.interpreter.simulation.tally import Result, Tally

Words = ctypes.Array[ctypes.c_int64]

CHUNK = 2**16  # games without a look at the outside
SECONDS = 0.5  # that a batch should take


class GameFailed(Exception):
    """Game `number` ended with a fault."""

    def __init__(self, number: int, fault: Fault) -> None:
        super().__init__(f"game {number}: {fault}")
        self.number, self.fault = number, fault


class NativeEngine:
    """Plays games of one seed; `policies`: for each seat the policy that it follows, or "" for at random.

    `cache`: where machine code is kept, None: in the user's cache folder. `quick`: code that is made soon and plays
    slower, where there is none of the best. Raises NativeUnavailable. The methods may be
    called from several threads at once, and leave the interpreter free while games are played; they raise GameFailed
    for the first game that ends with a fault.
    """

    def __init__(
        self, program: Program, seed: int, policies: Sequence[str], cache: Path | None = None, quick: bool = False
    ) -> None:
        self._program, self._seed, self._bots = program, seed, tuple(policies)
        self._cache, self._quick = Cache(cache or folder()), quick
        self._width = FIRST + quantities(program)
        self._adding = self._loaded(Variant(self._bots, quick=quick))

    @cached_property
    def batch(self) -> int:
        """How many games take about half a second, found by playing a few."""
        games, seconds = 8, 0.0
        self._call(self._adding, Sum(self._program), 0, 1)  # the first call takes longer
        while seconds < SECONDS / 500 and games < CHUNK:
            games *= 4
            begun = time.perf_counter()
            self._call(self._adding, Sum(self._program), 0, games)
            seconds = time.perf_counter() - begun
        return max(1, int(games * SECONDS / max(seconds, 1e-9)))

    def tally(self, first: int, count: int) -> Tally:
        """What games first .. first + count - 1 add up to."""
        total = Sum(self._program)
        self._play(self._adding, total, first, count)
        return total.tally()

    def results(self, first: int, count: int) -> Sequence[Result]:
        """Each of those games, in order."""
        rows = self._rows(count)
        self._play(self._adding, Sum(self._program), first, count, rows)
        return results_of(self._program, first, count, rows)

    def endings(self, first: int, count: int) -> list[tuple[Result, list[int]]]:
        """Each of those games with its final state."""
        size, rows = self._program.layout.size, self._rows(count)
        vectors = (ctypes.c_int64 * (size * count))()
        self._play(self._ending, Sum(self._program), first, count, rows, vectors)
        states = [vectors[k * size : (k + 1) * size] for k in range(count)]
        return list(zip(results_of(self._program, first, count, rows), states, strict=True))

    def visits(self, first: int, count: int) -> tuple[int, ...]:
        """How often somebody landed on each square, from square 0 on, in those games."""
        total = Sum(self._program)
        self._play(self._visiting, total, first, count)
        return total.visits()

    @cached_property
    def _visiting(self) -> Loaded:
        return self._loaded(Variant(self._bots, visits=True, quick=self._quick))

    @cached_property
    def _ending(self) -> Loaded:
        return self._loaded(Variant(self._bots, vectors=True, quick=self._quick))

    def _loaded(self, variant: Variant) -> Loaded:
        return loaded(self._program, variant, self._cache)

    def _rows(self, count: int) -> Words:
        return (ctypes.c_int64 * (self._width * count))()

    def _play(
        self,
        loaded: Loaded,
        total: Sum,
        first: int,
        count: int,
        rows: Words | None = None,
        vectors: Words | None = None,
    ) -> None:
        done, size = 0, self._program.layout.size
        while done < count:
            places = _from(rows, done * self._width), _from(vectors, done * size)
            done += self._call(loaded, total, first + done, min(CHUNK, count - done), *places)
            record = total.record()
            if record[0]:
                raise GameFailed(first + done, self._fault(first + done, fault_from(self._program, record)))

    def _fault(self, number: int, found: Fault) -> Fault:
        """A fault as the machine tells it: where in its round an endless game is stopped is told by who counts steps."""
        if found.id != ENDLESS:
            return found
        try:
            Game(self._program).played(self._seed, number, [policy(name) for name in self._bots])
        except Fault as told:
            return told
        return found

    def _call(
        self, loaded: Loaded, total: Sum, first: int, count: int, rows: int | None = None, vectors: int | None = None
    ) -> int:
        """How many games were played."""
        room = (ctypes.c_int64 * listing_room(self._program))()
        seed, totals = self._seed % 2**64, ctypes.addressof(total.words)
        return loaded.simulate(seed, first % 2**64, count, totals, rows, vectors, ctypes.addressof(room), None)


def results_of(program: Program, first: int, count: int, rows: Words) -> list[Result]:
    """The results that were written to `rows`, numbered from `first`."""
    width, seats = FIRST + quantities(program), len(program.scores)
    found = []
    for k in range(count):
        outcome, winners, turns, chances, stopped, *numbers = rows[k * width : (k + 1) * width]
        scores, measures = tuple(numbers[:seats]), tuple(numbers[seats:])
        found.append(Result(first + k, outcome, bool(stopped), winners, scores, measures, turns, chances))
    return found


def loaded(program: Program, variant: Variant, cache: Cache) -> Loaded:
    """Machine code, made now or kept from before. Raises NativeUnavailable."""
    rules, here = digest(program), host()
    best = cache.kept(key_of(rules, replace(variant, quick=False), here)) if variant.quick else None
    return Loaded(best or cache.content(key_of(rules, variant, here), lambda: _made(program, variant)))


def _made(program: Program, variant: Variant) -> bytes:
    """New machine code. What makes it is loaded only now: code that was kept does without."""
    code: bytes = import_module("parlour.interpreter.native.making").made(program, variant)
    return code


def _from(array: Words | None, index: int) -> int | None:
    """The address of an element."""
    return None if array is None else ctypes.addressof(array) + 8 * index
