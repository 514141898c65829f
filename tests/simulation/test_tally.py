"""Tallies add up in any grouping to what the games one by one add up to."""

import random
import statistics

import pytest

from parlour.interpreter.simulation.summary import Setting, summarize
from parlour.interpreter.simulation.tally import Result, Sums, Tally

SETTING = Setting("game", "0" * 64, {}, 2, ("bot:random",) * 2, 1, ("", "won", "lost", "over"), ("m", "k"), True)


def results(count, seed=1):
    rng = random.Random(seed)
    return [
        Result(
            number,
            rng.choice((1, 1, 2, 3)),
            rng.random() < 0.1,
            rng.randrange(4),
            (rng.randrange(-50, 50), rng.randrange(10**18)),
            (rng.randrange(2), -rng.randrange(100)),
            rng.randrange(1, 30),
            rng.randrange(99),
        )
        for number in range(count)
    ]


def tally_of(some):
    tally = Tally.empty(4, 2, 2)
    tally.add_all(some)
    return tally


def test_a_merged_tally_is_that_of_all():
    some = results(500)
    merged = Tally.empty(4, 2, 2)
    for start, end in ((0, 1), (1, 1), (1, 200), (200, 500)):
        merged = merged.merged(tally_of(some[start:end]))
    assert merged == tally_of(some)


def test_merging_changes_neither():
    left, right = tally_of(results(5)), tally_of(results(6, seed=2))
    left.merged(right)
    assert (left, right) == (tally_of(results(5)), tally_of(results(6, seed=2)))


def test_tallies_of_different_programs_do_not_merge():
    with pytest.raises(ValueError, match="zip"):
        Tally.empty(4, 2, 2).merged(Tally.empty(4, 3, 2))
    with pytest.raises(ValueError, match="zip"):
        Tally.empty(4, 2, 2).merged(Tally.empty(3, 2, 2))


@pytest.mark.parametrize("values", [[5], [-3, -9, -3], [0, 2**80, -(2**80)]])
def test_sums(values):
    sums = Sums()
    for value in values:
        sums.add(value)
    total, squares = sum(values), sum(v * v for v in values)
    assert sums == Sums(len(values), total, squares, min(values), max(values))


def test_a_summary_says_what_the_games_were():
    some = results(400)
    summary = summarize(SETTING, tally_of(some), "machine", 12.5)
    assert summary.games == 400
    assert summary.stopped == sum(r.stopped for r in some)
    assert list(summary.outcomes) == ["won", "lost", "over"]
    assert summary.outcomes["won"].games == sum(r.outcome == 1 for r in some)
    assert summary.outcomes["lost"].share == sum(r.outcome == 2 for r in some) / 400
    assert [w.games for w in summary.winners] == [sum(r.winners >> k & 1 for r in some) for k in (0, 1)]
    for seat in (0, 1):
        values = [r.scores[seat] for r in some]
        score = summary.scores[seat]
        assert score.mean == sum(values) / 400
        assert score.sd == pytest.approx(statistics.stdev(values), rel=1e-12)
        assert (score.least, score.greatest) == (min(values), max(values))
    assert summary.measures["k"].mean == statistics.fmean(r.measures[1] for r in some)
    turns = [r.turns for r in some]
    assert summary.turns.estimate.mean == statistics.fmean(turns)
    assert summary.turns.estimate.sd == pytest.approx(statistics.stdev(turns), rel=1e-12)
    assert summary.turns.quantiles["0.5"] == sorted(turns)[199]
    assert summary.turns.to_json()["max"] == max(turns)


def test_one_game_has_a_mean_and_no_spread():
    summary = summarize(SETTING, tally_of(results(1)), "machine")
    data = summary.to_json()
    assert data["scores"][0]["mean"] == results(1)[0].scores[0]
    assert (data["scores"][0]["sd"], data["scores"][0]["ci95"]) == (None, None)
    assert data["turns"]["sd"] is None


def test_no_game_has_nothing_but_its_setting():
    data = summarize(SETTING, tally_of([]), "machine").to_json()
    assert data["games"] == data["finished"] == 0
    assert data["outcomes"]["won"] == {"games": 0, "share": None, "ci95": None}
    assert data["scores"][1] == {"seat": 2, "mean": None, "sd": None, "ci95": None, "min": None, "max": None}
    assert data["turns"]["quantiles"]["0.5"] is None
