"""What exact odds are made of: figures as they are reported, and what could not be answered, with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

ODDS = "the odds"  # what is asked where nothing at all can be said


class Figure(Struct, frozen=True):
    """A number, with the same as a fraction where that was asked for and found; `sd` where it is known, else `unsure` says
    why not. `within`: how far the number may be from the truth, because what hardly any game comes to was left out."""

    value: float
    fraction: Fraction | None = None
    sd: float | None = None
    within: float = 0.0
    unsure: str = ""


class Refusal(Struct, frozen=True):
    """What cannot be said, and why. `fields` make it too large; `states` were met before it was given up. `is_aside`: all
    means and shares are known, and nobody asked for more."""

    asked: str
    why: str
    fields: tuple[str, ...] = ()
    states: int = 0
    is_aside: bool = False


class Solution(Struct, frozen=True):
    """Exact odds. Seats are in order, the first is seat 1. What is None or missing was not asked for, or refused.

    `never`: the probability that a game goes on for ever. `value`: what best play is worth to the first seat that plays
    its best. `carried`: the fields that a state holds. `residual`: how far the solution is from solving its equations;
    `within`: how far any share is from the truth, at most.
    `watched`: for results that were reckoned apart from the states, what had to be known beside them. `folded`: how many
    independent seats were solved alone; 0 where a state holds all of them.
    """

    outcomes: Mapping[str, Figure] | None
    winners: tuple[Figure, ...] | None
    scores: tuple[Figure, ...] | None
    measures: Mapping[str, Figure]
    turns: Figure | None
    quantiles: Mapping[str, int | None] | None
    visits: Mapping[int, float] | None
    never: float
    value: Figure | None
    states: int
    transitions: int
    carried: tuple[str, ...]
    residual: float
    refusals: tuple[Refusal, ...]
    within: float
    watched: Mapping[str, tuple[str, ...]] = {}
    folded: int = 0
