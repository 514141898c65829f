"""A seed and a number in, always the same mutant of a ruleset out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from parlour.tests.mutation import byte_mutations, expression_mutations, tree_mutations
from parlour.tests.mutation.corpus import Seed, draw, seeds
from parlour.tests.mutation.tree import Entries, copy, parse, written

LEVELS = ("bytes", "tree", "expressions", "both")
_WEIGHTS = (15, 40, 35, 10)


@dataclass(frozen=True, slots=True)
class Mutant:
    """The bytes of a ruleset, what they were made of and how."""

    number: int
    level: str
    origin: str
    content: bytes


def mutant(seed: int, number: int, small: bool = False) -> Mutant:
    """Mutant `number` of a seed; `small`: mostly of the shortest rulesets, which are tried in a third of the time."""
    random = Random(f"{seed}/{number}")
    origin = draw(random, small)
    level = random.choices(LEVELS, _WEIGHTS)[0]
    return Mutant(number, level, origin.path.stem, _content(origin, level, random))


def _content(origin: Seed, level: str, random: Random) -> bytes:
    if level == "bytes":
        return byte_mutations.mutated(origin.text.encode(), random)
    tree = copy(_tree(seeds().index(origin)))
    assert isinstance(tree, Entries)
    if level in ("tree", "both"):
        tree_mutations.mutated(tree, origin, random)
    if level in ("expressions", "both"):
        expression_mutations.mutated(tree, origin, random)
    return written(tree).encode("utf-8", "surrogatepass")


@cache
def _tree(number: int) -> Entries:
    return parse(seeds()[number].text)
