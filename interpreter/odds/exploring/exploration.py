"""A sliced program and who sits where in; the chain of all its states, by machine code, out: the same as Explorer's.

Machine code writes into arrays that are made longer here, and comes back every so often, so that one can look on or stop.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from parlour.interpreter.keeping import Cache
from parlour.interpreter.native.caching import folder, key_of
from parlour.interpreter.native.compiling import Loaded, host
from parlour.interpreter.native.exploring.expanding import Exploration
from parlour.interpreter.native.exploring.exploring import explorer_code
from parlour.interpreter.native.exploring.job import WAY, Job, Row, Status, Table
from parlour.interpreter.native.exploring.packing import packing_of
from parlour.interpreter.native.faults import fault_from
from parlour.interpreter.native.planning.facts import facts_of
from parlour.interpreter.native.variant import listing_room
from parlour.interpreter.odds.exploring.chain import Chain, Change, Ending, Way
from parlour.interpreter.odds.exploring.explorer import BEST, RANDOM, Key, TooManyStates
from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.intervals import bounds_of
from parlour.interpreter.program.program import Program

EACH = 2**15  # states between two looks outside
GROWTH = 1.5
LIMIT = 2**31 - 2  # states that have a number
FIRST = 2**12  # states that there is room for to begin with
ROOM = 64  # rows of a table, to begin with


class NotKept(Exception):
    """There is no code from before."""


class Keys(Sequence[Key]):
    """The packed states."""

    def __init__(self, words: NDArray[np.uint64]) -> None:
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    @overload
    def __getitem__(self, index: int) -> Key: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Key]: ...
    def __getitem__(self, index: int | slice) -> Key | Sequence[Key]:
        if isinstance(index, slice):
            return Keys(self._words[index])
        return tuple(self._words[index].tolist())


class Rows:
    """A table of rows of words, each kept once, and numbered as they come. `refill` is the function of machine code."""

    def __init__(self, width: int, refill: Callable[..., int]) -> None:
        self._width, self._room, self._refill = width, ROOM, refill
        self.head = np.zeros(Table.WORDS, dtype=np.int64)
        self.empty()

    def __len__(self) -> int:
        return int(self.head[Table.COUNT])

    def empty(self) -> None:
        self._words = np.zeros((self._room, max(1, self._width)), dtype=np.int64)
        self._slots = np.zeros(4 * self._room, dtype=np.int32)
        head = (self._words.ctypes.data, 0, self._room, self._slots.ctypes.data, 4 * self._room - 1, self._width)
        self.head[:] = head

    def grow(self) -> None:
        count, old = len(self), self._words
        self._room *= 2
        self.empty()
        self._refill(self.head.ctypes.data, old.ctypes.data, count)

    def rows(self) -> list[list[int]]:
        found: list[list[int]] = self._words[: len(self)].tolist()
        return found


class Store:
    """The arrays that a chain is written to, and the job that says where they are."""

    def __init__(self, words: int, refill: Callable[..., int], asked: Exploration, room: int) -> None:
        self.job = np.zeros(Job.WORDS, dtype=np.int64)
        self._width = words
        self._arrays: dict[Job, NDArray[Any]] = {}
        self.tables = {
            Job.ENDINGS: Rows(asked.ending_width, refill),
            Job.ENDED: Rows(asked.ended_width, refill),
            Job.CHANGES: Rows(asked.change_width, refill),
            Job.WAYS: Rows(WAY, refill),
        }
        for place, table in self.tables.items():
            self.job[place] = table.head.ctypes.data
        self.record = self._kept(Job.RECORD, np.zeros(5, dtype=np.int64))
        self._kept(Job.OUTS, np.zeros(max(1, asked.change_width, asked.ended_width), dtype=np.int64))
        self._kept(Job.SCRATCH, np.zeros(room, dtype=np.int64))
        self.job[Job.ROW_ROOM], self.job[Job.STATES], self.job[Job.ROOM] = ROOM, FIRST, 4 * FIRST
        self._kept(Job.ROWS, np.zeros(ROOM * (Row.KEY + words), dtype=np.int64))
        self._kept(Job.KEYS, np.zeros((FIRST, words), dtype=np.uint64))
        self._kept(Job.OFFSETS, np.zeros(FIRST + 1, dtype=np.int64))
        self._kept(Job.MOVERS, np.zeros(FIRST, dtype=np.int8))
        self._kept(Job.TARGETS, np.zeros(4 * FIRST, dtype=np.int32))
        self._kept(Job.CODES, np.zeros(4 * FIRST, dtype=np.uint32))
        self._slots()

    def _kept(self, place: Job, array: NDArray[Any]) -> NDArray[Any]:
        self._arrays[place], self.job[place] = array, array.ctypes.data
        return array

    def _slots(self) -> None:
        """A hash table with room for as many states, empty."""
        size = 1 << (2 * int(self.job[Job.STATES])).bit_length()
        self._kept(Job.SLOTS, np.zeros(size, dtype=np.uint64))
        self.job[Job.MASK] = size - 1

    def make_room(self, status: Status, rehash: Callable[..., int]) -> None:
        """More of what was lacking."""
        match status:
            case Status.STATES:
                self._longer(Job.STATES, Job.KEYS, Job.MOVERS, Job.OFFSETS)
                self._slots()
                rehash(self.job.ctypes.data)
            case Status.TRANSITIONS:
                self._longer(Job.ROOM, Job.TARGETS, Job.CODES)
            case Status.ROWS:
                self.job[Job.ROW_ROOM] *= 2
                room = int(self.job[Job.ROW_ROOM]) * (Row.KEY + self._width)
                self._kept(Job.ROWS, np.zeros(room, dtype=np.int64))
            case _:
                self.tables[Job[status.name]].grow()

    def _longer(self, room: Job, *places: Job) -> None:
        """Arrays with more room; where memory can be stretched nothing is copied."""
        before = int(self.job[room])
        if before >= LIMIT and room == Job.STATES:
            raise MemoryError("more states than have numbers")
        more = int(before * GROWTH)
        for place in places:
            array = self._arrays[place]
            array.resize((len(array) + more - before, *array.shape[1:]), refcheck=False)
            self.job[place] = array.ctypes.data
        self.job[room] = more

    def first_target(self) -> int:
        return int(self._arrays[Job.TARGETS][0])

    def cut(self, place: Job, length: int) -> NDArray[Any]:
        """An array as far as it is used; it can be written to no more."""
        array = self._arrays.pop(place)
        array.resize((length, *array.shape[1:]), refcheck=False)
        return array


class NativeExplorer:
    """As Explorer. Raises NativeUnavailable."""

    @classmethod
    def kept(
        cls, program: Program, seats: Sequence[str], results: Sequence[Expr], sums: Sequence[int], accumulating: bool
    ) -> NativeExplorer | None:
        """The same where its code has been made before, else None."""
        try:
            return cls(program, seats, results, sums, accumulating, make=False)
        except NotKept:
            return None

    def __init__(
        self,
        program: Program,
        seats: Sequence[str],
        results: Sequence[Expr] = (),
        sums: Sequence[int] = (),
        accumulating: bool = True,
        make: bool = True,
    ) -> None:
        self._program, self._sums, self._results = program, len(sums), len(results)
        best = sum(1 << seat for seat, who in enumerate(seats) if who == BEST)
        followed = tuple("" if who in (RANDOM, BEST) else who for who in seats)
        asked = Exploration(followed, best, tuple(results), tuple(sums), accumulating)
        self._asked = asked
        self._packing = packing_of(program, facts_of(program, bounds_of(program)), sums)
        key = key_of(digest(program), (asked, self._packing), host())

        def made() -> bytes:
            if not make:
                raise NotKept
            return explorer_code(program, self._packing, asked)

        code = Cache(folder()).content(key, made)
        self._loaded = loaded = Loaded(code)  # owns the code that is called
        self._explore = loaded.function("explore", ctypes.c_int64, ctypes.c_void_p)
        self._rehash = loaded.function("rehash", ctypes.c_int64, ctypes.c_void_p)
        refill = loaded.function("refill", ctypes.c_int64, *[ctypes.c_void_p] * 2, ctypes.c_int64)
        self._store = Store(self._packing.words, refill, asked, listing_room(program))

    @property
    def job(self) -> NDArray[np.int64]:
        """How far it is: words of a Job."""
        return self._store.job

    def vector(self, key: Key) -> list[int]:
        """The vector of a state, its counter at the stop."""
        return self._packing.vector(key)

    def explore(self, most: int, progress: Callable[[int, int], None] = lambda done, known: None) -> Chain:
        """All states that can be reached. Raises TooManyStates, and Fault where a rule fails."""
        start, turns, change = self._begun()
        job = self._store.job
        job[Job.MOST] = most
        while job[Job.DONE] < job[Job.KNOWN]:
            job[Job.LIMIT] = job[Job.DONE] + EACH
            self._run()
            progress(int(job[Job.DONE]), int(job[Job.KNOWN]))
            if job[Job.KNOWN] > most:
                raise TooManyStates(most, Keys(self._store.cut(Job.KEYS, int(job[Job.KNOWN]))))
        return self._chain(start, turns, change)

    def _run(self) -> None:
        store = self._store
        while (status := Status(self._explore(store.job.ctypes.data))) != Status.DONE:
            if status == Status.FAULT:
                raise fault_from(self._program, store.record.tolist())
            store.make_room(status, self._rehash)

    def _begun(self) -> tuple[int, int, Change | None]:
        """From the beginning of the game, written down as if it were a state; and all of that but the first state or ending
        forgotten."""
        job, store = self._store.job, self._store
        job[Job.BEGIN] = 1
        self._run()
        job[Job.BEGIN] = job[Job.DONE] = job[Job.USED] = 0
        start = store.first_target()
        _, _, turns, change, _, ended = store.tables[Job.WAYS].rows()[0]
        store.tables[Job.WAYS].empty()
        if not self._sums:
            return start, turns, None
        table, width = (Job.ENDED, self._results) if ended else (Job.CHANGES, self._sums)
        return start, turns, Change(tuple(store.tables[table].rows()[change][:width]))

    def _chain(self, start: int, turns: int, change: Change | None) -> Chain:
        store, count = self._store, int(self._store.job[Job.DONE])
        used = int(store.job[Job.USED])
        return Chain(
            store.cut(Job.OFFSETS, count + 1),
            store.cut(Job.TARGETS, used),
            store.cut(Job.CODES, used),
            store.cut(Job.MOVERS, count),
            self._ways(),
            [Ending(row[0], row[1], tuple(row[2:])) for row in store.tables[Job.ENDINGS].rows()],
            start,
            turns,
            change,
            Keys(store.cut(Job.KEYS, count)),
        )

    def _ways(self) -> list[Way]:
        tables = self._store.tables
        changes = [self._change(row, self._sums, False) for row in tables[Job.CHANGES].rows()]
        ended = [self._change(row, self._results, True) for row in tables[Job.ENDED].rows()]
        found = []
        for weight, total, turns, change, action, over in tables[Job.WAYS].rows():
            told = (ended if over else changes)[change] if self._sums else None
            found.append(Way(weight, total, turns, told, action, bool(over)))
        return found

    def _change(self, row: Sequence[int], width: int, ended: bool) -> Change | None:
        """What became of the sums when all were 0, then when each was 1, says what becomes of any."""
        added = tuple(row[:width])
        columns = [row[width * k : width * (k + 1)] for k in range(1, self._sums + 1)] if len(row) > width else []
        matrix = tuple(tuple(column[k] - added[k] for column in columns) for k in range(width))
        stays = not ended and (not columns or _is_identity(matrix))
        if stays:
            return Change(added) if any(added) else None
        return Change(added, matrix)


def _is_identity(matrix: Sequence[Sequence[int]]) -> bool:
    return all(value == (row == column) for row, values in enumerate(matrix) for column, value in enumerate(values))
