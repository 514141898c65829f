"""Simulations of the library meet the results of simulated.yaml: 5,000 games, or 10,000,000 with `-m slow`; |z| < 4.

The slow run takes the Python machine too, with 100,000 games: some minutes a case.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
import yaml

from parlour.commands.simulation_options import processors
from parlour.interpreter.face import Game, load
from parlour.interpreter.simulating import simulating
from parlour.interpreter.simulation.engines import MACHINE, NATIVE
from parlour.interpreter.simulation.summary import Estimate, Share, Summary
from parlour.interpreter.simulation.tally import Result

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "simulated.yaml").read_text(encoding="utf-8"))
FEW, MANY, HUGE = 5_000, 100_000, 10_000_000
FARTHEST = 4.0  # standard errors


def name_of(case):
    options = [f"{name}={value}" for name, value in case.get("options", {}).items()]
    players = [f"players={case['players']}"] if "players" in case else []
    return " ".join([case["game"], *players, *options, case.get("seats", "")]).rstrip()


def parameters():
    """(case, games, engine): few games for an ordinary run, many for the slow one."""
    for case in CASES:
        name = name_of(case)
        yield pytest.param(case, HUGE, NATIVE, id=f"{name}, very many", marks=pytest.mark.slow)
        if not case.get("slow"):
            yield pytest.param(case, FEW, None, id=f"{name}, few")
            yield pytest.param(case, MANY, MACHINE, id=f"{name}, many by machine", marks=pytest.mark.slow)


@dataclass(frozen=True)
class Simulated:
    """A summary, and what it does not keep: how often each value of a measure came, and how often a seat was ahead."""

    summary: Summary
    measures: Sequence[Counter[int]]
    ahead: Sequence[int]

    def measured(self, name: str) -> Counter[int]:
        return self.measures[self.summary.setting.measures.index(name)]


class Kept:
    """Adds results up."""

    def __init__(self, measures: int, seats: int) -> None:
        self.measures = [Counter[int]() for _ in range(measures)]
        self.ahead = [0] * seats

    def add(self, results: Sequence[Result]) -> None:
        for counter, values in zip(self.measures, zip(*(r.measures for r in results), strict=True), strict=False):
            counter.update(values)
        for result in results:
            best = max(result.scores)
            if result.scores.count(best) == 1:
                self.ahead[result.scores.index(best)] += 1


@cache
def ruleset_of(game):
    return load(game)


def simulated(case, games, engine=None):
    game = Game(ruleset_of(case["game"]), case.get("players"), case.get("options"))
    made = simulating(game, games, 1, [case["seats"]] if "seats" in case else [], engine=engine, listed=True)
    kept = Kept(len(game.program.measures), game.players)
    made.simulation.run(games, processors(), keep=kept.add)
    assert made.simulation.played == games
    assert made.simulation.tally.stopped == 0
    return Simulated(made.summary(), kept.measures, kept.ahead)


def of_count(count, games, expected):
    """The share and its standard error, by what is expected where that is rare."""
    share = count / games
    return share, sqrt(max(share * (1 - share), expected * (1 - expected)) / games)


def of_share(share: Share, games, expected):
    return of_count(share.games, games, expected)


def of_mean(estimate: Estimate, games):
    return estimate.mean, estimate.sd / sqrt(games)


def of_deviation(values):
    """The standard deviation of values with their counts, and its standard error, from the fourth moment."""
    number = values.total()
    mean = sum(v * count for v, count in values.items()) / number
    second, fourth = (sum(count * (v - mean) ** power for v, count in values.items()) / number for power in (2, 4))
    return sqrt(second), sqrt((fourth - second**2) / number) / (2 * sqrt(second))


def found(figure, made: Simulated, expected):
    """A figure and its standard error in a simulation."""
    words, summary, games = figure.split(), made.summary, made.summary.games
    match words:
        case ["turns"]:
            return of_mean(summary.turns.estimate, games)
        case ["outcome", name]:
            return of_share(summary.outcomes[name], games, expected)
        case ["won", seat]:
            return of_share(summary.winners[int(seat) - 1], games, expected)
        case ["score", seat]:
            return of_mean(summary.scores[int(seat) - 1], games)
        case ["measure", name]:
            return of_mean(summary.measures[name], games)
        case ["sd", "of", name]:
            return of_deviation(made.measured(name))
        case ["ahead", seat]:
            return of_count(made.ahead[int(seat) - 1], games, expected)
        case [value, "of", name]:
            return of_count(made.measured(name)[int(value)], games, expected)
    raise AssertionError(f"no figure: {figure}")


def distance(figure, made: Simulated, value):
    """How many standard errors a figure lies from what is published."""
    expected, uncertain = value if isinstance(value, list) else (value, 0.0)
    number, error = found(figure, made, expected)
    error = max(error, 1e-9)
    if figure.startswith("measure") and set(made.measured(figure.split()[1])) <= {0, 1}:  # a share, and it may be rare
        number, error = of_count(round(number * made.summary.games), made.summary.games, expected)
    return (number - expected) / sqrt(error**2 + uncertain**2), number


@pytest.mark.parametrize(("case", "games", "engine"), list(parameters()))
def test_published_results_are_met(case, games, engine):
    made = simulated(case, games, engine)
    far = {}
    for figure, value in case["figures"].items():
        z, number = distance(figure, made, value)
        if not abs(z) < FARTHEST:
            far[figure] = f"{number} instead of {value}: z = {z:.2f}"
    assert far == {}


def test_a_wrong_figure_would_be_found():
    """Were the errors too large, or the figures not read, the test above would pass whatever a game does."""
    case = next(case for case in CASES if case["game"] == "humbert-sl")
    made = simulated(case, FEW)
    for figure, value in case["figures"].items():
        expected = value[0] if isinstance(value, list) else value
        z, _ = distance(figure, made, expected * 1.15)
        assert abs(z) > FARTHEST, figure
