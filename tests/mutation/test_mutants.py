"""Thousands of mutated rulesets: none breaks the tool, and those that validate are played. `fuzz.py` tries more of them."""

import pytest

from parlour.tests.mutation.fuzz import Tally, batch, run
from parlour.tests.mutation.guards import bounded
from parlour.tests.mutation.mutator import mutant

SEED = 1
BATCHES, SIZE = 100, 50  # 5,000 mutants
MANY, JOBS = 200_000, 2


@pytest.mark.parametrize("number", range(BATCHES))
def test_mutants(number):
    with bounded():
        tally = batch(range(number * SIZE, (number + 1) * SIZE), SEED, small=True)
    assert not tally.failures, "\n".join(tally.page())


@pytest.mark.slow
def test_very_many_mutants():
    tally = Tally()
    for part in run(0, MANY, SEED + 1, JOBS):
        tally.add(part)
    assert tally.tried == MANY
    assert not tally.failures, "\n".join(tally.page())


def test_a_mutant_is_always_the_same():
    assert mutant(3, 7) == mutant(3, 7)
    assert mutant(3, 7, small=True) == mutant(3, 7, small=True)
    assert len({mutant(3, number).content for number in range(50)}) > 45
