"""Games in; their tallies out, in order, played by the workers of a Dask cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError
from hashlib import sha256
from time import monotonic
from typing import Any

from distributed import KilledWorker
from msgspec import Struct

from parlour.interpreter.simulation.cluster.faults import ClusterFault
from parlour.interpreter.simulation.cluster.order import Answer, Order
from parlour.interpreter.simulation.cluster.pace import Pace
from parlour.interpreter.simulation.cluster.worker import play_batch
from parlour.interpreter.simulation.engines import MACHINE
from parlour.interpreter.simulation.simulation import LISTED
from parlour.interpreter.simulation.workers import Played, Work

AHEAD = 3  # batches for each thread that are on their way or wait to be added up
PATIENCE = 60.0  # seconds without any worker
FIRST = {MACHINE: 100}  # games of the first batches, by engine
_FIRST, _MOST = 4_000, 2**40
_SILENT = "the scheduler does not answer any more; what is finished is kept"
_LOOK = 5.0  # seconds between two looks at how many threads there are


class Batch(Struct, frozen=True):
    """Games that are played somewhere."""

    first: int
    count: int
    future: Any  # a distributed.Future


class ClusterPlayers:
    """Plays an order on the workers of a distributed.Client. `work`: the same games here, to tell a fault with its own place."""

    def __init__(self, client: Any, order: Order, work: Work) -> None:
        self._client, self._order, self._work = client, order, work
        self._name = _name(order)
        self._pace = Pace(FIRST.get(order.engine, _FIRST), LISTED if order.listed else _MOST)
        self._waiting: deque[Batch] = deque()
        self._threads, self._looked = 1, -_LOOK
        self._missed: float | None = None  # since when there is no worker

    def each(self, first: int, count: int) -> Iterator[Played]:
        """Each game once and in order, whatever workers come and go. Raises GameFault, ClusterFault."""
        position, end = first, first + count
        while position < end or self._waiting:
            while position < end and len(self._waiting) < AHEAD * self._count_threads():
                size = self._pace.size(end - position, self._threads)
                self._waiting.append(self._submit(position, size))
                position += size
            batch = self._waiting[0]
            answer = self._answer(batch)
            self._waiting.popleft()
            yield self._played(batch, answer)

    def close(self) -> None:
        """Whatever is still on its way is given up."""
        waiting, self._waiting = [batch.future for batch in self._waiting], deque()
        if waiting and self._client.status == "running":
            self._client.cancel(waiting)

    def _submit(self, first: int, count: int) -> Batch:
        """Named by what is played: whoever plays it again, the answer is the same."""
        key = f"parlour-{self._name}-{first}-{count}"
        return Batch(first, count, self._client.submit(play_batch, self._order, first, count, key=key))

    def _answer(self, batch: Batch) -> Answer:
        """Waits a second at a time, so that an interruption or a scheduler that is gone is seen."""
        while True:
            try:
                found: Answer = batch.future.result(timeout=1)
            except TimeoutError:
                self._check()
            except KilledWorker:
                raise ClusterFault(
                    f"{_games(batch)} ended every worker that played them, so they are given up (out of memory?)"
                ) from None
            except CancelledError:
                raise ClusterFault(
                    "the scheduler is gone: what was on its way is lost, what is finished is kept"
                ) from None
            except (ImportError, AttributeError) as fault:
                raise ClusterFault(
                    f"a worker cannot load Parlour ({fault}): install the same version there as here"
                ) from None
            else:
                self._missed = None
                return found

    def _played(self, batch: Batch, answer: Answer) -> Played:
        if answer.problem:
            raise ClusterFault(f"a worker cannot play these games: {answer.problem}")
        if answer.failed is not None:
            self._work.engine().tally(answer.failed, 1)  # raises GameFault, with the place in this text
            raise ClusterFault(f"game {answer.failed} fails on a worker and not here")
        assert answer.played is not None
        if answer.played.tally.games != batch.count:
            raise ClusterFault(f"{_games(batch)} came back as {answer.played.tally.games} games")
        self._pace.learn(batch.count, answer.seconds)
        return answer.played

    def _check(self) -> None:
        if self._client.status != "running":
            raise ClusterFault(_SILENT)
        self._looked = -_LOOK
        if self._count_threads(least=0):
            self._missed = None
            return
        self._missed = self._missed or monotonic()
        if monotonic() - self._missed > PATIENCE:
            raise ClusterFault(f"no worker has been there for {PATIENCE:.0f} seconds; what is finished is kept")

    def _count_threads(self, least: int = 1) -> int:
        """How many games can be played at once, as it was some seconds ago."""
        if monotonic() - self._looked > _LOOK:
            self._looked = monotonic()
            try:
                self._threads = sum(self._client.nthreads().values())
            except (OSError, CancelledError):
                raise ClusterFault(_SILENT) from None
        return max(least, self._threads)


def _name(order: Order) -> str:
    """The same for the same games, played by the same Parlour."""
    return sha256(repr(order).encode()).hexdigest()[:32]


def _games(batch: Batch) -> str:
    return f"games {batch.first} to {batch.first + batch.count - 1}"
