"""Policies that choose round and round without a chance between: the odds say so, and do not go round with them."""

import pytest

import parlour
from parlour.interpreter.odds.exploring import exploring

ROUND = """
parlour: 1
id: round
title: Round
language: en
players: 2
chance: {coin: {faces: [0, 1]}}
variables: {up: {type: bool}}
phases:
  begin:
    do:
      - roll: {with: coin, as: c}
      - if: c.total == 1
        then: {end: {outcome: lucky, winners: seat(1)}}
  play:
    turns: players
    do:
      - choose: {by: me, id: which, options: {flip: {set: {up: not up}}, stop: {end: {outcome: stopped, winners: me}}}}
words: {flip: flip, stop: stop}
texts: {lucky: "{who} is lucky.", stopped: "{who} stops.", which: Which?}
policies:
  on: {which: {flip: 1, stop: 0}}
  off: {which: {flip: 0, stop: 1}}
"""


@pytest.fixture
def round_game(tmp_path):
    path = tmp_path / "round.yaml"
    path.write_text(ROUND)
    return parlour.Game(parlour.load(path))


def test_policies_that_go_round_for_ever(round_game):
    found = parlour.odds(round_game, seats=["bot:on"])
    assert found.solution.never == pytest.approx(0.5)
    assert any("goes on for ever with probability 0.5" in refusal.why for refusal in found.refusals)


def test_against_one_who_stops_they_do_not(round_game):
    found = parlour.odds(round_game, seats=["bot:on", "bot:off"])
    assert found.solution.never == 0
    assert [winner["share"] for winner in found.to_json()["winners"]] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("seats", [["bot:on"], ["bot:on", "bot:off"]])
def test_machine_code_says_the_same(round_game, seats, monkeypatch):
    by_machine = parlour.odds(round_game, seats=seats).to_json()
    made, make = [], exploring.NativeExplorer
    monkeypatch.setattr(exploring, "FEW", 0)
    monkeypatch.setattr(exploring, "_native", lambda _, *given: made.append(make(*given)) or made[-1])
    by_code = parlour.odds(round_game, seats=seats).to_json()
    assert made
    for figure in ("outcomes", "winners", "turns", "never_ends", "states", "refused"):
        assert by_code[figure] == by_machine[figure]
