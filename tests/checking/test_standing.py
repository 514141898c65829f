"""Where pawns can come on random boards, reckoned without playing: held against every throw of the machine."""

import random

import pytest
from msgspec.structs import replace

from parlour.interpreter.checking.moves import moves_of
from parlour.interpreter.checking.standing import reached_squares
from parlour.interpreter.checking.survey import survey
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.lowering.lowering import lower
from parlour.interpreter.lowering.settling import settle
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game

HEAD = "parlour: 1\nid: example\ntitle: Example\nplayers: 1\n"
LAST = 14
BOARD = """
chance: {{die: {{throw: 1, faces: 2}}}}
board: {{squares: {last}, effects_when: {when}, beyond: {beyond}}}
squares:
{squares}
phases:
  race:
    turns: players
    until: false
    do:
      - roll: {{with: die, as: cast}}
      - move: cast.total
"""
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
    chooser = random.Random(seed)

    def land():
        return chooser.choice(LANDS).format(a=chooser.randint(1, LAST), b=chooser.choice((-3, -1, 2, 3)))

    squares = "".join(f"  {n}: {{land: {land()}}}\n" for n in sorted(chooser.sample(range(1, LAST + 1), 6)))
    beyond = chooser.choice(("bounce", "stop", "wrap", "stay", "{go_to: 1}"))
    when = chooser.choice(("true", "not forced", "not forced"))
    return BOARD.format(last=LAST, squares=squares, beyond=beyond, when=when)


def rests(program):
    """Every square where the pawn of the only player stands when a turn is over."""
    game = Game(replace(program, limits=replace(program.limits, steps=3_000)))
    pawn = program.layout.named("at").base
    seen, waiting = set(), [game.new_state()]
    while waiting:
        state = waiting.pop()
        for outcome, *_ in state.chance_outcomes():
            following = state.clone()
            try:
                following.apply(outcome)
            except Fault as fault:
                assert fault.id == "endless"
                continue
            if following.vector[pawn] not in seen:
                seen.add(following.vector[pawn])
                waiting.append(following)
    return seen


def test_pawns_come_where_they_can_come(model_of):
    nearer = 0
    for seed in range(150):
        model = model_of(board(seed), head=HEAD)
        settled = settle(model, Report())
        moves = moves_of(survey(model).with_settled(settled))
        reached = reached_squares(moves)
        assert rests(lower(model, settled, Report())) <= reached <= moves.reached, board(seed)
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
    moves = moves_of(survey(model_of(text, head=HEAD)))
    assert (4 in reached_squares(moves)) is bool(kept)
