"""What each does once is no turn: a game without a phase of turns has no figure for them."""

from parlour.interpreter.face import Game, load
from parlour.interpreter.simulating import simulate

RULESET = """
parlour: 1
id: once
title: Once
language: en
players: 2
chance: {die: {faces: 6}}
variables: {points: {of: player, range: 0..6}}
phases:
  all: {each: players, do: [{roll: {with: die, as: t}}, {set: {me.points: t.total}}]}
score: me.points
"""


def test_a_phase_of_each_counts_no_turns(tmp_path):
    path = tmp_path / "once.yaml"
    path.write_text(RULESET, encoding="utf-8")
    assert simulate(Game(load(str(path))), 5).turns is None
