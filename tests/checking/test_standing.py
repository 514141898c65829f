"""Where pawns can come on random boards, reckoned without playing: held against every throw of the machine."""

import random

import pytest

from parlour.interpreter.checking.moves import moves_of
from parlour.interpreter.checking.standing import reached_squares
from parlour.interpreter.checking.survey import survey
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.lowering.lowering import lower
from parlour.interpreter.lowering.settling import settle
from parlour.tests.checking.random_boards import ALONE, landings, random_board

LANDS = (
    "{{go_to: {a}}}",
    "{{go_to: {a}}}",
    "{{move: {b}}}",
    "{{go_to: {{to: {a}, land: false}}}}",
    "[{{go_to: {a}}}, {{move: {b}}}]",
    "{{if: going > 0, then: {{go_to: {a}}}}}",
    "{{if: forced, then: {{go_to: {a}}}, else: {{move: {b}}}}}",
)


def board(seed):
    when = ("true", "not forced", "not forced")
    return random_board(random.Random(seed), LANDS, last=14, sending=6, steps=(-3, -1, 2, 3), faces=2, when=when)


def test_pawns_come_where_they_can_come(model_of):
    nearer = 0
    for seed in range(150):
        model = model_of(board(seed), head=ALONE)
        settled = settle(model, Report())
        moves = moves_of(survey(model).with_settled(settled))
        reached = reached_squares(moves)
        assert set(landings(lower(model, settled, Report()))) - {None} <= reached <= moves.reached, board(seed)
        nearer += reached != moves.reached
    assert nearer > 10, "squares that send all pawns on leave others unreached"


@pytest.mark.parametrize("kept", ["", ", land: false"])
def test_a_square_where_a_phase_only_puts_pawns_sends_nobody_on(model_of, kept):
    text = f"""
chance: {{die: {{throw: 1, faces: 2}}}}
board: {{squares: 9, effects_when: true, beyond: stop}}
squares: {{3: {{land: {{go_to: 8}}}}, 4: {{land: {{go_to: 8}}}}}}
phases:
  race:
    turns: players
    until: me.at == 9
    do: [{{roll: {{with: die, as: cast}}}}, {{if: cast.has(1), then: {{go_to: {{to: 3{kept}}}}}, else: {{move: 1}}}}]
"""
    moves = moves_of(survey(model_of(text, head=ALONE)))
    assert (4 in reached_squares(moves)) is bool(kept)
