"""A program and its bots in; how it becomes machine code, with the time and the size of each stage, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.keeping import Cache
from parlour.interpreter.native.caching import folder, key_of
from parlour.interpreter.native.compiling import Loaded, NativeUnavailable, compiled, host
from parlour.interpreter.native.emitting.module import module_text
from parlour.interpreter.native.engine import GameFailed, NativeEngine
from parlour.interpreter.native.explaining import Explained, explained
from parlour.interpreter.native.planning.plan import Plan
from parlour.interpreter.native.planning.planning import plan_of
from parlour.interpreter.native.variant import Variant
from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.program import Program

T = TypeVar("T")

MOMENT = 0.1  # seconds of play that tell the speed


class Stage(Struct, frozen=True):
    """`made` counts what came out, in `unit`."""

    name: str
    seconds: float
    made: int
    unit: str


class Making(Struct, frozen=True):
    """What machine code was made of and how long each stage took. `unavailable`: why there is none; `kept`: whether the
    next simulation finds it made; `rate`: games a second on one processor, about; `failed`: the first game that a rule
    failed in, and how, where there is no such speed."""

    explained: Explained
    stages: tuple[Stage, ...]
    table_values: int
    kept: bool = False
    rate: float | None = None
    unavailable: str = ""
    failed: str = ""


def making(program: Program, seed: int, policies: Sequence[str]) -> Making:
    """Make machine code anew, whatever is kept, and play a moment with it."""
    variant, stages = Variant(tuple(policies)), list[Stage]()
    plan = _timed(stages, "plan", "instructions", lambda: plan_of(program, variant), _length)
    text = _timed(stages, "IR", "lines", lambda: module_text(plan, variant), lambda made: made.count("\n"))
    found = Making(explained(program, plan), (), _table_values(program, plan))
    try:
        _timed(stages, "llvmlite", "features of the processor", host, lambda made: len(made.features.split(",")))
        code = _timed(stages, "LLVM", "bytes", lambda: compiled(text), len)
        _timed(stages, "load", "bytes", lambda: Loaded(code), lambda made: len(code))
        key = key_of(digest(program), variant, host())
        kept = (folder() / f"{key}.bin").exists()
        Cache(folder()).content(key, lambda: code)
        found = replace(found, stages=tuple(stages), kept=kept)
        return replace(found, rate=rate_of(NativeEngine(program, seed, policies)))
    except NativeUnavailable as fault:
        return replace(found, stages=tuple(stages), unavailable=str(fault))
    except GameFailed as failed:
        return replace(found, failed=str(failed))


def rate_of(engine: NativeEngine) -> float:
    """Games a second, as a simulation plays them: of more and more at once, until that takes a moment. Raises GameFailed."""
    games, seconds = 16, 0.0
    while seconds < MOMENT:
        games *= 2
        begun = perf_counter()
        engine.tally(0, games)
        seconds = perf_counter() - begun
    return games / seconds


def _timed(stages: list[Stage], name: str, unit: str, make: Callable[[], T], size: Callable[[T], int]) -> T:
    begun = perf_counter()
    made = make()
    stages.append(Stage(name, perf_counter() - begun, size(made), unit))
    return made


def _length(plan: Plan) -> int:
    return len(plan.program.instructions)


def _table_values(program: Program, plan: Plan) -> int:
    """How many numbers the plan's own tables have."""
    return sum(len(table.values) for table in plan.program.tables[len(program.tables) :])
