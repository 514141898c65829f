"""Native simulation beside hand-written programs: totals that must be equal, and ratios of medians of processor time.

    python benchmarks/native/run.py [--runs N] [--scale X] [--write]

Compiles race.c and bank.c with gcc -O3 -march=native. All programs take turns, one thread each, so that a busy machine
slows all of them alike. `--write` puts the table into benchmarks/README.md.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.benchmarks.results import options, publish
from parlour.interpreter.checked import compiled
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.native.engine import NativeEngine
from parlour.interpreter.opening import opened
from parlour.interpreter.simulation.tally import Tally

HERE = Path(__file__).parent
SEED = 1
Told = dict[str, Any]  # what was added up, and `seconds`


@dataclass(frozen=True, slots=True)
class Contest:
    """A ruleset, and the same game by hand: its program, how many games, what ratio is wanted."""

    game: str
    by_hand: str
    games: int
    wanted: str


CONTESTS = (
    Contest("humbert-ca", "race.c", 2_000_000, "at least 1.5"),
    Contest("humbert-ca", "race.py", 10_000, "at least 80"),
    Contest("bank-nl", "bank.c", 500_000, "at least 0.83 (within 1.2 of the time)"),
)


def native(game: str) -> Callable[[int], Told]:
    """Plays games of a ruleset, made once."""
    program, _ = compiled(opened(game, Library()))
    engine = NativeEngine(program, SEED, [""] * program.seats)

    def played(games: int) -> Told:
        begun = time.process_time()
        tally = engine.tally(0, games)
        return told(tally, time.process_time() - begun)

    return played


def told(tally: Tally, seconds: float) -> Told:
    sums = [*tally.scores, *tally.measures]
    return {
        "games": tally.games,
        "outcomes": sorted(count for count in tally.outcomes if count),
        "winners": tally.winners,
        "turns": sum(turns * count for turns, count in tally.turns.items()),
        "sums": [s.total for s in sums],
        "squares": [s.squares for s in sums],
        "seconds": seconds,
    }


def by_hand(name: str, folder: Path) -> Callable[[int], Told]:
    """Runs a hand-written program."""
    if name.endswith(".py"):
        command = [sys.executable, str(HERE / name)]
    else:
        command = [str(folder / name.removesuffix(".c"))]
        subprocess.run(["gcc", "-O3", "-march=native", "-o", *command, str(HERE / name)], check=True)

    def played(games: int) -> Told:
        done = subprocess.run([*command, str(SEED), str(games)], check=True, capture_output=True)
        found: Told = json.loads(done.stdout)
        return found | {"outcomes": sorted(count for count in found["outcomes"] if count)}

    return played


def compared(contest: Contest, folder: Path, runs: int, scale: float) -> str:
    """A row of the table: microseconds a game of both, and the ratio of their speeds."""
    games = max(1000, int(contest.games * scale))
    ours, theirs = native(contest.game), by_hand(contest.by_hand, folder)
    seconds: list[tuple[float, float]] = []
    for _ in range(runs):
        mine, other = ours(games), theirs(games)
        seconds.append((mine.pop("seconds"), other.pop("seconds")))
        if mine != other:
            raise SystemExit(f"{contest.game} and {contest.by_hand} differ:\n{mine}\n{other}")
    a, b = (statistics.median(column) for column in zip(*seconds, strict=True))
    micro = 1e6 / games
    return (
        f"| {contest.game} | {contest.by_hand} | {games:,} | {a * micro:.3g} | {b * micro:.3g} | **{b / a:.3g}** |"
        f" {contest.wanted} |"
    )


def table(runs: int, scale: float) -> str:
    head = (
        "| ruleset | by hand | games | µs a game | µs by hand | times as fast | wanted |\n|---|---|---|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory() as folder:
        return "\n".join([head, *(compared(contest, Path(folder), runs, scale) for contest in CONTESTS)])


def main() -> None:
    parser = options(__doc__, runs=5)
    parser.add_argument("--scale", type=float, default=1, help="of the numbers of games")
    wish = parser.parse_args()
    publish("native", table(wish.runs, wish.scale), wish.write)


if __name__ == "__main__":
    main()
