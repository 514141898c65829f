"""Draws and choices: how they are spelled, what is not possible, what is left over, what is not asked for."""

import pytest

GAME = """\
parlour: 1
id: example
title: Example
language: en
players: 3
sets: {colours: [red, green, blue]}
variables:
  open: {of: 1..4, type: bool, starts: true}
  shut_now: {starts: 0, range: 0..9}
  bid: {of: player, starts: 0, range: 0..9}
  liked: {type: colours, starts: red}
  rival: {type: player}
  points: {of: player, starts: 0, range: 0..99}
chance:
  dice: {throw: 2, faces: 6}
  fate: {faces: [left, right, {}]}
  pair: {each: [[sun, moon], [1, 2]]}
phases:
  play:
    turns: players
    do:
      - roll: {with: dice, as: t}
      - choose: {by: me, id: bid, one: n in 0..3, as: n}
      - set: {me.bid: n}
      - choose: {by: me, id: colour, one: c in colours where c != liked, as: c}
      - set: {liked: c}
      - choose: {by: next(me), id: rival, one: p in others(me), as: p}
      - set: {rival: p}
      - choose:
          by: me
          id: tiles
          some: k in 1..4 where open(k)
          as: ks
          else: {set: {shut_now: 9}}
      - for: k in ks
        do: {set: {open(k): false}}
      - choose:
          by: me
          id: stop
          options:
            stay: []
            leave: {only_if: t.is_double, do: {end: {outcome: left, winners: me}}}
            risk: {only_if: t.total > 9, do: [{roll: {with: pair, as: u}}, {add: {me.points: u.total}}]}
scenarios:
  one: """.replace(", {}]", "]")


def told(results_of, text, game=GAME):
    (result,) = results_of(f"{game}{text}\n")
    return [d.message for d in result.faults] + [f"{d.path}: {d.expected} / {d.found}" for d in result.differences]


@pytest.mark.parametrize(
    "text",
    [
        "{draws: [1 2], expect: {asks: bid}}",
        "{draws: [2 1], choices: [3, green, seat 2], expect: {asks: tiles, seat 1: {bid: 3}, liked: green, rival: seat 2}}",
        "{draws: [2 1], choices: [0, blue, seat 3, [1, 3]], expect: {turn: seat 2, open(1): false, open(2): true}}",
        "{draws: [2 1], choices: [0, blue, seat 3, 3 1], expect: {turn: seat 2, open(1): false, open(3): false}}",
        "{draws: [2 1], choices: [0, blue, seat 3, 4], expect: {turn: seat 2, open(4): false, open(3): true}}",
        "{draws: [[3, 3]], choices: [0, blue, seat 3, 4, leave], expect: {outcome: left, winners: seat 1, asks: none}}",
        "{draws: [6 4, moon 2], choices: [0, blue, seat 3, 4, risk], expect: {seat 1: {points: 2}}}",
        "{draws: [6 4, 1 sun], choices: [0, blue, seat 3, 4, risk], expect: {seat 1: {points: 1}}}",
        # One legal action is taken without asking, none leads to `else`.
        "{given: {open(1): false, open(2): false, open(3): false}, draws: [2 1], choices: [0, blue, seat 3],"
        " expect: {open(4): false, turn: seat 2}}",
        "{given: {open(1): false, open(2): false, open(3): false, open(4): false}, draws: [2 1], choices: [0, blue, seat 3],"
        " expect: {shut_now: 9}}",
    ],
)
def test_moves_are_made(text, results_of):
    assert told(results_of, text) == []


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("{draws: [7 1]}", "'dice' cannot show '7 1'", "'2 1', '2 2', '1 1'"),
        ("{draws: [7]}", "'7' is no throw of 2: 2 are thrown here", "it can be"),
        ("{draws: [2 1], choices: [4]}", "'4' is not to be chosen at 'bid'", "seat 1 can choose '0', '1', '2', '3'"),
        ("{draws: [2 1], choices: [0, red]}", "'red' is not to be chosen at 'colour'", "can choose 'green', 'blue'"),
        ("{draws: [2 1], choices: [0, blue, seat 1]}", "'seat 1' is not to be", "seat 2 can choose 'seat 2', 'seat 3'"),
        (
            "{draws: [2 1], choices: [0, blue, seat 2, [1, 5]]}",
            "'1 5' is not to be chosen at 'tiles'",
            "'1', '2', '1 2'",
        ),
        ("{draws: [6 4], choices: [0, blue, seat 2, 1, leave]}", "'leave' is not allowed now", "'stay', 'risk'"),
        ("{draws: [2 1, 2 1]}", "left over in `draws`: '2 1'; in phase 'play' seat 1 is asked 'bid'", ""),
        ("{choices: [2, 3]}", "left over in `choices`: '2', '3'; in phase 'play' the game waits for a draw", ""),
        ("{draws: [3 3, 1 1], choices: [0, blue, seat 3, 4, leave]}", "'1 1'; the game is over (left)", ""),
        ("{draws: [2 1], choices: [0, blue, seat 3, 4, stay]}", "left over in `choices`: 'stay'", "takes no entry"),
    ],
)
def test_moves_that_cannot_be_made(text, message, hint, faults_of):
    (fault,) = faults_of(f"{GAME}{text}\n")
    assert message in fault.message
    assert hint in fault.hint


def test_what_was_not_asked_for_is_shown_beside_what_is_left_over(faults_of):
    (fault,) = faults_of(f"{GAME}{{draws: [2 1], choices: [0, blue, seat 3, 4, stay]}}\n")
    assert [r.message for r in fault.related] == [
        "this came without being asked for: seat 1 chooses stay at stop (there is no other)"
    ]
    assert "id: stop" in "\n".join(
        fault.related[0].place.source.text.split("\n")[fault.related[0].place.line - 1 :][:3]
    )
