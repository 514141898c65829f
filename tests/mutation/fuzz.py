"""`python -m parlour.tests.mutation.fuzz -n 200000 --jobs 2`: so many mutants are tried, each failure is kept in a folder.

Each process may take 500 MB more than it begins with. The exit code is 1 where there was a failure.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from parlour.tests.mutation.guards import bounded
from parlour.tests.mutation.mutator import mutant
from parlour.tests.mutation.trial import GAMES, Failure, trial

BATCH = 200
RENEWED = 50  # batches: then a process has gathered enough
SLOW = 1.0  # seconds: told, though it is no failure


@dataclass(slots=True)
class Tally:
    """What became of many mutants."""

    tried: int = 0
    valid: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    failures: dict[str, list[tuple[int, str]]] = field(default_factory=dict)  # by signature: the mutants, what was said
    slow: list[tuple[float, int]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.tried += other.tried
        self.valid += other.valid
        self.codes.update(other.codes)
        self.faults.update(other.faults)
        for signature, found in other.failures.items():
            self.failures.setdefault(signature, []).extend(found)
        self.slow.extend(other.slow)

    def page(self) -> Iterator[str]:
        yield f"{self.tried} mutants, {self.valid} without errors, {sum(map(len, self.failures.values()))} failures"
        yield f"codes: {', '.join(f'{code} {n}' for code, n in sorted(self.codes.items()))}"
        yield f"faults of their own: {', '.join(f'{id} {n}' for id, n in sorted(self.faults.items()))}"
        for seconds, number in sorted(self.slow, reverse=True)[:10]:
            yield f"slow: {number} took {seconds:.1f} s"
        for signature, found in sorted(self.failures.items(), key=lambda item: -len(item[1])):
            yield f"FAILED {len(found)}x {signature}: {', '.join(str(number) for number, _ in found[:8])}"
            yield f"    {found[0][1][:300]}"


def batch(numbers: Iterable[int], seed: int, games: int = GAMES, small: bool = False) -> Tally:
    """Try these mutants of a seed."""
    tally = Tally()
    for number in numbers:
        begun = time.process_time()
        tally.tried += 1
        try:
            verdict = trial(mutant(seed, number, small).content, games)
        except Failure as failure:
            tally.failures.setdefault(failure.signature, []).append((number, str(failure)))
            continue
        tally.valid += verdict.valid
        tally.codes.update(verdict.codes)
        tally.faults.update(verdict.faults)
        if (spent := time.process_time() - begun) > SLOW:
            tally.slow.append((spent, number))
    return tally


def _bounded_batch(numbers: range, seed: int, games: int, small: bool) -> Tally:
    with bounded():
        return batch(numbers, seed, games, small)


def run(first: int, count: int, seed: int, jobs: int, games: int = GAMES, small: bool = False) -> Iterator[Tally]:
    """A tally for each batch, in processes of their own."""
    end = first + count
    batches = [range(start, min(end, start + BATCH)) for start in range(first, end, BATCH)]
    work = partial(_bounded_batch, seed=seed, games=games, small=small)
    for begin in range(0, len(batches), jobs * RENEWED):  # a pool that renews its own processes may wait for ever
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            yield from pool.map(work, batches[begin : begin + jobs * RENEWED])


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--count", type=int, default=1000, help="how many mutants")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each mutant without errors")
    parser.add_argument("--small", action="store_true", help="mostly of the shortest rulesets, as in the tests")
    parser.add_argument("--keep", type=Path, help="write one failing mutant of each kind into this folder")
    given = parser.parse_args(words)
    tally = Tally()
    for part in run(given.first, given.count, given.seed, given.jobs, given.games, given.small):
        for signature, found in part.failures.items():
            if signature not in tally.failures:
                sys.stderr.write(f"\n{signature}: {found[0][0]}\n")
        tally.add(part)
        sys.stderr.write(f"\r{tally.tried} tried, {len(tally.failures)} kinds of failure ")
        sys.stderr.flush()
    sys.stderr.write("\n")
    sys.stdout.write("\n".join(tally.page()) + "\n")
    if given.keep:
        _keep(tally, given)
    return 1 if tally.failures else 0


def _keep(tally: Tally, given: argparse.Namespace) -> None:
    folder: Path = given.keep
    folder.mkdir(parents=True, exist_ok=True)
    for signature, found in tally.failures.items():
        name = re.sub(r"\W+", "-", signature)[-80:].strip("-")
        mutants = (mutant(given.seed, number, given.small) for number, _ in found[:50])
        shortest = min(mutants, key=lambda m: len(m.content))
        (folder / f"{name}-{shortest.number}.yaml").write_bytes(shortest.content)
    for _, number in tally.slow:
        (folder / f"slow-{number}.yaml").write_bytes(mutant(given.seed, number, given.small).content)


if __name__ == "__main__":
    sys.exit(main())
