"""Counts and sums in, estimates out: shares with Wilson's interval, means with the normal one, quantiles."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

Z95 = 1.959963984540054  # the 97.5 % quantile of the normal distribution

Interval = tuple[float, float]


def wilson(count: int, games: int) -> Interval:
    """The 95 % score interval of a share (E. B. Wilson, JASA 22, 1927); (0, 1) of no games."""
    if games == 0:
        return 0.0, 1.0
    share, z = count / games, Z95
    centre = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    low = 0.0 if count == 0 else max(0.0, (centre - half) / scale)
    high = 1.0 if count == games else min(1.0, (centre + half) / scale)
    return low, high


def deviation(count: int, total: int, squares: int) -> float:
    """The standard deviation of a sample (divided by count - 1), from whole sums, so that nothing cancels; count > 1."""
    return sqrt(Fraction(count * squares - total * total, count * (count - 1)))


def around(mean: float, sd: float, count: int) -> Interval:
    """The 95 % interval of a mean, by the normal distribution."""
    half = Z95 * sd / sqrt(count)
    return mean - half, mean + half


def quantile(histogram: Mapping[int, int], share: Fraction) -> int:
    """The least value at or below which at least this share of the counts lies. ValueError where there are none."""
    wanted = share * sum(histogram.values())
    so_far = 0
    for value in sorted(histogram):
        so_far += histogram[value]
        if so_far >= wanted:
            return value
    raise ValueError("no quantile of nothing")
