"""Stretches cover every game once; where a simulation may stop does not depend on where it began."""

import pytest

from parlour.interpreter.simulation.batches import ROUND, rounds, stretches


@pytest.mark.parametrize(("first", "last", "size"), [(0, 10, 3), (7, 20, 5), (0, 0, 4), (5, 5, 1), (0, 4, 4)])
def test_stretches(first, last, size):
    covered = [n for start, count in stretches(first, last, size) for n in range(start, start + count)]
    assert covered == list(range(first, last))


def test_rounds_cover_and_grow():
    found = list(rounds(0, 10**6))
    assert [start for start, _ in found] == [0, *(start + count for start, count in found[:-1])]
    assert sum(count for _, count in found) == 10**6
    assert found[0] == (0, ROUND)
    assert len(found) < 200


@pytest.mark.parametrize("first", [1, ROUND, ROUND + 1, 41_234])
def test_the_ends_of_rounds_are_the_same_after_a_resumption(first):
    ends = {start + count for start, count in rounds(0, 10**5)}
    assert {start + count for start, count in rounds(first, 10**5)} <= ends
