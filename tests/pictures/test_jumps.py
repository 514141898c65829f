"""Which squares send a pawn on for certain: read from the program, so options and the ruleset's own effects count."""

import pytest

from parlour.interpreter.face import Game, load
from parlour.interpreter.pictures.jumps import jumps_of

LANE = """
parlour: 1
id: lane
title: Lane
language: en
players: 2
options: {turned: {default: false}}
accounts: {purse: {of: player, starts: 5, short: pays_all}, pot: {of: table}}
chance: {die: {throw: 1, faces: 3}}
board: {squares: 12, starts: 0, beyond: stay, effects_when: not forced}
effects:
  slides: {with: {to: square}, do: [{go_to: to}]}
squares:
  2: {land: {slides: 7}}
  3: {land: [{if: me.purse > 2, transfer: {from: me.purse, to: pot, amount: 2}}, {go_to: 1}]}
  4: {land: {if: me.purse > 2, go_to: 1}}
  5: {land: {go_to: {who: opponent, to: 1}}}
  6: {land: {move: 2}}
  7: {land: [{roll: {with: die, as: t}}, {go_to: t.total}]}
  8: {land: [{roll: {with: die, as: t}}, {go_to: 9}]}
  9: {land: {go_to: 0}}
  10: {land: [{go_to: 4}, {go_to: 5}]}
  11: {land: {if: turned, then: {go_to: 2}, else: {go_to: 3}}}
  12: {land: {end: {outcome: home, winners: me}}}
phases:
  walk:
    turns: players
    do:
      - roll: {with: die, as: t}
      - move: t.total
"""


@pytest.fixture
def lane(tmp_path):
    path = tmp_path / "lane.yaml"
    path.write_text(LANE, encoding="utf-8")
    return load(path)


def test_only_what_is_certain_is_a_jump(lane):
    assert jumps_of(Game(lane).program) == {2: 7, 3: 1, 8: 9, 10: 5, 11: 3}


def test_options_decide(lane):
    assert jumps_of(Game(lane, None, {"turned": True}).program)[11] == 2


def test_a_game_without_a_board_has_none():
    assert jumps_of(Game(load("pig")).program) == {}
