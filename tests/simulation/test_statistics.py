"""Shares, means and quantiles against values worked out elsewhere."""

import random
import statistics
from fractions import Fraction

import pytest

from parlour.interpreter.simulation.statistics import Z95, around, deviation, quantile, wilson


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I: method 3, to four digits.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(count, games, low, high):
    assert wilson(count, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_is_symmetric_and_stays_within_0_and_1():
    for games in (1, 7, 1000, 10**12):
        for count in {0, 1, games // 3, games - 1, games}:
            low, high = wilson(count, games)
            mirrored = wilson(games - count, games)
            assert 0 <= low <= count / games <= high <= 1
            assert (1 - high, 1 - low) == pytest.approx(mirrored, abs=1e-12)


def test_wilson_of_nothing_says_nothing():
    assert wilson(0, 0) == (0.0, 1.0)


def test_z_is_the_quantile_of_the_normal_distribution():
    assert pytest.approx(statistics.NormalDist().inv_cdf(0.975), rel=1e-12) == Z95


def test_the_deviation_of_large_numbers_does_not_cancel():
    values = [10**17 + k for k in range(10)]
    found = deviation(len(values), sum(values), sum(v * v for v in values))
    assert found == pytest.approx(statistics.stdev(range(10)), rel=1e-12)


def test_the_interval_of_a_mean():
    low, high = around(5.0, 2.0, 100)
    assert (low, high) == pytest.approx((5 - 0.1 * 2 * Z95, 5 + 0.1 * 2 * Z95))


def test_quantiles_are_values_that_occur():
    values = random.Random(1).choices(range(50), k=999)
    histogram = {value: values.count(value) for value in set(values)}
    ordered = sorted(values)
    for text in ("0.05", "0.25", "0.5", "0.75", "0.95"):
        share = Fraction(text)
        assert quantile(histogram, share) == ordered[-(-share * 999 // 1) - 1]


def test_an_exact_share_takes_the_lower_value():
    assert quantile({1: 1, 2: 1}, Fraction("0.5")) == 1
    assert quantile({3: 5}, Fraction("0.05")) == 3
    with pytest.raises(ValueError, match="nothing"):
        quantile({}, Fraction("0.5"))
