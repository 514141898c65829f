"""An order and the numbers of some games in, an answer out: what a worker does, in a process of its own.

The same numbers of the same order always have the same answer, so that a batch may be played again anywhere.
"""

from __future__ import annotations

import signal
import threading
from time import perf_counter

from parlour.interpreter.simulation.cluster.faults import ClusterFault
from parlour.interpreter.simulation.cluster.order import Answer, Order, program_of
from parlour.interpreter.simulation.cluster.versions import differences, versions
from parlour.interpreter.simulation.engine import Engine, GameFault
from parlour.interpreter.simulation.engines import MACHINE, NATIVE, EngineUnavailable, engine_for
from parlour.interpreter.simulation.workers import Work, play

KEPT = 8  # simulations that a worker is ready for

_getting_ready = threading.Lock()


class Ready:
    """A simulation that can be played: its engine in every thread, or where it cannot be shared one for each."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self._first, self._own = work.engine(), threading.local()
        self._own.engine = self._first

    @property
    def engine(self) -> Engine:
        """Of this thread."""
        if self._first.shared:
            return self._first
        found: Engine | None = getattr(self._own, "engine", None)
        if found is None:
            found = self._own.engine = self.work.engine()
        return found


_ready: dict[tuple[object, ...], Ready] = {}


def play_batch(order: Order, first: int, count: int) -> Answer:
    """Games first … first + count - 1. Never raises: what goes wrong is an answer."""
    try:
        ready = _made_ready(order)
    except ClusterFault as fault:
        return Answer(problem=str(fault))
    engine, begun = ready.engine, perf_counter()
    try:
        played = play(ready.work, engine, first, count)
    except GameFault as fault:
        return Answer(failed=fault.number)
    return Answer(played, perf_counter() - begun)


def dask_setup(worker: object) -> None:
    """Of a worker that is started for one command: an interruption is the business of the process that collects."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _made_ready(order: Order) -> Ready:
    """The ruleset is lowered, and machine code made, when the first batch of an order comes."""
    key = (order.program, order.policies, order.seed, order.engine, order.listed, order.versions)
    with _getting_ready:
        if key not in _ready:
            made = _made(order)
            while len(_ready) >= KEPT:
                del _ready[next(iter(_ready))]
            _ready[key] = made
        return _ready[key]


def _made(order: Order) -> Ready:
    found = list(differences(versions(order.engine == NATIVE), order.versions))
    if found:
        raise ClusterFault("; ".join(found))
    try:
        _, make = engine_for(1, order.engine, order.policies)
    except EngineUnavailable as fault:
        raise ClusterFault(f"{fault}; --engine {MACHINE} plays the same games") from None
    work = Work(program_of(order), order.seed, order.policies, make, order.listed)
    try:
        return Ready(work)
    except ValueError as fault:
        raise ClusterFault(str(fault)) from None  # a policy that was saved for another program
