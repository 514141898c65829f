"""What tests of published results share: simulations of games of the library, and how far a figure may be off."""

from math import sqrt

import pytest

from parlour.interpreter.face import Game, load, simulate

Z = 4  # standard errors: a right engine fails once in 16,000 figures, and never at a seed that has passed


@pytest.fixture(scope="session")
def simulated():
    """simulated(id, n, players=…, seats=…, seed=…, options…): the summary; the same is simulated once."""
    known = {}

    def summary(identifier, n, players=None, seats=(), seed=1, **options):
        key = identifier, n, players, tuple(seats), seed, tuple(options.items())
        if key not in known:
            known[key] = simulate(Game(load(identifier), players, options), n, seed, seats)
        return known[key]

    return summary


def z_of(found, expected, n):
    """Standard errors between a share or a mean of n games and what it should be; `found` is a part of a summary."""
    if hasattr(found, "share"):
        return abs(found.share - expected) / sqrt(expected * (1 - expected) / n)
    return abs(found.mean - expected) / (found.sd / sqrt(n))


@pytest.fixture(scope="session")
def agrees():
    """agrees(summary, part, expected): within the bounds of chance; `part` is a share or an estimate of the summary."""
    return lambda summary, found, expected: z_of(found, expected, summary.games) < Z
