"""The name of an engine, or how many games are wanted, in; what makes the engine out. Only that engine is imported."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from parlour.interpreter.bots import GREEDY
from parlour.interpreter.simulation.engine import MakeEngine

MACHINE, NATIVE = "machine", "native"
ENGINES = {
    NATIVE: ("parlour.interpreter.simulation.native", "CompiledEngine"),
    MACHINE: ("parlour.interpreter.simulation.machine", "MachineEngine"),
}
FEW = 2_000  # fewer games are over before machine code is made


class EngineUnavailable(Exception):
    """The engine that was asked for cannot run here; the message says why. The other plays the same games."""


def engine_for(games: int, name: str | None = None, bots: Sequence[str] = ()) -> tuple[str, MakeEngine]:
    """The engine of a name, or the one that is faster for so many games; its name, and what makes it.

    `bots`: of each seat, as `MakeEngine` takes them: those that look ahead play on the machine.

    Raises ValueError for a name that none has, EngineUnavailable.
    """
    if name is None:
        name = NATIVE if games >= FEW and GREEDY not in bots and why_not(NATIVE) is None else MACHINE
    if name not in ENGINES:
        raise ValueError(f"there is no engine '{name}': there are {' and '.join(ENGINES)}")
    if name == NATIVE and GREEDY in bots:
        raise EngineUnavailable(f"a bot that looks ahead ('{GREEDY}') plays on the engine '{MACHINE}'")
    reason = why_not(name)
    if reason is not None:
        raise EngineUnavailable(reason)
    return name, _made(name)


def why_not(name: str) -> str | None:
    """Why an engine cannot run here; None where it can."""
    module = import_module(ENGINES[name][0])
    reason: str | None = module.why_not()
    return reason


def _made(name: str) -> MakeEngine:
    module, maker = ENGINES[name]
    made: MakeEngine = getattr(import_module(module), maker)
    return made
