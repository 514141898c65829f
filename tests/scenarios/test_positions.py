"""Where a scenario stands: at the first stop, at a phase, at a turn; what is laid there, and what is forgotten."""

import pytest

RACE = """\
parlour: 1
id: example
title: Example
language: en
players: {min: 2, max: 3}
options: {fee: {default: 2, range: 0..9}, long: {default: false}}
accounts:
  purse: {of: player, starts: 10}
  pot: {of: table}
variables:
  seen: {of: player, starts: 0, range: 0..99}
  pool: {starts: 0, range: 0..99, lasts: turn}
  laps: {starts: 0, range: 0..99, lasts: phase}
  who: {type: player}
  last: {type: throw}
  room: {of: 7..9, starts: 0, range: 0..9}
  open: {of: 1..3, type: bool, starts: true}
chance:
  dice: {throw: 2, faces: 6}
board:
  squares: 20
  starts: 0
  effects_when: true
  beyond: stay
squares:
  5: {name: Bridge, land: {go_to: 12}}
  9: {name: Inn, land: {miss_turns: 1}}
  15: {name: Well, meet: {free: other}, land: {catch: me}}
phases:
  pay:
    each: players
    do: {transfer: {from: me.purse, to: pot, amount: fee}}
  race:
    turns: players
    stuck: {end: {outcome: all_caught}}
    do:
      - roll: {with: dice, as: cast}
      - set: {last: cast}
      - set: {who: me}
      - add: {pool: cast.total}
      - add: {laps: 1}
      - roll: {with: dice, as: second}
      - add: {me.seen: pool}
      - move: second.total
      - if: me.at == 20
        end: {outcome: home, winners: me}
scenarios:
"""


def scenario(results_of, text, game=RACE):
    """The one scenario of a game; `text` is its map in flow style."""
    (result,) = results_of(f"{game}  one: {text}\n")
    return [d.message for d in result.faults] + [f"{d.path}: {d.expected} / {d.found}" for d in result.differences]


@pytest.mark.parametrize(
    "text",
    [
        # At the first stop, which comes after the phase that needs no chance.
        "{expect: {phase: race, turn: seat 1, pot: 4, seat 1: {purse: 8}, who: none, last: none}}",
        "{players: 3, options: {fee: 0}, expect: {pot: 0, seat 3: {purse: 10, at: 0}}}",
        # Laid over the first stop.
        "{given: {seat 2: {at: 7}, who: seat 2}, draws: [1 1, 1 2], expect: {seat 1: {at: 3}, seat 2: {at: 7}, who: seat 1}}",
        "{given: {room(7): 3, open(2): false}, expect: {room(7): 3, room(8): 0, open(2): false, open(1): true}}",
        # At a phase: from the starting values.
        "{given: {phase: pay}, expect: {phase: race, pot: 4}}",
        "{given: {phase: race}, expect: {pot: 0, seat 1: {purse: 10}, turn: seat 1}}",
        "{given: {phase: race, turn: seat 2}, draws: [1 1, 1 2], expect: {turn: seat 1, seat 2: {at: 3}}}",
        # In a phase that goes round once, those before have had their turn.
        "{given: {phase: pay, turn: seat 2}, expect: {phase: race, pot: 2, seat 1: {purse: 10}, seat 2: {purse: 8}}}",
        "{players: 3, given: {phase: pay, turn: seat 3}, expect: {pot: 2, seat 3: {purse: 8}}}",
        # At a turn: it begins again, so turns are missed and captives wait.
        "{given: {turn: seat 2, seat 2: {missing: 1}}, expect: {turn: seat 1, seat 2: {missing: 0}}}",
        "{given: {turn: seat 2, seat 2: {at: 15, caught: true}}, expect: {turn: seat 1, seat 2: {caught: true}}}",
        "{given: {turn: seat 1, seat 1: {at: 15, caught: true}, seat 2: {at: 15, caught: true}}, expect: {outcome: all_caught}}",
        # Values by name: squares, throws, truths, seats, none.
        "{given: {turn: seat 1, seat 2: {at: Bridge}}, expect: {seat 2: {at: 5}}}",
        "{given: {seat 2: {at: 9}}, expect: {seat 2: {at: Inn}}}",
        "{draws: [3 6], expect: {last: 6 3, who: seat 1, pool: 9}}",
        "{given: {last: [2, 1]}, expect: {last: 1 2}}",
        "{given: {who: seat 2}, expect: {who: seat 2}, then: [{given: {who: none}, expect: {who: none}}]}",
    ],
)
def test_it_stands_where_it_is_told(text, results_of):
    assert scenario(results_of, text) == []


def test_a_turn_given_later_forgets_the_turn_that_was_on(results_of):
    text = """
    draws: [4 4]
    expect: {pool: 8, laps: 1, last: 4 4}
    then:
      - {given: {turn: seat 2}, draws: [1 1, 1 2], expect: {seat 1: {seen: 0}, seat 2: {seen: 2, at: 3}, laps: 2}}
      - {given: {phase: race}, draws: [6 6], expect: {turn: seat 1, laps: 1, pool: 12, seat 2: {seen: 2}}}
"""
    assert scenario(results_of, text) == []


def test_without_a_position_later_steps_go_on(results_of):
    text = "{draws: [1 1], then: [{draws: [1 2], expect: {seat 1: {at: 3}, turn: seat 2}}, {expect: {turn: seat 2}}]}"
    assert scenario(results_of, text) == []


