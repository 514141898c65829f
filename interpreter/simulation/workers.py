"""Games in; their tallies out, stretch by stretch, in order, whatever number of threads or processes played them."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent import futures  # which loads what processes need when it is asked for them
from typing import Protocol

from msgspec import Struct

from parlour.interpreter.program.program import Program
from parlour.interpreter.simulation.batches import stretches
from parlour.interpreter.simulation.engine import Engine, MakeEngine
from parlour.interpreter.simulation.tally import Result, Tally

AHEAD = 2  # stretches that wait for each process, so that none is idle


class WorkerLost(Exception):
    """A process ended in the middle of a game: killed from outside, or out of memory."""

    def __init__(self, message: str = "") -> None:
        default = "a process that played games was ended from outside (out of memory?); try fewer --jobs"
        super().__init__(message or default)


class Work(Struct, frozen=True):
    """All that a process has to know. `listed`: every game's result is wanted, not only the tally."""

    program: Program
    seed: int
    policies: tuple[str, ...]
    make: MakeEngine
    listed: bool = False

    def engine(self) -> Engine:
        return self.make(self.program, self.seed, self.policies)


class Played(Struct, frozen=True):
    """A stretch of games; `results` is empty where they are not wanted one by one."""

    tally: Tally
    results: Sequence[Result] = ()


def play(work: Work, engine: Engine, first: int, count: int) -> Played:
    """One stretch. Raises GameFault."""
    if not work.listed:
        return Played(engine.tally(first, count))
    program, results = work.program, engine.results(first, count)
    tally = Tally.empty(len(program.outcomes), program.seats, len(program.measures))
    tally.add_all(results)
    return Played(tally, results)


class Players(Protocol):
    """Whoever plays: this thread, others, other processes, other computers."""

    def each(self, first: int, count: int) -> Iterator[Played]:
        """Games first … first + count - 1 in stretches, each once and in order. Raises GameFault, WorkerLost."""
        ...

    def close(self) -> None:
        """Nothing waits any more."""
        ...


class Here:
    """Plays in this thread, `size` games at a time."""

    def __init__(self, work: Work, engine: Engine, size: int) -> None:
        self._work, self._engine, self._size = work, engine, size

    def each(self, first: int, count: int) -> Iterator[Played]:
        for begin, some in stretches(first, first + count, self._size):
            yield play(self._work, self._engine, begin, some)

    def close(self) -> None:
        """Nothing waits."""


class Pool:
    """Plays in several threads with one engine, or in several processes with one each. Call `close` in the end."""

    def __init__(self, work: Work, engine: Engine, size: int, jobs: int) -> None:
        self._jobs, self._work, self._engine, self._size = jobs, work, engine, size
        self._pool: futures.Executor
        if engine.shared:
            self._pool = futures.ThreadPoolExecutor(jobs)
        else:
            self._pool = futures.ProcessPoolExecutor(jobs, initializer=_begin, initargs=(work,))

    def each(self, first: int, count: int) -> Iterator[Played]:
        waiting: deque[futures.Future[Played]] = deque()
        try:
            for begin, some in stretches(first, first + count, self._size):
                waiting.append(self._submit(begin, some))
                if len(waiting) >= self._jobs * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except futures.BrokenExecutor:
            raise WorkerLost from None

    def _submit(self, first: int, count: int) -> futures.Future[Played]:
        if self._engine.shared:
            return self._pool.submit(play, self._work, self._engine, first, count)
        return self._pool.submit(_play, first, count)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


_at_work: list[tuple[Work, Engine]] = []  # of a process of a pool: what it was started with


def _begin(work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is the business of the process that collects
    _at_work.append((work, work.engine()))


def _play(first: int, count: int) -> Played:
    work, engine = _at_work[0]
    return play(work, engine, first, count)
