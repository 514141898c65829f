"""A tally in, the figures of a report out: shares and means with 95 % intervals, in the shape that `--json` has."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from parlour.interpreter.simulation.statistics import Interval, around, deviation, quantile, wilson
from parlour.interpreter.simulation.tally import Sums, Tally

QUANTILES = ("0.05", "0.25", "0.5", "0.75", "0.95")


class Setting(Struct, frozen=True):
    """What was simulated. `seats` as they are given on a command line; `has_turns`: the game has a phase of turns."""

    game: str
    ruleset_sha256: str
    options: Mapping[str, int | bool | str]
    players: int
    seats: tuple[str, ...]
    seed: int
    outcomes: tuple[str, ...]  # by index of Program.outcomes
    measures: tuple[str, ...]
    has_turns: bool

    def to_json(self) -> dict[str, Any]:
        """Which game, as whom: as plain data; neither chance nor what is measured."""
        return {
            "game": self.game,
            "ruleset_sha256": self.ruleset_sha256,
            "options": dict(self.options),
            "players": self.players,
            "seats": list(self.seats),
        }


class Share(Struct, frozen=True):
    """How many of the games, which part of them (None of none), and its 95 % interval."""

    games: int
    share: float | None
    ci95: Interval | None

    def to_json(self) -> dict[str, Any]:
        return {"games": self.games, "share": self.share, "ci95": _pair(self.ci95)}


class Estimate(Struct, frozen=True):
    """The mean of a number (None of no games), its standard deviation and 95 % interval (None of a single game)."""

    mean: float | None
    sd: float | None
    ci95: Interval | None
    least: int | None
    greatest: int | None

    def to_json(self) -> dict[str, Any]:
        return {"mean": self.mean, "sd": self.sd, "ci95": _pair(self.ci95)}


class Turns(Struct, frozen=True):
    """Turns of a game: the mean, quantiles by their share (as text), the longest; `histogram[t]` games had t turns."""

    estimate: Estimate
    quantiles: Mapping[str, int | None]
    histogram: Mapping[int, int]

    def to_json(self) -> dict[str, Any]:
        return {**self.estimate.to_json(), "quantiles": dict(self.quantiles), "max": self.estimate.greatest}


class Summary(Struct, frozen=True):
    """Everything that a simulation says. Seats are in order, the first is seat 1. Games that a limit of the machine
    stopped count in all figures, under the outcome of the ruleset's `limit`; `turns` is None without a phase of turns.
    `visits`: landings on each square in a game, all pawns together, where they were counted.
    """

    setting: Setting
    games: int
    stopped: int
    outcomes: Mapping[str, Share]
    winners: tuple[Share, ...]
    scores: tuple[Estimate, ...]
    measures: Mapping[str, Estimate]
    turns: Turns | None
    games_per_second: float | None
    engine: str
    visits: Mapping[int, float | None] | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data, as `parlour simulate --json` prints it."""
        setting = self.setting
        return {
            **setting.to_json(),
            "seed": setting.seed,
            "games": self.games,
            "finished": self.games - self.stopped,
            "stopped_at_max_turns": self.stopped,
            "outcomes": {name: share.to_json() for name, share in self.outcomes.items()},
            "winners": [{"seat": seat, **share.to_json()} for seat, share in enumerate(self.winners, 1)],
            "scores": [_score(seat, score) for seat, score in enumerate(self.scores, 1)],
            "measures": {name: estimate.to_json() for name, estimate in self.measures.items()},
            "turns": self.turns.to_json() if self.turns else None,
            **({} if self.visits is None else {"visits": {str(square): mean for square, mean in self.visits.items()}}),
            "games_per_second": self.games_per_second,
            "engine": self.engine,
        }


def summarize(setting: Setting, tally: Tally, engine: str, games_per_second: float | None = None) -> Summary:
    """The summary of a tally of the program that `setting` describes."""
    outcomes = zip(setting.outcomes[1:], tally.outcomes[1:], strict=True)  # [0] is no outcome
    return Summary(
        setting,
        tally.games,
        tally.stopped,
        {name: _share(count, tally.games) for name, count in outcomes},
        tuple(_share(count, tally.games) for count in tally.winners),
        tuple(_estimate(sums) for sums in tally.scores),
        {name: _estimate(sums) for name, sums in zip(setting.measures, tally.measures, strict=True)},
        _turns(tally.turns) if setting.has_turns else None,
        games_per_second,
        engine,
    )


def _share(count: int, games: int) -> Share:
    return Share(count, count / games, wilson(count, games)) if games else Share(0, None, None)


def _estimate(sums: Sums) -> Estimate:
    if not sums.count:
        return Estimate(None, None, None, None, None)
    mean = sums.total / sums.count
    if sums.count == 1:
        return Estimate(mean, None, None, sums.least, sums.greatest)
    sd = deviation(sums.count, sums.total, sums.squares)
    return Estimate(mean, sd, around(mean, sd, sums.count), sums.least, sums.greatest)


def _turns(histogram: Mapping[int, int]) -> Turns:
    sums = Sums()
    for turns, games in histogram.items():
        total = turns * games
        sums = sums.merged(Sums(games, total, turns * total, turns, turns))
    quantiles = {name: quantile(histogram, Fraction(name)) if histogram else None for name in QUANTILES}
    return Turns(_estimate(sums), quantiles, histogram)


def _score(seat: int, score: Estimate) -> dict[str, Any]:
    return {"seat": seat, **score.to_json(), "min": score.least, "max": score.greatest}


def _pair(interval: Interval | None) -> list[float] | None:
    return list(interval) if interval else None
