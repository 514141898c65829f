"""Stretches of games in; each with its tally out, in order, whatever number of threads or processes played them."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from msgspec import Struct

from parlour.interpreter.program.program import Program
from parlour.interpreter.simulation.engine import Engine, MakeEngine
from parlour.interpreter.simulation.tally import Result, Tally

AHEAD = 2  # stretches that wait for each process, so that none is idle


class WorkerLost(Exception):
    """A process ended in the middle of a game: killed from outside, or out of memory."""

    def __init__(self) -> None:
        super().__init__("a process that played games was ended from outside (out of memory?); try fewer --jobs")


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


class Here:
    """Plays in this thread."""

    def __init__(self, work: Work, engine: Engine) -> None:
        self._work, self._engine = work, engine

    def each(self, stretches: Iterable[tuple[int, int]]) -> Iterator[Played]:
        for first, count in stretches:
            yield play(self._work, self._engine, first, count)

    def close(self) -> None:
        """Nothing waits."""


class Pool:
    """Plays in several threads with one engine, or in several processes with one each. Call `close` in the end."""

    def __init__(self, work: Work, engine: Engine, jobs: int) -> None:
        self._jobs, self._work, self._engine = jobs, work, engine
        self._pool: Executor
        if engine.shared:
            self._pool = ThreadPoolExecutor(jobs)
        else:
            self._pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(work,))

    def each(self, stretches: Iterable[tuple[int, int]]) -> Iterator[Played]:
        waiting: deque[Future[Played]] = deque()
        try:
            for first, count in stretches:
                waiting.append(self._submit(first, count))
                if len(waiting) >= self._jobs * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise WorkerLost from None

    def _submit(self, first: int, count: int) -> Future[Played]:
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
