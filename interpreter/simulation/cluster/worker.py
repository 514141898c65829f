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

_ready: dict[tuple[object, ...], tuple[Work, Engine]] = {}
_getting_ready = threading.Lock()


def play_batch(order: Order, first: int, count: int) -> Answer:
    """Games first … first + count - 1. Never raises: what goes wrong is an answer."""
    try:
        work, engine = _made_ready(order)
    except ClusterFault as fault:
        return Answer(problem=str(fault))
    begun = perf_counter()
    try:
        played = play(work, engine, first, count)
    except GameFault as fault:
        return Answer(failed=fault.number)
    return Answer(played, perf_counter() - begun)


def dask_setup(worker: object) -> None:
    """Of a worker that is started for one command: an interruption is the business of the process that collects."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _made_ready(order: Order) -> tuple[Work, Engine]:
    """The ruleset is lowered, and machine code made, when the first batch of an order comes."""
    key = (order.program, order.policies, order.seed, order.engine, order.listed, order.versions)
    with _getting_ready:
        if key not in _ready:
            made = _made(order)
            while len(_ready) >= KEPT:
                del _ready[next(iter(_ready))]
            _ready[key] = made
        return _ready[key]


def _made(order: Order) -> tuple[Work, Engine]:
    found = list(differences(versions(order.engine == NATIVE), order.versions))
    if found:
        raise ClusterFault("; ".join(found))
    try:
        _, make = engine_for(1, order.engine, order.policies)
    except EngineUnavailable as fault:
        raise ClusterFault(f"{fault}; --engine {MACHINE} plays the same games") from None
    work = Work(program_of(order), order.seed, order.policies, make, order.listed)
    try:
        return work, work.engine()
    except ValueError as fault:
        raise ClusterFault(str(fault)) from None  # a policy that was saved for another program
