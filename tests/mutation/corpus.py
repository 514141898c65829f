"""The rulesets of the library and of tests/features/ in; texts to be mutated out, small ones more often."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "rulesets", ROOT / "tests" / "features")
_EXTENDS = re.compile(r"^extends: *([\w-]+)", re.MULTILINE)
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Seed:
    """A ruleset as it is written; `names` are all the words in it."""

    path: Path
    text: str
    names: tuple[str, ...]


@cache
def seeds() -> tuple[Seed, ...]:
    """All of them, by name."""
    paths = sorted(path for folder in FOLDERS for path in folder.glob("*.yaml"))
    return tuple(_seed(path) for path in paths)


def _seed(path: Path) -> Seed:
    text = path.read_text(encoding="utf-8")
    return Seed(path, text, tuple(sorted(set(_NAME.findall(text)))))


@cache
def _weights(steepness: float) -> tuple[float, ...]:
    return tuple(accumulate((1500 + _length(seed)) ** -steepness for seed in seeds()))


def _length(seed: Seed) -> int:
    """With what it extends."""
    base = _EXTENDS.search(seed.text)
    named = [s for s in seeds() if base and s.path.stem == base.group(1)]
    return len(seed.text) + sum(map(_length, named))


def draw(random: Random, small: bool) -> Seed:
    """One of them: half as long, about four times as often; `small`: forty times."""
    return random.choices(seeds(), cum_weights=_weights(5.5 if small else 2.5))[0]
