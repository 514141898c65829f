"""`--cluster` as it is typed in; who plays the games of a simulation there, out. Dask is imported for this alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from parlour.commands.outcome import CouldNotRun
from parlour.commands.waiting import Waiting
from parlour.interpreter.face import Game
from parlour.interpreter.installing import install
from parlour.interpreter.simulating import Simulating
from parlour.interpreter.simulation.cluster.faults import ClusterFault
from parlour.interpreter.simulation.workers import Players

LOCAL = "local"
_PACKAGE = "parlour.interpreter.simulation.cluster"
_ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?:\[[0-9a-fA-F:]+\]|[\w.-]+):([0-9]{1,5})")
_HIGHEST_PORT = 65_535


def cluster_address(ctx: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """`local`, or the address of a scheduler."""
    if given is None or given == LOCAL:
        return given
    found = _ADDRESS.fullmatch(given)
    if not found:
        raise click.BadParameter(f"'{given}' is no scheduler: write {LOCAL}, or an address as in tcp://127.0.0.1:8786")
    if int(found[1]) > _HIGHEST_PORT:
        raise click.BadParameter(f"'{given}' is no scheduler: ports go up to {_HIGHEST_PORT}")
    return given if "://" in given else f"tcp://{given}"


class Cluster:
    """An open cluster."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def players(self, game: Game, made: Simulating) -> Players:
        """Who plays the games of a simulation there. Raises CouldNotRun."""
        work, limit = made.simulation.work, made.simulation.work.program.limits.turns
        with telling(), Waiting("looking at the workers of the cluster"):
            order = import_module(f"{_PACKAGE}.order").order_of(
                game.ruleset.resolved(),
                game.ruleset.sha256,
                game.options,
                work,
                None if limit == game.program.limits.turns else limit,
                made.engine,
            )
            players: Players = self._session.players(order, work)
        return players


@contextmanager
def opened(where: str | None, jobs: int) -> Iterator[Cluster | None]:
    """The cluster, if one is asked for. Raises CouldNotRun where there is none."""
    if where is None:
        yield None
        return
    if find_spec("distributed") is None:
        raise CouldNotRun("--cluster needs Dask", f"install it with: {install('dask')}")
    with telling(), Waiting("starting a cluster here" if where == LOCAL else f"looking for {where}"):
        session = import_module(f"{_PACKAGE}.session").Session(where, jobs)
    with session:
        yield Cluster(session)


@contextmanager
def telling() -> Iterator[None]:
    """What goes wrong between computers means that the command could not run."""
    try:
        yield
    except ClusterFault as fault:
        raise CouldNotRun(str(fault)) from None
