"""Standard deviations of results that no state holds: beside those worked out by hand; and where it is not known, why."""

from math import sqrt
from pathlib import Path

import pytest

from parlour.cli import main
from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.solving import moments

# Till a six is thrown, each throw is worth its points less three: E S = 3, and E S^2 = 19/6 + 5/6 E S^2, so 10 is the variance.
WALK = """
parlour: 1
id: walk
title: Walk
language: en
players: 1
accounts: {purse: {of: player, starts: 5, may_owe: true}, bank: {of: table, starts: 0, may_owe: true}}
chance: {die: {faces: 6}}
phases:
  play:
    do:
      - while: true
        do:
          - roll: {with: die, as: t}
          - if: t.total > 3
            then: {transfer: {from: bank, to: seat(1).purse, amount: t.total - 3}}
            else: {transfer: {from: seat(1).purse, to: bank, amount: 3 - t.total}}
          - if: t.total == 6
            end: {outcome: six}
score: PARTS
measures: {less: 0 - 2 * bank}
"""


@pytest.fixture
def walk(tmp_path):
    def written(score="me.purse"):
        path = tmp_path / "walk.yaml"
        path.write_text(WALK.replace("PARTS", score), encoding="utf-8")
        return path

    return written


def test_what_is_taken_away_counts_too(walk):
    found = odds(Game(load(walk())))
    assert found.solution.scores[0].value == pytest.approx(8, rel=1e-12)
    assert found.solution.scores[0].sd == pytest.approx(sqrt(10), rel=1e-9)
    assert found.solution.measures["less"].sd == pytest.approx(2 * sqrt(10), rel=1e-9)
    assert found.refusals == ()


def test_with_fractions(walk):
    figure = odds(Game(load(walk())), exact=True).solution.scores[0]
    assert (figure.fraction, round(figure.sd, 9)) == (8, round(sqrt(10), 9))


def test_of_a_game_that_is_known():
    """Craps: won with probability 244/495; after a point that falls n times of 36, its rolls are geometric."""
    points = [(n / 36, (n + 6) / 36) for n in (3, 4, 5, 5, 4, 3)]
    mean = 1 + sum(p / over for p, over in points)
    squares = 1 + sum(p * (2 / over + (2 - over) / over**2) for p, over in points)
    solution = odds(Game(load("craps"))).solution
    assert solution.scores[0].sd == pytest.approx(sqrt(1 - (7 / 495) ** 2), rel=1e-12)
    assert solution.measures["rolls"].sd == pytest.approx(sqrt(squares - mean**2), rel=1e-9)


def test_where_it_is_not_known():
    found = odds(Game(load("goose")))
    assert [(refusal.asked, refusal.is_aside) for refusal in found.refusals] == [("standard deviation of scores", True)]
    assert found.refusals[0].why == moments.MOVED
    assert [figure.sd for figure in found.solution.scores] == [None, None]


def test_where_it_would_take_long(walk, monkeypatch, capsys):
    monkeypatch.setattr(moments, "WORK", 0)
    assert main(["odds", str(walk())]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("no exact standard deviation of scores: it takes solving ")
    assert said[1].startswith("no exact standard deviation of less: ")


def test_what_is_the_same_in_every_game():
    """Rounding leaves next to nothing, which is not taken for a spread, nor for a reason to refuse it."""
    alike = Path(__file__).parents[1] / "features" / "fields_alike.yaml"
    found = odds(Game(load(alike)))  # a turn a card, whatever is thrown
    assert (found.refusals, found.solution.turns.value, found.solution.turns.sd) == ((), 2, 0)
    assert [figure.sd for figure in odds(Game(load("chutes-b"))).solution.scores] == [0]
