"""Where walks end, held against the machine: a pawn that walks on a board of every kind."""

import itertools

import pytest

from parlour.interpreter.checking.ends import Ends, Stop, ends_of
from parlour.interpreter.checking.values import Values
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.lowering.lowering import lower
from parlour.interpreter.lowering.settling import settle
from parlour.interpreter.runtime.game import Game

WALK = """
board: {{squares: 6, starts: {start}, beyond: {beyond}, before: {before}, effects_when: true}}
phases:
  walk:
    do: {{move: {{by: {steps}, who: seat(1)}}}}
measures: {{where: seat(1).at.number}}
"""
RULES = ("stop", "stay", "bounce", "wrap")


@pytest.mark.parametrize(("beyond", "before"), list(itertools.product(RULES, RULES)))
def test_walks_end_where_the_machine_ends_them(model_of, beyond, before):
    for start, steps in itertools.product((1, 3, 6), (-9, -3, -2, 1, 4, 14)):
        model = model_of(WALK.format(start=start, steps=steps, beyond=beyond, before=before))
        settled = settle(model, Report())
        state = Game(lower(model, settled, Report())).new_state(seed=1)
        (stop,) = ends_of(model.board, Values(model)).walk(start, steps)
        assert state.measures()["where"] == stop.square, (start, steps)


def test_each_rule_that_options_leave_open_is_tried():
    ends = Ends(10, frozenset(("bounce", "stay", "statements")), frozenset(("stop",)))
    assert ends.walk(8, 4) == [Stop(8, -1, "bounce"), Stop(8, 1, "statements"), Stop(8, 1, "stay")]
    assert ends.walk(3, -2) == [Stop(1, -1)]
    assert ends.walk(3, -5) == [Stop(0, -1, "stop")]


def test_a_board_that_options_size_is_left_alone(model_of):
    model = model_of("options: {n: {default: 5, range: 4..9}}\nboard: {squares: n}\nphases: {a: {do: []}}\n")
    assert ends_of(model.board, Values(model)) is None
