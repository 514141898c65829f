"""What a scenario expects: each word and each kind of value, met and not met, with what is there and where."""

import pytest

from parlour.interpreter.lowering import programs

GAME = """\
parlour: 1
id: example
title: Example
language: en
players: {min: 2, max: 3}
options: {goal: {default: 9, range: 3..20}, kind: {default: short, choices: [short, long]}}
accounts:
  purse: {of: player, starts: 5}
  pot: {of: table, starts: 1}
variables:
  points: {of: player, starts: 0, range: 0..9}
chance:
  die: {faces: 6}
phases:
  race:
    turns: players
    do:
      - say: {begins: {who: me}}
      - roll: {with: die, as: t}
      - say: {throws: {n: t.total}}
      - add: {me.points: t.total}
      - if: t.total == 6
        choose: {by: me, id: coin, options: {take: {transfer: {from: pot, to: me.purse, amount: 1}}, leave: []}}
      - if: me.points >= goal
        end: {outcome: home, winners: me}
texts: {begins: "{who} begins.", throws: "{n:number}", home: "{who} is home."}
scenarios:
  one: """
BREAKS = "given: {turn: seat 1, seat 1: {points: 8}}, draws: [5]"


def told(results_of, text):
    (result,) = results_of(f"{GAME}{text}\n")
    return [d.message for d in result.faults] + [f"{d.path}: {d.expected} / {d.found}" for d in result.differences]


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{expect: {phase: race, turn: seat 1, outcome: none, asks: none, said: begins}}",
        "{draws: [6], expect: {asks: coin, turn: seat 1, said: [begins, throws]}}",
        "{draws: [3, 4], expect: {said: [throws, begins, throws]}}",
        "{draws: [3], expect: {said: []}}",
        "{draws: [3, 4], then: [{draws: [5], expect: {said: throws}}]}",
        "{given: {turn: seat 2, seat 2: {points: 5}}, draws: [4], expect: {outcome: home, winners: seat 2, said: home}}",
        "{options: {goal: 3}, draws: [3], expect: {outcome: home, winners: [seat 1], asks: none}}",
        "{players: 3, draws: [1, 1], expect: {turn: seat 3}}",
        f"{{{BREAKS}, expect: {{fault: true}}}}",
        f"{{{BREAKS}, expect: {{fault: outside 0..9}}}}",
        "{draws: [1], expect: {fault: false}}",
    ],
)
def test_what_is_there_is_met(text, results_of):
    assert told(results_of, text) == []


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ("{expect: {turn: seat 2}}", "turn: seat 2 / seat 1"),
        ("{expect: {outcome: home}}", "outcome: home / none: the game goes on"),
        ("{expect: {winners: seat 1}}", "winners: [seat 1] / none: the game goes on"),
        ("{expect: {asks: coin}}", "asks: coin / none: a chance is next"),
        ("{draws: [6], expect: {asks: none}}", "asks: none / coin"),
        ("{options: {goal: 3}, draws: [3], expect: {asks: coin}}", "asks: coin / none: the game is over"),
        ("{options: {goal: 3}, draws: [3], expect: {winners: []}}", "winners: [] / [seat 1]"),
        ("{draws: [3], expect: {said: [throws, throws]}}", "said: throws / [begins, throws, begins]"),
        ("{draws: [3], expect: {fault: true}}", "fault: true / no fault"),
        (f"{{{BREAKS}, expect: {{fault: nothing to draw}}}}", "fault: nothing to draw / points: 13 is outside 0..9"),
        ("{draws: [3], expect: {seat 1: {points: 4}}}", "seat 1.points: 4 / 3"),
        ("{draws: [3], then: [{draws: [4], expect: {pot: 2}}]}", "pot: 2 / 1"),
    ],
)
def test_what_is_otherwise_is_told(text, difference, results_of):
    assert told(results_of, text) == [difference]


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("{expect: {phase: rase}}", "there is no phase 'rase'", "did you mean 'race'?"),
        ("{expect: {turn: seat 4}}", "there is no 'seat 4': 2 play", "write seat 1 to seat 2"),
        ("{expect: {winners: [me]}}", "there is no 'me': 2 play", "write seat 1 to seat 2"),
        ("{expect: {outcome: hame}}", "there is no outcome 'hame'", "did you mean 'home'?"),
        ("{expect: {asks: koin}}", "there is no choice 'koin'", "did you mean 'coin'?"),
        ("{expect: {said: [trows]}}", "there is no text 'trows'", "did you mean 'throws'?"),
        ("{expect: {seat 1: {pot: 1}}}", "a seat has no 'pot'", "'pot' is of the table"),
        ("{expect: {points: 1}}", "the table has no 'points'", "'points' is of each seat: write seat 1: {points: …}"),
        ("{expect: {pott: 1}}", "the table has no 'pott'", "did you mean 'pot'?"),
        ("{expect: {pot(1): 1}}", "'pot' is no table: it has one value", "write pot"),
        ("{expect: {pot: many}}", "'many' is no number", "write a whole number from 0 to 11"),
        ("{expect: {pot: 12}}", "12 is outside 0..11", "write a whole number from 0 to 11"),
        ("{expect: {pot: [1]}}", "one value is needed here: a whole number from 0 to 11", ""),
        ("{expect: {seat 1: 3}}", "what 'seat 1' has is a map", "seat 1: {NAME: VALUE}"),
        ("{options: {goal: 99}}", "option 'goal' is 99, outside 3..20", "choose one of 3..20"),
        ("{options: {kind: middle}}", "option 'kind' cannot be 'middle'", "allowed: 'long', 'short'"),
        ("{options: {goat: 9}}", "there is no option 'goat'", "did you mean 'goal'?"),
        ("{players: 7}", "7 cannot play this", "it is for 2 to 3 players"),
        (f"{{{BREAKS}}}", "the game breaks off: points: 13 is outside 0..9", "expect: {fault: true}"),
        (f"{{{BREAKS}, expect: {{fault: true, pot: 1}}}}", "where the game breaks off nothing else", "leave it out"),
        (
            "{given: {turn: seat 1, pot: 3}}",
            "these values make 13 counters in all, and the game has 11: 2 too many",
            "total",
        ),
        ("{given: {seat 1: {purse: 2}}}", "the game has 11: 3 too few", "total"),
    ],
)
def test_what_cannot_be_expected(text, message, hint, faults_of):
    (fault,) = faults_of(f"{GAME}{text}\n")
    assert message in fault.message
    assert hint in fault.hint
    assert fault.place.line == len(GAME.split("\n"))


