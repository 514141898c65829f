"""Chains without an end: what the check says of random boards, held against the machine."""

import random

import pytest
from msgspec.structs import replace

from parlour.interpreter.checking.chains import check_chains
from parlour.interpreter.checking.survey import survey
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.lowering.lowering import lower
from parlour.interpreter.lowering.settling import settle
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game

LAST = 12
BOARD = """
chance: {{die: {{throw: 1, faces: 3}}}}
variables: {{cast: {{type: throw}}}}
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
STATEMENTS = (
    "{{go_to: {a}}}",
    "{{move: {b}}}",
    "{{move: cast.total * going}}",
    "{{move: -cast.total}}",
    "[{{go_to: {a}}}, {{move: {b}}}]",
    "{{match: cast, cases: {{1: {{go_to: {a}}}, otherwise: []}}}}",
    "{{if: cast.has(2), then: {{move: {b}}}, else: {{go_to: {a}}}}}",
    "{{go_to: {{to: {a}, land: cast.total > 1}}}}",
)


def board(seed):
    """A board on which a third of the squares send pawns on."""
    chooser = random.Random(seed)
    squares = "".join(
        f"  {n}: {{land: {chooser.choice(STATEMENTS).format(a=chooser.randint(1, LAST), b=chooser.choice((-3, -2, 1, 2)))}}}\n"
        for n in sorted(chooser.sample(range(1, LAST + 1), 4))
    )
    beyond = chooser.choice(("bounce", "stop", "wrap", "stay", "{go_to: 1}"))
    return BOARD.format(last=LAST, squares=squares, beyond=beyond, when="true")


def goes_round(program):
    """Whether some throw, from a square where a pawn can come to rest, starts landings without an end."""
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
                return True
            if following.vector[pawn] not in seen:
                seen.add(following.vector[pawn])
                waiting.append(following)
    return False


@pytest.mark.parametrize("seed", range(150))
def test_chains_are_those_that_the_machine_meets(model_of, seed):
    text = board(seed)
    model = model_of(text, head="parlour: 1\nid: example\ntitle: Example\nplayers: 1\n")
    report, settled = Report(), settle(model, Report())
    check_chains(survey(model).with_settled(settled), report)
    assert bool(report.found) == goes_round(lower(model, settled, Report())), text
