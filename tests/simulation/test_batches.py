"""Stretches cover every game once; where a simulation may stop does not depend on where it began."""

import pytest

from parlour.interpreter.simulation.batches import ROUND, rounds, stretches
from parlour.interpreter.simulation.workers import Pace


@pytest.mark.parametrize(("first", "last", "size"), [(0, 10, 3), (7, 20, 5), (0, 0, 4), (5, 5, 1), (0, 4, 4)])
def test_stretches(first, last, size):
    covered = [n for start, count in stretches(first, last, lambda: size) for n in range(start, start + count)]
    assert covered == list(range(first, last))


class Clockless:
    """An engine as a pace sees it."""

    def __init__(self, batch, shared):
        self.batch, self.shared = batch, shared


class TestPace:
    def test_games_that_nobody_has_measured_begin_with_one(self):
        pace = Pace(Clockless(250, shared=False))
        assert (pace.guessed, pace.size()) == (250, 1)

    def test_slow_games_are_played_one_by_one(self):
        pace = Pace(Clockless(250, shared=False))
        pace.took(1, 5.0)
        assert pace.size() == 1

    def test_quick_games_come_to_half_a_second(self):
        pace = Pace(Clockless(250, shared=False))
        for _ in range(10):
            pace.took(pace.size(), pace.size() / 1000)
        assert pace.size() == 500

    def test_what_was_measured_is_begun_with_and_mended(self):
        pace = Pace(Clockless(10_000, shared=True))
        assert pace.size() == 10_000
        pace.took(10_000, 5.0)
        assert pace.size() == 1_000

    def test_what_is_listed_has_an_end(self):
        pace = Pace(Clockless(10**6, shared=True), 500)
        assert pace.size() == 500
        pace.took(500, 1e-6)
        assert pace.size() == 500


def test_stretches_follow_what_was_learned():
    sizes = iter([1, 4, 16, 64])
    assert list(stretches(0, 30, lambda: next(sizes))) == [(0, 1), (1, 4), (5, 16), (21, 9)]


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
