"""Dice whose faces lie below 0, as a range, a list, a set or with weights: played, simulated and solved alike."""

import pytest

from parlour.interpreter.certainty import odds
from parlour.interpreter.diagnostics import RulesetError
from parlour.interpreter.face import Game, load
from parlour.interpreter.simulating import simulating

SLIDE = """
parlour: 1
id: slide
title: Slide
language: en
players: 2
sets: {steps: STEPS}
chance: {die: {throw: 2, faces: FACES}}
variables: {points: {of: player, range: -50..50}, least: {range: -9..9}, twice: {range: 0..2}}
phases:
  play:
    turns: players
    do:
      - roll: {with: die, as: t}
      - set: {me.points: t.total, least: t.die(2), twice: t.count(-1)}
      - match: t
        cases:
          -1 -1: {set: {me.points: 40}}
          0 1: {end: {outcome: home, winners: me}}
          otherwise: []
score: me.points
measures: {least: least, twice: twice}
texts: {home: Home.}
"""
WAYS = ["-1..1", "[-1, 0, 1]", "steps", "{-1: 1, 0: 1, 1: 1}"]


@pytest.fixture
def slide(tmp_path):
    def made(faces, steps="-1..1"):
        path = tmp_path / "slide.yaml"
        path.write_text(SLIDE.replace("FACES", faces).replace("STEPS", steps), encoding="utf-8")
        return Game(load(path), checked=True)

    return made


@pytest.mark.parametrize("faces", WAYS)
def test_what_a_throw_shows(slide, faces):
    game = slide(faces)
    state = game.new_state()
    throws = {state.outcome_spelling(o): weight for o, weight, _ in state.chance_outcomes()}
    assert throws == {"-1 -1": 1, "0 -1": 2, "0 0": 1, "1 -1": 2, "1 0": 2, "1 1": 1}
    state.apply(state.outcome_named("-1 0"))
    assert (state.scores()[0], state.measures()) == (-1, {"least": -1, "twice": 1})
    state.apply(state.outcome_named("-1 -1"))
    assert (state.scores()[1], state.measures()) == (40, {"least": -1, "twice": 2})
    state.apply(state.outcome_named("1 0"))
    assert (state.outcome, state.scores()) == ("home", [1, 40])


def test_every_way_to_write_them_is_the_same_game(slide):
    finals = {faces: [slide(faces).played(3, k).vector for k in range(20)] for faces in WAYS}
    assert all(found == finals["-1..1"] for found in finals.values())
    of_a_list = slide("steps", "[-1, 0, 1]")
    assert [of_a_list.played(3, k).vector for k in range(20)] == finals["-1..1"]


def test_odds_and_simulation(slide):
    game = slide("-1..1")
    found = odds(game).solution
    assert found.turns.value == pytest.approx(9 / 2)
    assert found.measures["twice"].value == 0
    means = [figure.value for figure in found.scores]
    for engine in ("machine", "native"):
        made = simulating(game, 4_000, 5, engine=engine)
        made.simulation.run(4_000)
        scores = made.summary().scores
        assert [score.mean for score in scores] == pytest.approx(means, abs=1.5)


def test_a_range_that_is_empty_is_refused(slide):
    with pytest.raises(RulesetError, match="faces of a die"):
        slide("1..-1")
