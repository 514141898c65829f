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
def _weights() -> tuple[float, ...]:
    return tuple(accumulate((1500 + len(seed.text)) ** -2 for seed in seeds()))


def draw(random: Random) -> Seed:
    """One of them: half as long, about four times as often."""
    return random.choices(seeds(), cum_weights=_weights())[0]
