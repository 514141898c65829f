"""What expressions can be: exact where that is finite, never less than what can be."""

import pytest

from parlour.interpreter.checking.possible import ANY, between, combined, disjoint, either, one_of, only
from parlour.interpreter.checking.values import Values
from parlour.interpreter.lowering.settled import Settled

SECTIONS = """
options:
  tie: {default: share, choices: [share, again, never]}
  fast: {default: true}
  length: {default: 20, range: 10..40}
accounts:
  purse: {of: player}
  debt: {of: player, may_owe: true}
variables:
  points: {of: player, range: 0..6}
  free: {starts: 0}
  cast: {type: throw}
sets: {few: [2, 3, 5], run: 4..6}
chance:
  die: {throw: 1, faces: 6}
  dice: {throw: 2, faces: 6}
  coins: {faces: [head, tail]}
board: {squares: 20, effects_when: true, beyond: stop}
squares:
  5: {colour: 3}
  6: {colour: 8}
cards: {pack: {standard: 32, value: {A: 20, otherwise: 2}}}
zones: {stock: {starts: pack, order: kept}}
formulas:
  double: {with: [n], is: 2 * n}
  asked: {is: EXPRESSION}
phases:
  play:
    each: players
    do:
      - roll: {with: dice, as: t}
      - roll: {with: die, as: cast}
      - roll: {with: coins, as: side}
      - let: {twice: 2 * t.total}
      - for: n in 1..3
        do: {set: {free: n + twice}}
      - for: c in stock
        do: {set: {free: c.value}}
      - set: {free: "CHOSEN"}
"""


def possible(model_of, expression, **how):
    """What an expression of the last statement can be."""
    text = SECTIONS.replace("EXPRESSION", "1").replace("CHOSEN", expression)
    model = model_of(text)
    step = model.phases[0].body[-1]
    ((_, value),) = step.arguments["set"].pairs
    return Values(model, **how).of(value)


@pytest.mark.parametrize(
    ("expression", "members"),
    [
        ("3", {3}),
        ("2 + 3 * 4", {14}),
        ("7 // 2 - 7 % 2", {2}),
        ("-(3)", {-3}),
        ("abs(-3)", {3}),
        ("min(4, 2, 3) + max(1, 5)", {7}),
        ("me.points", set(range(7))),
        ("2 * me.points", {0, 2, 4, 6, 8, 10, 12}),
        ("me.points // 4", {0, 1}),
        ("me.points % 3", {0, 1, 2}),
        ("min(me.points, 2)", {0, 1, 2}),
        ("1 if me.points > 3 else 9", {1, 9}),
        ("1 if 2 > 3 else 9", {9}),
        ("double(me.points) // 2", set(range(7))),
        ("length // 10", {1, 2, 3, 4}),
        ("seat_count", {2, 3, 4}),
        ("me.seat_number", {1, 2, 3, 4}),
        ("t.total", set(range(2, 13))),
        ("t.size", {2}),
        ("t.count(6)", {0, 1, 2}),
        ("t.die(1) - t.die(2)", {-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5}),
        ("twice", set(range(4, 25, 2))),
        ("cast.total", set(range(7))),  # 0 before anything is rolled
        ("me.at.colour", {0, 3, 8}),
        ("me.at.number // 21", {0}),
        ("sum(p.points for p in players)", set(range(25))),
        ("max(p.points for p in players) + 1", {1, 2, 3, 4, 5, 6, 7}),
        ("count(p in players where p.points > 2) // 5", {0}),
        ("first(n in few where n > me.points)", {-1, 2, 3, 5}),
    ],
)
def test_numbers(model_of, expression, members):
    assert possible(model_of, expression).members == frozenset(members)


@pytest.mark.parametrize(
    ("truth", "members"),
    [
        ("true", {1}),
        ("fast", {0, 1}),
        ("tie == share", {0, 1}),
        ("me.points > 6", {0}),
        ("me.points <= 6", {1}),
        ("me.points == 3 or true", {1}),
        ("me.points == 3 and false", {0}),
        ("not (me.points > 6)", {1}),
        ("t.total in few", {0, 1}),
        ("t.total in 2..12", {1}),
        ("me.points not in 7..9", {1}),
        ("4 in run", {1}),
        ("3 in run", {0}),
        ("5 in few", {1}),
        ("t.is_double", {0, 1}),
        ("t.has(6)", {0, 1}),
        ("t.has(7)", {0}),
        ("side.has(head)", {0, 1}),
        ("any(p in players where p.points > 3)", {0, 1}),
    ],
)
def test_truths(model_of, truth, members):
    found = possible(model_of, f"1 if {truth} else 0")
    assert found.members == frozenset(members)


def test_what_has_no_ends(model_of):
    for expression in ("free", "free * 3", "me.debt"):
        assert not possible(model_of, expression).is_bounded
    assert possible(model_of, "me.purse").low == 0
    assert possible(model_of, "max(free, 3)").low == 3


def test_settled_options_and_seats_are_constants(model_of):
    settled = Settled(3, {"tie": 1, "fast": 0, "length": 12})
    assert possible(model_of, "length + seat_count", settled=settled).single == 15
    assert possible(model_of, "1 if tie == again else 0", settled=settled).single == 1


def test_a_name_is_what_it_comes_from(model_of):
    text = SECTIONS.replace("EXPRESSION", "1").replace("CHOSEN", "1")
    model = model_of(text)
    values = Values(model)
    loop = model.phases[0].body[4].arguments
    ((_, value),) = loop["do"][0].arguments["set"].pairs
    assert values.of(value).members == frozenset(n + k for n in (1, 2, 3) for k in range(4, 25, 2))


def test_formulas_that_use_formulas_take_no_time(model_of):
    chain = "".join(f"  f{k}: {{with: [n], is: f{k - 1}(n) + f{k - 1}(n)}}\n" for k in range(1, 60))
    model = model_of(f"formulas:\n  f0: {{with: [n], is: n}}\n{chain}score: f59(1)\nphases: {{play: {{do: []}}}}\n")
    assert Values(model).of(model.score).single == 2**59


def test_arithmetic_of_possible_numbers():
    assert combined("+", between(0, 5_000), between(1, 2)) == between(1, 5_002)
    assert combined("*", between(-10_000, 1), between(0, 10_000)).low == -100_000_000
    assert combined("//", one_of((6, 7)), one_of((0, 2))) == only(3)
    assert combined("//", only(1), only(0)) is ANY
    assert combined("<", between(0, 9_000), between(9_001, 20_000)) == only(1)
    assert combined("==", between(0, 9_000), between(9_001, 20_000)) == only(0)
    assert combined("!=", between(0, 9_000), between(9_000, 20_000)) == one_of((0, 1))
    assert either((only(1), between(3, 5_000))) == between(1, 5_000)
    assert disjoint(one_of((1, 3)), only(2)) and not disjoint(between(1, 3), only(2))
