"""What a worker has to know of a simulation, and what it answers: plain data that travel between computers."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.checked import compiled
from parlour.interpreter.diagnostics import Report, RulesetError
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.lowering.settled import Chosen
from parlour.interpreter.pipeline import checked
from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.program import Program
from parlour.interpreter.simulation.cluster.faults import ClusterFault
from parlour.interpreter.simulation.cluster.versions import Versions, versions
from parlour.interpreter.simulation.engines import NATIVE
from parlour.interpreter.simulation.workers import Played, Work


class Order(Struct, frozen=True):
    """A simulation. `text`: the resolved ruleset, compressed; `sha256` its hash, `program` that of what it is lowered to.

    `policies`: for each seat what an engine takes; `engine`: its name; `listed`: every game's result is wanted.
    """

    text: bytes
    sha256: str
    program: str
    players: int
    options: Mapping[str, Chosen]
    policies: tuple[str, ...]
    seed: int
    max_turns: int | None
    engine: str
    listed: bool
    versions: Versions


class Answer(Struct, frozen=True):
    """What became of a batch. `seconds`: spent on its games alone; `failed`: the first game in which a rule failed;
    `problem`: why the worker cannot play such games at all."""

    played: Played | None = None
    seconds: float = 0.0
    failed: int | None = None
    problem: str = ""


def order_of(
    text: str, sha: str, options: Mapping[str, Chosen], work: Work, max_turns: int | None, engine: str
) -> Order:
    """The order for `work`, of the resolved `text` with its hash. Raises ClusterFault.

    Its program is that of the text: equal squares that a ruleset names together stand one by one in a resolved text, so
    that it may become another program of the same games.
    """
    order = Order(
        text=packed(text),
        sha256=sha,
        program="",
        players=work.program.seats,
        options=options,
        policies=work.policies,
        seed=work.seed,
        max_turns=max_turns,
        engine=engine,
        listed=work.listed,
        versions=versions(engine == NATIVE),
    )
    return replace(order, program=digest(_lowered(order)))


def packed(text: str) -> bytes:
    """The text as it travels."""
    return zlib.compress(text.encode(), 9)


def program_of(order: Order) -> Program:
    """The program, lowered from the text here. Raises ClusterFault where it is not what was sent."""
    program = _lowered(order)
    if digest(program) != order.program:
        raise ClusterFault("the ruleset becomes another program there")
    return program


def _lowered(order: Order) -> Program:
    content = zlib.decompress(order.text)
    if sha256(content).hexdigest() != order.sha256:
        raise ClusterFault("the ruleset arrived changed: its hash is another")
    report = Report()
    try:
        source = decode(content, "ruleset", report)
        loaded = load_source(source, Library(), report) if source else None
        report.barrier()
        assert loaded is not None
        program, _ = compiled(checked(loaded, report), order.players, order.options)
    except RulesetError as fault:
        raise ClusterFault(f"the ruleset is not understood there: {fault.diagnostics[0].message}") from None
    if order.max_turns is not None:
        program = replace(program, limits=replace(program.limits, turns=order.max_turns))
    return program
