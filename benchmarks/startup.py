"""How long a person waits for the command line: medians over runs, and their ratio to a Python that does nothing.

    python benchmarks/startup.py [--runs N]

Prints one row per command: median and fastest wall-clock seconds, and the median as a multiple of `python -c pass`
measured in between (the rows take turns, so that a busy machine slows all of them alike).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

PARLOUR = [sys.executable, "-m", "parlour.cli"]
BASE = "python -c pass"


def first_game() -> str:
    """The id of the first game of the library that can be played."""
    listed = subprocess.run([*PARLOUR, "list", "--json"], capture_output=True, check=True).stdout
    return str(next(game["id"] for game in json.loads(listed) if not game["abstract"]))


def seconds_to_end(command: list[str]) -> float:
    """Wall-clock seconds until the command has ended."""
    begun = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


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


def rows(game: str) -> dict[str, Callable[[], float]]:
    """What is measured: the row's name, and one run of it."""
    play = [*PARLOUR, "play", game, "--seed", "1", "--plain"]
    return {
        BASE: lambda: seconds_to_end([sys.executable, "-c", "pass"]),
        "parlour --help": lambda: seconds_to_end([*PARLOUR, "--help"]),
        "parlour list": lambda: seconds_to_end([*PARLOUR, "list"]),
        f"parlour validate {game}": lambda: seconds_to_end([*PARLOUR, "validate", game]),
        f"parlour play {game}, first prompt": lambda: seconds_to_prompt(play),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=15)
    options.add_argument("--game", help="an id of the library (default: its first game)")
    chosen = options.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as on any machine: Python keeps what it has compiled
    measured = rows(chosen.game or first_game())
    times: dict[str, list[float]] = {name: [] for name in measured}
    for _ in range(chosen.runs + 1):
        for name, run in measured.items():
            times[name].append(run())
    medians = {name: statistics.median(runs[1:]) for name, runs in times.items()}  # the first run fills the caches
    print(f"{'':40} {'median s':>9} {'fastest s':>9} {'ratio':>6}")
    for name, median in medians.items():
        print(f"{name:40} {median:9.3f} {min(times[name][1:]):9.3f} {median / medians[BASE]:6.1f}")


if __name__ == "__main__":
    main()
