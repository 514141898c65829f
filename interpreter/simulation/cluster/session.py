"""`local` or the address of a scheduler in; a Dask cluster that is fit to play, out. The one place that opens one."""

from __future__ import annotations

import logging
import signal
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from multiprocessing import resource_tracker
from platform import python_version
from typing import Any

from distributed import Client, LocalCluster
from distributed.security import Security

from parlour.interpreter.simulation.cluster.faults import ClusterFault
from parlour.interpreter.simulation.cluster.order import Order
from parlour.interpreter.simulation.cluster.players import ClusterPlayers
from parlour.interpreter.simulation.cluster.versions import PARLOUR, Versions, differences, minor, versions
from parlour.interpreter.simulation.engines import NATIVE
from parlour.interpreter.simulation.interruptions import unheard
from parlour.interpreter.simulation.workers import Work

LOCAL = "local"
TLS = "tls://"
LOOPBACK = "127.0.0.1"
CONNECT = 10.0  # seconds that a scheduler may take to answer
JOIN = 30.0  # seconds that the first worker may take to join
_WORKER = "parlour.interpreter.simulation.cluster.worker"
_LOUD = ("distributed", "tornado", "asyncio")  # what is wrong is told once, by us


class Session:
    """A client of a cluster, and the cluster itself where it was started here. Use it in a `with`."""

    def __init__(self, where: str, workers: int) -> None:
        """`where`: LOCAL, for so many workers on this computer, or the address of a scheduler. Raises ClusterFault."""
        _be_quiet()
        self.where = where
        if where.startswith(TLS):
            _check_certificates()
        self._cluster = _local(workers) if where == LOCAL else None
        try:
            self._client = _client(self._cluster or where)
        except BaseException:
            self._close_cluster()
            raise

    def players(self, order: Order, work: Work) -> ClusterPlayers:
        """Who plays this order. Raises ClusterFault where some worker is not fit to: all of them are told."""
        self._look_at_workers(order.engine == NATIVE)
        return ClusterPlayers(self._client, order, work)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *fault: object) -> None:
        with unheard():
            self._client.close(timeout=2)
            self._close_cluster()

    def _close_cluster(self) -> None:
        if self._cluster:
            self._cluster.close(timeout=5)

    def _look_at_workers(self, is_native: bool) -> None:
        try:
            self._client.wait_for_workers(1, timeout=JOIN)
            found = list(_unfit(self._client, versions(is_native)))
        except TimeoutError:
            raise ClusterFault(
                f"the scheduler at {self.where} has no workers: start some with `dask worker {self.where}`"
            ) from None
        except OSError as fault:
            raise ClusterFault(f"the scheduler at {self.where} does not answer any more: {fault}") from None
        if found:
            raise ClusterFault("\n".join(["not every worker plays as this process does:", *found]))


def _be_quiet() -> None:
    """Each logger by itself: distributed gives each a level of its own."""
    for name in (*_LOUD, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in _LOUD:
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _local(workers: int) -> Any:
    """Processes of one thread each; nothing of them can be reached from other computers."""
    start: Any = LocalCluster  # half of distributed has no types
    with _interruptions_later():
        return start(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host=LOOPBACK,
            dashboard_address=f"{LOOPBACK}:0",  # of the page that says it is healthy, which cannot be left out
            scheduler_kwargs={"dashboard": False},
            memory_limit=0,
            silence_logs=logging.CRITICAL,
            preload=[_WORKER],
        )


@contextmanager
def _interruptions_later() -> Iterator[None]:
    """Ctrl-C goes to every process of a terminal: those that are just starting must not hear it, and half a cluster
    cannot be closed. The block is inherited; the interruption comes when it is lifted."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it later would lift the block
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _check_certificates() -> None:
    """Those of the environment or of Dask's configuration; without them a client would wait for nothing."""
    security: Any = Security
    try:
        if security().get_connection_args("client")["ssl_context"] is not None:
            return
    except OSError as fault:  # ssl.SSLError is one
        raise ClusterFault(f"the certificates for {TLS} cannot be read: {fault}") from None
    raise ClusterFault(
        f"{TLS} needs certificates: set DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT"
        " and DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY to their files"
    )


def _client(cluster: Any) -> Any:
    connect: Any = Client
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of versions: those that matter are compared by us
            return connect(cluster, timeout=CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as fault:
        raise ClusterFault(f"no scheduler answers at {cluster}: {str(fault).splitlines()[0]}") from None


def _unfit(client: Any, ours: Versions) -> Iterator[str]:
    """A line for each worker and what is wrong with it. Asked step by step: each needs what was asked before."""
    dask = _asked(client, metadata.version, "distributed")
    python = _asked(client, python_version)
    parlour = _asked(client, metadata.version, PARLOUR)
    fit = []
    for worker, version in parlour.items():
        if isinstance(version, Exception):
            yield f"  {worker}: it has no Parlour: pip install 'parlour[dask]=={ours.parlour}' there"
        elif minor(str(python[worker])) != ours.python:
            yield f"  {worker}: it has Python {python[worker]}, this process {python_version()}"
        elif dask[worker] != metadata.version("distributed"):
            yield f"  {worker}: it has distributed {dask[worker]}, this process {metadata.version('distributed')}"
        elif version != ours.parlour:
            yield f"  {worker}: it has Parlour {version}, this process {ours.parlour}"
        else:
            fit.append(worker)
    if fit:
        for worker, theirs in client.run(versions, bool(ours.llvmlite), workers=fit, on_error="return").items():
            told = differences(theirs, ours) if isinstance(theirs, Versions) else [f"it cannot load Parlour: {theirs}"]
            yield from (f"  {worker}: {line}" for line in told)


def _asked(client: Any, function: object, *arguments: object) -> Mapping[str, object]:
    """What each worker answers; the exception where it cannot. Functions of the standard library need nothing there."""
    found: Mapping[str, object] = client.run(function, *arguments, on_error="return")
    return found
