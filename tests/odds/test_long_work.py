"""What takes long tells how far it is, how much memory it may take, and can be stopped."""

import numpy as np
import pytest

from parlour.commands.state_progress import StateProgress, memory
from parlour.interpreter.odds.exploring.chain import CHANCE, Chain, Way
from parlour.interpreter.odds.solving.linear import Matrix


def test_states_speed_and_memory_are_told():
    line = StateProgress(1000).line(500_000, 2_000_000, 2.0)
    assert line == "500,000 of 2,000,000 known states, 250,000 a second, 640 MB; at most 1,000, 0 MB"


@pytest.mark.parametrize(("states", "said"), [(1000, "0 MB"), (1_000_000, "320 MB"), (25_000_000, "8.0 GB")])
def test_memory(states, said):
    assert memory(states) == said


def circle(count):
    """States that lead on to each other in a circle, and seldom out of it."""
    ways = [Way(999, 1000, 1, None, 0, False), Way(1, 1000, 1, None, 0, True)]
    targets = np.array([t for s in range(count) for t in ((s + 1) % count, -1)], dtype=np.int32)
    return Chain(
        offsets=np.arange(0, 2 * count + 1, 2),
        targets=targets,
        codes=np.array([0, 1] * count, dtype=np.uint32),
        movers=np.full(count, CHANCE, dtype=np.int8),
        ways=ways,
        endings=[None],
        start=0,
        start_turns=0,
        start_change=None,
        vectors=[],
    )


def test_solving_can_be_watched_and_stopped(monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.solving.equations.TERMS", 1)
    monkeypatch.setattr("parlour.interpreter.odds.solving.equations.SMALL", 10)
    told = []

    def watch(moved):
        told.append(moved)
        if len(told) == 3:
            raise KeyboardInterrupt

    begun = np.zeros(100)
    begun[0] = 1.0
    with pytest.raises(KeyboardInterrupt):
        Matrix(circle(100), watch=watch).visits(begun)
    assert told[0] > told[1] > told[2] > 0


def test_a_large_circle_is_solved(monkeypatch):
    matrix, begun = Matrix(circle(5000)), np.zeros(5000)
    begun[0] = 1.0
    visits = matrix.visits(begun).values
    assert visits.sum() == pytest.approx(1000, rel=1e-12)  # a game leaves once in a thousand steps
    assert matrix.residual(begun, visits) < 1e-14
    assert matrix.parts[0][0] == 4999 and len(matrix.parts) == 1