def test_after_a_difference_nothing_more_is_played(results_of):
    assert told(results_of, "{draws: [3], expect: {pot: 2}, then: [{draws: [7]}]}") == ["pot: 2 / 1"]


def test_nothing_is_given_after_the_end(results_of):
    text = "{options: {goal: 3}, draws: [3], then: [{given: {pot: 1}}]}"
    assert told(results_of, text) == ["the game is over (home): nothing can be given"]


def test_what_led_to_a_difference_is_told(results_of):
    (result,) = results_of(f"{GAME}{{draws: [6], choices: [take], expect: {{turn: seat 1}}}}\n")
    assert [t.text for t in result.told] == [
        "phase race",
        "turn of seat 1",
        "says 'begins' (who: seat 1)",
        "die shows 6",
        "says 'throws' (n: 6)",
        "seat 1 chooses take at coin",
        "1 from pot to purse of seat 1",
        "turn of seat 2",
        "says 'begins' (who: seat 2)",
    ]
    assert [t.place.line for t in result.told] == [15, 15, 18, 19, 20, 23, 23, 15, 18]


def test_one_problem_for_each_difference_with_what_happened_at_the_first(faults_of):
    first, second = faults_of(f"{GAME}{{draws: [3], expect: {{pot: 2, turn: seat 1}}}}\n")
    assert first.message == "scenario 'one': pot is 1, expected 2"
    assert (first.path, second.path) == ("scenarios.one.expect.pot", "scenarios.one.expect.turn")
    assert (len(first.related), second.related) == (5, ())


def test_a_game_is_compiled_once_for_all_its_scenarios(results_of, monkeypatch):
    compiled = []
    monkeypatch.setattr(programs, "emitted", lambda *a, f=programs.emitted: compiled.append(1) or f(*a))
    text = "\n    {players: 2}\n  two: {options: {goal: 9}}\n  three: {players: 3}\n  four: {players: 3}\n"
    assert all(result.passed for result in results_of(GAME + text))
    assert len(compiled) == 2


def test_games_without_turns(results_of):
    game = """\
parlour: 1
id: example
title: Example
language: en
players: 2
chance: {die: {faces: 6}}
phases: {play: {do: [{roll: {with: die, as: t}}]}}
scenarios:
  nobody: {expect: {turn: none, phase: play}}
  no turn: {given: {turn: seat 1}}
  no such phase: {given: {phase: pley}}
  all: {draws: [3], expect: {outcome: finished, winners: []}}
"""
    nobody, turn, phase, all_of_it = results_of(game)
    assert (nobody.passed, all_of_it.passed) == (True, True)
    assert [d.message for d in turn.faults] == ["phase 'play' has no turns"]
    assert turn.faults[0].hint == "leave `turn:` out"
    assert [d.hint for d in phase.faults] == ["did you mean 'play'?"]