def test_an_arrival_that_was_under_way_is_forgotten(results_of):
    """A die thrown on a square: the turn given next begins with an empty queue."""
    game = """\
parlour: 1
id: example
title: Example
language: en
players: 2
chance: {die: {faces: 6}}
board: {squares: 9, starts: 0, effects_when: true, beyond: stay}
squares: {1..9: {land: [{roll: {with: die, as: t}}, {if: t.total == 6, go_to: 9}]}}
phases: {race: {turns: players, until: seat(1).at == 9, do: [{roll: {with: die, as: t}}, {move: t.total}]}}
scenarios:
"""
    text = """
    draws: [2]
    expect: {seat 1: {at: 2}}
    then:
      - {given: {turn: seat 2}, draws: [3, 6], expect: {seat 1: {at: 2}, seat 2: {at: 9}}}
"""
    assert scenario(results_of, text, game) == []


def test_a_pawn_that_is_laid_has_come_from_there(results_of):
    game = """\
parlour: 1
id: example
title: Example
language: en
players: 2
chance: {die: {faces: 6}}
board: {squares: 9, starts: 0, effects_when: true, beyond: stay, meet: [{go_to: {who: other, to: other.from, land: false}}]}
phases: {race: {turns: players, until: seat(1).at == 9, do: [{roll: {with: die, as: t}}, {move: t.total}]}}
scenarios:
"""
    laid = "{given: {turn: seat 1, seat 2: {at: 4}}, draws: [4], expect: {seat 2: {at: 4}}}"
    told = "{given: {turn: seat 1, seat 2: {at: 4, from: 1}}, draws: [4], expect: {seat 2: {at: 1}}}"
    assert scenario(results_of, laid, game) == []
    assert scenario(results_of, told, game) == []


PAWNS = """\
parlour: 1
id: example
title: Example
language: en
players: 2
chance: {die: {faces: 6}}
board: {squares: 9, starts: 0, tokens: 2, effects_when: true, beyond: stay}
variables: {best: {type: token}}
phases:
  race:
    turns: players
    until: best != none and best.at == 9
    do:
      - roll: {with: die, as: t}
      - choose: {by: me, id: which, one: w in tokens(me), as: pawn}
      - set: {best: pawn}
      - move: {token: pawn, by: t.total}
scenarios:
"""


def test_several_pawns_are_a_list(results_of):
    assert (
        scenario(results_of, "{given: {turn: seat 1, seat 1: {at: [1, 4]}}, expect: {seat 1: {at: [4, 1]}}}", PAWNS)
        == []
    )
    assert scenario(results_of, "{expect: {seat 1: {at: [0, 1]}, best: none}}", PAWNS) == [
        "seat 1.at: [0, 1] / [0, 0]",
    ]
    text = """
    given: {turn: seat 1, seat 1: {at: [4, 1]}, best: pawn 1 of seat 2}
    draws: [2]
    choices: [pawn 2]
    expect: {seat 1: {at: [1, 6]}, best: pawn 2 of seat 1}
"""
    assert scenario(results_of, text, PAWNS) == []  # alike pawns stand in the order of their squares
    assert scenario(results_of, text.replace("pawn 2]", "2]"), PAWNS) == []
    assert scenario(results_of, "{expect: {seat 1: {at: 0}}}", PAWNS) == ["a seat has 2 pawns: each has its 'at'"]


TOWNS = """\
parlour: 1
id: example
title: Example
language: en
players: 2
chance: {die: {faces: 6}}
variables: {stamp: {of: square, starts: 0, range: 0..9}, goal: {type: square}}
board: {squares: [kiel, hamburg, bremen], roads: [[kiel, hamburg], [hamburg, bremen]], starts: kiel, effects_when: true}
phases:
  tour:
    turns: players
    until: goal != none and stamp(goal) > 3
    do:
      - roll: {with: die, as: t}
      - choose: {by: me, id: where, one: s in neighbours(me.at), as: to}
      - if: t.total < 6
        go_to: to
      - add: {stamp(to): 1}
scenarios:
"""


def test_squares_with_names(results_of):
    text = """
    given: {turn: seat 1, seat 1: {at: hamburg}, goal: bremen}
    draws: [1]
    choices: [bremen]
    expect: {seat 1: {at: bremen}, stamp(bremen): 1, stamp(kiel): 0, goal: bremen}
"""
    assert scenario(results_of, text, TOWNS) == []
    assert scenario(results_of, "{expect: {seat 1: {at: lübeck}}}", TOWNS) == ["'lübeck' is no square"]


def test_variants_inherit_scenarios(tmp_path, checked_file, results_of):
    (tmp_path / "base.yaml").write_text(RACE.replace("id: example", "id: base") + "  one: {expect: {pot: 4}}\n")
    variant = (
        "parlour: 1\nid: variant\nextends: base\noptions: {fee: {default: 3}}\nscenarios: {two: {expect: {pot: 6}}}\n"
    )
    (tmp_path / "variant.yaml").write_text(variant)
    one, two = checked_file(tmp_path / "variant.yaml")
    assert (one.name, one.passed, two.name, two.passed) == ("one", False, "two", True)
    assert one.place.source.name.endswith("base.yaml")
    assert one.differences[0].place.source.name.endswith("base.yaml")
