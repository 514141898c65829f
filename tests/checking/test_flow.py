"""Which lists of statements come to their end, what they lead to, and how they can be left."""

import pytest

from parlour.interpreter.checking.flow import Flow

SECTIONS = """
variables: {{points: {{of: player, starts: 0}}}}
accounts: {{purse: {{of: player, short: {{do: broke}}}}, pot: {{of: table}}}}
board: {{squares: 9, effects_when: true, beyond: stop}}
squares: {{5: {{land: {{phase: later}}}}}}
cards: {{pack: {{cards: {{sun: {{do: {{end: turn}}}}, rain: {{}}}}}}}}
zones: {{stock: {{starts: pack, order: kept}}}}
effects:
  stops: {{do: {{end: turn}}}}
  broke: {{do: {{end: {{outcome: broke}}}}}}
phases:
  play: {{each: players, do: [{statement}]}}
  later: {{do: []}}
"""


def flow(model_of, statement):
    model = model_of(SECTIONS.format(statement=statement))
    return Flow(model), model.phases[0].body


@pytest.mark.parametrize(
    "statement",
    [
        "{end: turn}",
        "{phase: later}",
        "stops",
        "{if: me.points > 3, then: stops, else: {end: phase}}",
        "{match: me.points, cases: {1: stops, otherwise: {end: turn}}}",
        "{choose: {by: me, id: x, options: {a: stops, b: {end: turn}}}}",
        "{while: true, do: {add: {me.points: 1}}}",
    ],
)
def test_what_always_leaves(model_of, statement):
    found, body = flow(model_of, statement)
    assert not found.completes(body)


@pytest.mark.parametrize(
    "statement",
    [
        "{add: {me.points: 1}}",
        "{if: me.points > 3, end: turn}",
        "{if: me.points > 3, then: stops}",
        "{match: me.points, cases: {1: stops, 2: {end: turn}}}",
        "{choose: {by: me, id: x, options: {a: stops, b: []}}}",
        "{choose: {by: me, id: x, options: {a: {only_if: me.points > 3, do: stops}}, else: []}}",
        "{while: me.points < 3, do: stops}",
        "{for: p in players, do: stops}",
        "{move: 1}",
    ],
)
def test_what_may_go_on(model_of, statement):
    found, body = flow(model_of, statement)
    assert found.completes(body)


@pytest.mark.parametrize(
    ("statement", "exits"),
    [
        ("{add: {me.points: 1}}", set()),
        ("stops", {"turn"}),
        ("{move: 1}", {" later"}),
        ("{transfer: {from: me.purse, to: pot, amount: 1}}", {"game"}),
        ("{transfer: {from: me.purse, to: pot, amount: 1, short: pays_all}}", set()),
        ("{if: me.points > 3, then: {end: phase}}", {"phase"}),
        ("{obey: stock.top}", {"turn"}),
        ("{end: phase}, {phase: later}", {"phase"}),  # what comes after never runs
    ],
)
def test_how_lists_are_left(model_of, statement, exits):
    found, body = flow(model_of, statement)
    assert found.consequences(*body).exits == exits
