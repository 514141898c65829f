"""Games in; their tallies out, stretch by stretch, in order, whatever number of threads or processes played them."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent import futures  # which loads what processes need when it is asked for them
from sys import maxsize
from time import perf_counter
from typing import Protocol

from msgspec import Struct

from parlour.interpreter.program.program import Program
from parlour.interpreter.simulation.batches import stretches
from parlour.interpreter.simulation.engine import Engine, MakeEngine
from parlour.interpreter.simulation.interruptions import unheard
from parlour.interpreter.simulation.tally import Result, Tally

SECONDS = 0.5  # that a stretch should take
GROWTH = 4  # times as many games as in the last stretch, at most
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


def timed(work: Work, engine: Engine, first: int, count: int) -> tuple[Played, float]:
    """One stretch, and the seconds it took. Raises GameFault."""
    begun = perf_counter()
    return play(work, engine, first, count), perf_counter() - begun


class Pace:
    """How many games a stretch has: as many as take about half a second, so long an interruption waits.

    `guessed`: of the engine. One that is not told by measuring begins with a single game.
    """

    def __init__(self, engine: Engine, most: int | None = None) -> None:
        self._most = most or maxsize
        self.guessed = min(engine.batch, self._most)
        self._size = self.guessed if engine.shared else 1

    def size(self) -> int:
        """Of the next stretch."""
        return self._size

    def took(self, games: int, seconds: float) -> None:
        """How long a stretch took that was played to its end."""
        wanted = int(games * SECONDS / max(seconds, 1e-9))
        self._size = max(1, min(wanted, GROWTH * games, self._most))


class Players(Protocol):
    """Whoever plays: this thread, others, other processes, other computers."""

    def each(self, first: int, count: int) -> Iterator[Played]:
        """Games first … first + count - 1 in stretches, each once and in order. Raises GameFault, WorkerLost."""
        ...

    def close(self) -> None:
        """Nothing waits any more."""
        ...


class Here:
    """Plays in this thread."""

    def __init__(self, work: Work, engine: Engine, pace: Pace) -> None:
        self._work, self._engine, self._pace = work, engine, pace

    def each(self, first: int, count: int) -> Iterator[Played]:
        for begin, some in stretches(first, first + count, self._pace.size):
            played, seconds = timed(self._work, self._engine, begin, some)
            self._pace.took(some, seconds)
            yield played

    def close(self) -> None:
        """Nothing waits."""


class Pool:
    """Plays in several threads with one engine, or in several processes with one each. Call `close` in the end."""

    def __init__(self, work: Work, engine: Engine, pace: Pace, jobs: int) -> None:
        self._jobs, self._work, self._engine, self._pace = jobs, work, engine, pace
        self._pool: futures.Executor
        if engine.shared:
            self._pool = futures.ThreadPoolExecutor(jobs)
        else:
            self._pool = futures.ProcessPoolExecutor(jobs, initializer=_begin, initargs=(work,))

    def each(self, first: int, count: int) -> Iterator[Played]:
        waiting: deque[futures.Future[tuple[Played, float]]] = deque()
        try:
            for begin, some in stretches(first, first + count, self._pace.size):
                waiting.append(self._submit(begin, some))
                if len(waiting) >= self._jobs * AHEAD:
                    yield self._next(waiting)
            while waiting:
                yield self._next(waiting)
        except futures.BrokenExecutor:
            raise WorkerLost from None

    def _next(self, waiting: deque[futures.Future[tuple[Played, float]]]) -> Played:
        played, seconds = waiting.popleft().result()
        self._pace.took(played.tally.games, seconds)
        return played

    def _submit(self, first: int, count: int) -> futures.Future[tuple[Played, float]]:
        if self._engine.shared:
            return self._pool.submit(timed, self._work, self._engine, first, count)
        return self._pool.submit(_play, first, count)

    def close(self) -> None:
        with unheard():
            self._pool.shutdown(cancel_futures=True)


_at_work: list[tuple[Work, Engine]] = []  # of a process of a pool: what it was started with


def _begin(work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is the business of the process that collects
    _at_work.append((work, work.engine()))


def _play(first: int, count: int) -> tuple[Played, float]:
    work, engine = _at_work[0]
    return timed(work, engine, first, count)
