"""How long a person waits for the command line: medians over runs, and their ratio to a Python that does nothing.

    python benchmarks/startup.py [--runs N] [--game ID]

Prints one row per command: median and fastest wall-clock seconds, the fastest seconds of processor time, and the median as
a multiple of `python -c pass` measured in between (the rows take turns, so that a busy machine slows all of them alike).
Cold: without machine code that was kept from before; warm: with it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PARLOUR = [sys.executable, "-m", "parlour.cli"]
BASE = "python -c pass"
RULESETS = Path(__file__).parents[1] / "rulesets"
PARTLY = 1  # how `odds` ends where something cannot be known exactly
CACHES = "XDG_CACHE_HOME"


def first_game() -> str:
    """The id of the first game of the library that can be played."""
    listed = subprocess.run([*PARLOUR, "list", "--json"], capture_output=True, check=True).stdout
    return str(next(game["id"] for game in json.loads(listed) if not game["abstract"]))


def biggest_game() -> str:
    """The id of the longest ruleset."""
    return max(RULESETS.glob("*.yaml"), key=lambda path: path.stat().st_size).stem


def seconds_to_end(command: list[str], caches: str | None = None) -> float:
    """Wall-clock seconds until the command has ended; `caches`: the folder of what is kept between runs."""
    environment = os.environ | ({CACHES: caches} if caches else {})
    begun = time.perf_counter()
    silent = subprocess.DEVNULL
    run = subprocess.run(command, stdin=silent, stdout=silent, stderr=silent, check=False, env=environment)
    if run.returncode not in (0, PARTLY):
        run.check_returncode()
    return time.perf_counter() - begun


def seconds_when_cold(command: list[str]) -> float:
    with tempfile.TemporaryDirectory() as caches:
        return seconds_to_end(command, caches)


def seconds_to_prompt(command: list[str]) -> float:
    """Wall-clock seconds until the command asks: what it has written does not end a line."""
    begun = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        assert run.stdin and run.stdout
        written = b"\n"
        while written.endswith(b"\n"):
            written = os.read(run.stdout.fileno(), 65536)
        if not written:
            raise RuntimeError(f"{command} ended without a prompt")
        waited = time.perf_counter() - begun
        run.stdin.write(b"q\n")
        run.stdin.close()
        run.stdout.read()
    return waited


def rows(game: str, caches: str) -> dict[str, Callable[[], float]]:
    """What is measured: the row's name, and one run of it."""
    play, biggest = [*PARLOUR, "play", game, "--seed", "1", "--plain"], biggest_game()
    simulate, odds = [*PARLOUR, "simulate", game, "-n", "1000"], [*PARLOUR, "odds", game]
    return {
        BASE: lambda: seconds_to_end([sys.executable, "-c", "pass"]),
        "parlour --help": lambda: seconds_to_end([*PARLOUR, "--help"]),
        "parlour list": lambda: seconds_to_end([*PARLOUR, "list"]),
        f"parlour validate {game}": lambda: seconds_to_end([*PARLOUR, "validate", game]),
        f"parlour validate {biggest}": lambda: seconds_to_end([*PARLOUR, "validate", biggest]),
        f"parlour play {game}, first prompt": lambda: seconds_to_prompt(play),
        f"parlour simulate {game} -n 1000, cold": lambda: seconds_when_cold(simulate),
        f"parlour simulate {game} -n 1000, warm": lambda: seconds_to_end(simulate, caches),
        f"parlour odds {game}, warm": lambda: seconds_to_end(odds, caches),
    }


def with_processor_time(run: Callable[[], float]) -> tuple[float, float]:
    """Wall-clock seconds as the run says, and seconds of processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    waited = run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return waited, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=15)
    options.add_argument("--game", help="an id of the library (default: its first game)")
    chosen = options.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as on any machine: Python keeps what it has compiled
    with tempfile.TemporaryDirectory() as caches:
        measured = rows(chosen.game or first_game(), caches)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in measured}
        for _ in range(chosen.runs + 1):
            for name, run in measured.items():
                times[name].append(with_processor_time(run))
    medians = {name: statistics.median(wall for wall, _ in runs[1:]) for name, runs in times.items()}
    print("| command | median s | fastest s | fastest CPU s | ratio |\n|---|---|---|---|---|")
    for name, median in medians.items():  # the first run fills the caches
        fastest, least = (min(run[k] for run in times[name][1:]) for k in (0, 1))
        print(f"| `{name}` | {median:.3f} | {fastest:.3f} | {least:.3f} | {median / medians[BASE]:.1f} |")


if __name__ == "__main__":
    main()
