"""The name of an engine, or how many games are wanted, in; what makes the engine out. Only that engine is imported."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from parlour.interpreter.bots import GREEDY, is_text
from parlour.interpreter.simulation.engine import MakeEngine

MACHINE, NATIVE = "machine", "native"
ENGINES = {
    NATIVE: ("parlour.interpreter.simulation.native", "CompiledEngine"),
    MACHINE: ("parlour.interpreter.simulation.machine", "MachineEngine"),
}
_QUICK = ("parlour.interpreter.simulation.native", "QuickEngine")
FEW = 100  # fewer games are over before machine code is made
MANY = 100_000  # fewer games begin in machine code that is made soon


class EngineUnavailable(Exception):
    """The engine that was asked for cannot run here; the message says why. The other plays the same games."""


def engine_for(games: int, name: str | None = None, bots: Sequence[str] = ()) -> tuple[str, MakeEngine]:
    """The engine of a name, or the one that is faster for so many games; its name, and what makes it.

    For some games machine code is made that is ready soon; where it is asked for by name, the best.

    `bots`: of each seat, as `MakeEngine` takes them: those that look ahead, or play a saved policy, play on the machine.

    Raises ValueError for a name that none has, EngineUnavailable.
    """
    if name is None:
        if games < FEW or _slow(bots) or why_machine(games, bots) is not None:
            return MACHINE, _made(ENGINES[MACHINE])
        return NATIVE, _made(ENGINES[NATIVE] if games >= MANY else _QUICK)
    if name not in ENGINES:
        raise ValueError(f"there is no engine '{name}': there are {' and '.join(ENGINES)}")
    if name == NATIVE and (slow := _slow(bots)):
        raise EngineUnavailable(f"{slow} needs the engine '{MACHINE}'")
    reason = why_not(name)
    if reason is not None:
        raise EngineUnavailable(reason)
    return name, _made(ENGINES[name])


def why_machine(games: int, bots: Sequence[str] = ()) -> str | None:
    """Why the machine plays so many games that machine code would play, were it to be had; None where none is missed."""
    return None if games < FEW or _slow(bots) else why_not(NATIVE)


def _slow(bots: Sequence[str]) -> str:
    """A bot among them that machine code does not play; empty where there is none."""
    if GREEDY in bots:
        return f"a bot that looks ahead ('{GREEDY}')"
    return "a policy that was saved" if any(is_text(bot) for bot in bots) else ""


def why_not(name: str) -> str | None:
    """Why an engine cannot run here; None where it can."""
    module = import_module(ENGINES[name][0])
    reason: str | None = module.why_not()
    return reason


def _made(where: tuple[str, str]) -> MakeEngine:
    module, maker = where
    made: MakeEngine = getattr(import_module(module), maker)
    return made
