"""Exact odds: exploring beside a hand-written C++ program, and a chain of ten million states from end to end.

    python benchmarks/odds/run.py [--runs N] [--states N] [--write]

Compiles race.cpp with g++ -O3 -march=native. Both explore the whole chain of the race with purses, stakes and the bank until
more than so many states are known, in turns, and must come to the same numbers of states and transitions. `--write` puts
the tables into benchmarks/README.md.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from parlour.benchmarks.results import options, publish
from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.native.exploring.job import Job
from parlour.interpreter.odds import answer
from parlour.interpreter.odds.exploring.exploration import NativeExplorer
from parlour.interpreter.odds.exploring.explorer import Explorer, TooManyStates
from parlour.interpreter.odds.slicing.slicing import Sliced, Slicer
from parlour.interpreter.program.expressions import Binary, Expr, Operator, Slot
from parlour.interpreter.program.program import Program, Role

HERE = Path(__file__).parent
RACE, SLOW = "humbert-ca", 100_000  # states that the machine explores, to be compared
# Of ten million states; of one component of more than a million.
LONG: tuple[tuple[str, int, dict[str, int]], ...] = (("pig", 2, {"goal": 173}), ("chutes", 3, {}))
Told = dict[str, Any]


def whole(program: Program) -> Sliced:
    """The slice for all that a game keeps: squares of it, so that nothing is only added up."""
    roles = (Role.ACCOUNT, Role.VARIABLE, Role.PAWN)
    slots = [f.base + k for f in program.layout.fields if f.role in roles for k in range(f.size)]
    asked: list[Expr] = [Binary(Operator.MULTIPLY, Slot(slot), Slot(slot), -1) for slot in slots]
    return Slicer(program, ()).sliced(asked)


def by_parlour(sliced: Sliced) -> Callable[[int], Told]:
    def explored(most: int) -> Told:
        explorer = NativeExplorer(sliced.program, ("", ""), (), sliced.sums, sliced.accumulating)
        begun = time.process_time()
        with suppress(TooManyStates):
            explorer.explore(most)
        seconds, job = time.process_time() - begun, explorer.job
        counted = {"explored": Job.DONE, "states": Job.KNOWN, "transitions": Job.USED}
        return {name: int(job[place]) for name, place in counted.items()} | {"seconds": seconds}

    return explored


def by_hand(folder: Path) -> Callable[[int], Told]:
    command = str(folder / "race")
    subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", "-o", command, str(HERE / "race.cpp")], check=True)

    def explored(most: int) -> Told:
        done = subprocess.run([command, str(most)], check=True, capture_output=True)
        found: Told = json.loads(done.stdout)
        found.pop("checksum")
        return found

    return explored


def by_machine(sliced: Sliced, most: int) -> float:
    """Seconds that the machine takes for so many states."""
    explorer = Explorer(sliced.program, ("", ""), (), sliced.sums, sliced.accumulating)
    begun = time.process_time()
    with suppress(TooManyStates):
        explorer.explore(most)
    return time.process_time() - begun


def compared(runs: int, states: int, folder: Path) -> str:
    """A row: states a second of both, of the machine, and the ratio."""
    sliced = whole(Game(load(RACE)).program)
    ours, theirs = by_parlour(sliced), by_hand(folder)
    seconds: list[tuple[float, float]] = []
    for _ in range(runs):
        mine, other = ours(states), theirs(states)
        seconds.append((mine.pop("seconds"), other.pop("seconds")))
        if mine != other:
            raise SystemExit(f"the two differ:\n{mine}\n{other}")
    a, b = (statistics.median(column) for column in zip(*seconds, strict=True))
    slow = SLOW / by_machine(sliced, SLOW)
    return (
        f"| {RACE} | {mine['states']:,} | {mine['transitions']:,} | {states / a / 1e6:.2f} | {states / b / 1e6:.2f} |"
        f" **{a / b:.2f}** | {slow / 1e6:.3f} |"
    )


def solved(name: str, players: int, options: dict[str, int]) -> str:
    """A row: states, seconds of processor and clock, memory; from the rules to the odds, all seats in one state."""
    vars(answer)["folded"] = lambda *asked: None  # each seat alone would be done in a second
    processor, clock = time.process_time(), time.perf_counter()
    found = odds(Game(load(name), players, options), results=False).solution
    processor, clock = time.process_time() - processor, time.perf_counter() - clock
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    told = " ".join(f"{k}={v}" for k, v in options.items())
    return (
        f"| {f'{name} {told}'.rstrip()} | {players} | {found.states:,} | {found.transitions:,} | {processor:.0f} s |"
        f" {clock:.0f} s | {memory:.1f} GB | {found.residual:.0e} |"
    )


def tables(runs: int, states: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        row = compared(runs, states, Path(folder))
    head = (
        "| ruleset | states | transitions | million states a second | by hand | times the time | by the machine |\n"
        "|---|---|---|---|---|---|---|"
    )
    long = "| ruleset | seats | states | transitions | processor | clock | memory | residual |\n|---|---|---|---|---|---|---|---|"
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:  # a process each: memory is counted from nothing
        rows = [pool.apply(solved, one) for one in LONG]
    return "\n".join([head, row, "", long, *rows])


def main() -> None:
    parser = options(__doc__, runs=5)
    parser.add_argument("--states", type=int, default=10_000_000)
    wish = parser.parse_args()
    publish("odds", tables(wish.runs, wish.states), wish.write)


if __name__ == "__main__":
    main()
