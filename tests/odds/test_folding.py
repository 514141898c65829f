"""Seats that are solved alone and put together: the same odds as with all of them in one state, and a proof that says no."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds import attempt
from parlour.interpreter.odds.answer import Answering
from parlour.interpreter.odds.attempt import QUANTILES
from parlour.interpreter.odds.folded import Asked, folded
from parlour.interpreter.odds.folding.independence import Independence
from parlour.interpreter.odds.slicing.landings import counting_landings
from parlour.interpreter.odds.slicing.slicing import Slicer
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.simulating import simulate

NEARLY = 1e-12


def alone(game, seats=None, visits=False, results=True, exact=False, few=0):
    """The odds by seats alone, however few states there are; None where there is no proof."""
    seats = seats or [""] * game.players
    program, landings = counting_landings(game.program) if visits else (game.program, ())
    slicer = Slicer(program, [seat for seat in seats if seat])
    scores = [slicer.simplified(score, seat) for seat, score in enumerate(program.scores)]
    measures = {name: slicer.simplified(measure, 0) for name, measure in program.measures}
    question = Question(seats, results=results, visits=visits, exact=exact)
    return folded(slicer, question, Asked(scores, measures, landings, QUANTILES), few)


def together(game, monkeypatch, seats=None, visits=False, results=True):
    """The odds with all seats in each state."""
    monkeypatch.setattr(attempt, "folded", lambda *asked: None)
    return Answering(game.program, Question(seats or [""] * game.players, results=results, visits=visits)).solution()


def assert_same(one, other, near=NEARLY):
    assert one is not None and one.folded and not other.folded
    for name, figure in other.outcomes.items():
        assert one.outcomes[name].value == pytest.approx(figure.value, abs=near)
    assert [f.value for f in one.winners] == pytest.approx([f.value for f in other.winners], abs=near)
    assert one.turns.value == pytest.approx(other.turns.value, rel=near)
    if one.turns.sd is None:  # not known well enough, and told so
        assert {"standard deviation of turns", "quantiles"} <= {refusal.asked for refusal in one.refusals}
    else:
        assert one.turns.sd == pytest.approx(other.turns.sd, rel=near)
        assert one.quantiles == other.quantiles
    for a, b in zip(
        [*(one.scores or ()), *one.measures.values()], [*(other.scores or ()), *other.measures.values()], strict=True
    ):
        assert a.value == pytest.approx(b.value, rel=near, abs=near)
        if a.sd is not None and b.sd is not None:
            assert a.sd == pytest.approx(b.sd, rel=1e-9, abs=1e-9)
    if other.visits is not None:
        assert one.visits == pytest.approx(other.visits, rel=near, abs=near)


GAMES = [
    ("hi-ho", 2, {}, None),
    ("hi-ho", 3, {}, None),
    ("pig", 2, {"goal": 20}, ["hold_at_20", "hold_at_20"]),
    ("pig", 2, {"goal": 30}, ["hold_at_20", "hold_at_25"]),
    ("pig", 3, {"goal": 6}, ["hold_at_20", "", "hold_at_25"]),
    ("piglet", 2, {}, None),
    ("piglet", 3, {"goal": 3}, None),
    ("messenger-boy", 2, {}, None),
    ("chutes", 2, {"edition": "a"}, None),
    ("chutes", 2, {"edition": "b"}, None),
]


@pytest.mark.parametrize(("name", "players", "options", "seats"), GAMES)
def test_each_seat_alone_says_what_all_together_say(name, players, options, seats, monkeypatch):
    game = Game(load(name), players, options)
    found = alone(game, seats)
    assert found.within < NEARLY and found.residual < NEARLY and not found.refusals
    assert_same(found, together(game, monkeypatch, seats))


@pytest.mark.parametrize("name", ["messenger-boy", "humbert-ca"])
def test_what_is_only_added_up_is_counted_once_for_each_seat(name, monkeypatch):
    game = Game(load(name), 2)
    assert_same(alone(game, visits=True, results=False), together(game, monkeypatch, visits=True, results=False))


RACES = {
    ("a", 2): ((0.5079115939, 0.4920884061), 52.1540016902, 46),
    ("a", 3): ((0.3429885130, 0.3332305653, 0.3237809217), 64.1649439277, 58),
    ("a", 4): ((0.2600788392, 0.2532246570, 0.2465745325, 0.2401219712), 75.5346386375, 70),
    ("a", 6): (
        (0.1765810757, 0.1724709839, 0.1684715346, 0.1645794930, 0.1607917239, 0.1571051889),
        96.9440144880,
        91,
    ),
    ("b", 2): ((0.5078027735, 0.4921972265), 52.5187894044, 46),
}


@pytest.mark.parametrize(("edition", "players"), RACES)
def test_races_of_any_number(edition, players):
    winners, length, median = RACES[edition, players]
    found = odds(Game(load("chutes"), players, {"edition": edition})).solution
    assert found.folded == players and found.states < 200 and found.carried == ("at",)
    assert [figure.value for figure in found.winners] == pytest.approx(winners, abs=5.1e-11)
    assert found.turns.value == pytest.approx(length, abs=5.1e-11)
    assert found.quantiles["0.5"] == median
    assert not found.refusals


def gaps(game, games, seats=()):
    """How far a simulation is from the odds, in standard errors."""
    exact, said = odds(game, seats).solution, simulate(game, games, 11, list(seats)).to_json()
    assert exact.folded
    pairs = [
        (seat["share"], figure.value, (figure.value * (1 - figure.value)) ** 0.5)
        for figure, seat in zip(exact.winners, said["winners"], strict=True)
    ]
    pairs += [
        (seat["mean"], figure.value, figure.sd) for figure, seat in zip(exact.scores, said["scores"], strict=True)
    ]
    pairs.append((said["turns"]["mean"], exact.turns.value, exact.turns.sd))
    return [abs(found - true) / (sd / games**0.5) for found, true, sd in pairs]


def test_four_seats_and_a_few_games_agree():
    assert max(gaps(Game(load("chutes"), 4), 20_000)) < 4


def test_three_ways_to_play_and_a_few_games_agree():
    seats = ["bot:hold_at_20", "bot:hold_at_25", "bot:hold_at_20"]
    assert max(gaps(Game(load("pig"), 3), 20_000, seats)) < 4


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 5, 6])
def test_many_seats_and_a_million_games_agree(players):
    assert max(gaps(Game(load("chutes"), players), 1_000_000)) < 4


TOUCHING = [
    ("goose", 2, {}),
    ("goose-nl", 2, {}),
    ("goose-nl", 3, {}),
    ("lcr", 3, {}),
    ("dreidel", 3, {}),
    ("messenger-boy", 2, {"hit": "starts_again"}),
    ("shut-the-box", 2, {}),
    ("one-to-ten", 3, {}),
]


@pytest.mark.parametrize(("name", "players", "options"), TOUCHING)
def test_seats_that_touch_each_other_are_not_folded(name, players, options):
    assert Independence(Slicer(Game(load(name), players, options).program, ())).games() is None


def test_a_race_is_free_of_the_money_in_it_and_the_money_not_of_the_race():
    program = Game(load("humbert-ca"), 2).program
    slicer = Slicer(program, ())
    seats = Independence(slicer)
    assert seats.games() is not None
    assert seats.games([slicer.simplified(score, seat) for seat, score in enumerate(program.scores)]) is None


def test_what_is_small_or_asked_for_as_fractions_is_held_in_one_state():
    game = Game(load("hi-ho"), 2)
    assert not odds(game).solution.folded and odds(Game(load("hi-ho"), 3)).solution.folded
    assert alone(game) is not None and alone(game, exact=True) is None


def test_fractions_are_refused_where_all_seats_have_too_many_states():
    found = odds(Game(load("chutes"), 4), exact=True).solution
    assert found.folded == 4 and [refusal.asked for refusal in found.refusals] == ["fractions"]
    assert found.winners[0].fraction is None


RULES = """
parlour: 1
id: made
title: Made
language: en
summary: A race
sources: [{title: none}]
players: {min: 2, max: 4}
aim: win
chance: {die: {throw: 1, faces: 3}}
variables:
  spot: {of: player, range: 0..9, starts: 0}
  tired: {of: player, range: 0..3, starts: 0}
  pot: {range: 0..9, starts: 0, lasts: turn}
  rest: {range: 0..9, starts: 0}
phases:
  play:
    turns: players
    do:
      - roll: {with: die, as: t}
STEPS
      - if: me.spot >= 7
        then: {end: {outcome: home, winners: me}}
score: me.spot
measures: {tired: sum(p.tired for p in seats), rest: rest}
words: {spot: spot, tired: tired, pot: pot, rest: rest, stay: stay, go: go}
texts: {home: home, over: over, which: which}
"""
POLICIES = "policies: {bold: {which: {stay: 1, go: 2}}, jealous: {which: {stay: seat(2).spot, go: 3}}}\n"
STEPS = {
    "goes": "- set: {me.spot: 'min(9, me.spot + t.total)'}",
    "tires": "- {if: t.total == 1, then: {set: {me.tired: 'min(3, me.tired + 2)'}}}",
    "rests": "- {if: me.tired > 0, then: {add: {me.tired: -1}}, else: {set: {me.spot: 'min(9, me.spot + 1)'}}}",
    "falls": "- {if: t.total == 3 and me.spot > 3, then: {set: {me.spot: 1}}}",
    "saves": "- set: {pot: 'min(9, pot + t.total)'}",
    "spends": "- set: {me.spot: 'min(9, me.spot + pot)'}",
    "asks": "- choose: {by: me, id: which, options: {stay: [], go: {set: {me.spot: 'min(9, me.spot + 2)'}}}}",
    "misses": "- {if: t.total == 2 and me.tired == 1, then: {miss_turns: 1}}",
    "notes": "- set: {rest: t.total}",
    "counts": "- set: {rest: 'min(9, rest + 1)'}",
    "finds": "- set: {me.spot: 'min(9, me.spot + rest)'}",
    "envies": "- {if: me.spot == 5 and seat(1).spot == 6, then: {set: {me.spot: 6}}}",
    "pushes": "- {if: t.total == 3 and me.spot == 6, then: {set: {seat(2).spot: 0}}}",
    "tires of it": "- {if: rest >= 9, then: {end: {outcome: over}}}",
}
OWN = {"goes", "tires", "rests", "falls", "saves", "spends", "asks", "misses"}


def made(tmp_path, steps, players=2):
    path = tmp_path / "made.yaml"
    text = RULES.replace("STEPS", "\n".join(f"      {STEPS[step]}" for step in steps))
    path.write_text(text + POLICIES * ("asks" in steps), encoding="utf-8")
    return Game(load(path), players)


def test_what_each_does_by_himself_is_folded(tmp_path, monkeypatch):
    game = made(tmp_path, ["goes", "tires", "falls", "misses", "rests", "saves", "asks", "spends"])
    assert_same(alone(game, results=False), together(game, monkeypatch, results=False))
    seats = ["bold", ""]
    assert_same(alone(game, seats, results=False), together(game, monkeypatch, seats, results=False))


@pytest.mark.parametrize("step", ["envies", "pushes", "tires of it"])
def test_one_rare_branch_is_enough_to_refuse(tmp_path, step):
    assert alone(made(tmp_path, ["goes", "falls"]), results=False) is not None
    assert alone(made(tmp_path, ["goes", "falls", "counts", step]), results=False) is None


def test_a_slot_that_each_leaves_to_the_next_is_no_slot_of_a_turn(tmp_path):
    """`pot` is 0 whenever a turn begins; `rest` is what the one before has left."""
    assert alone(made(tmp_path, ["saves", "spends"]), results=False) is not None
    assert alone(made(tmp_path, ["finds", "notes"]), results=False) is None
    assert alone(made(tmp_path, ["notes", "finds"]), results=False) is not None


def test_a_policy_that_looks_at_another_is_seen(tmp_path):
    game = made(tmp_path, ["goes", "falls", "asks"])
    assert alone(game, ["bold", "bold"], results=False) is not None
    assert alone(game, ["bold", "jealous"], results=False) is None


def test_a_result_of_several_seats_is_not_said(tmp_path):
    """`rest` is what the last that moved has thrown: nobody's own."""
    assert alone(made(tmp_path, ["goes", "notes"])) is None
    assert alone(made(tmp_path, ["goes", "tires"])) is not None


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from(list(STEPS)), min_size=1, max_size=6, unique=True))
@example(steps=["falls", "tires", "rests"])
def test_whatever_is_folded_says_the_same(tmp_path, steps):
    game = made(tmp_path, steps)
    with pytest.MonkeyPatch.context() as patch:
        one = alone(game)
        if one is not None:
            assert_same(one, together(game, patch), 1e-10)
        own = alone(game, results=False)
        if own is not None:
            assert_same(own, together(game, patch, results=False), 1e-10)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from(sorted(OWN)), min_size=1, max_size=6, unique=True))
def test_whatever_each_does_by_himself_can_be_folded(tmp_path, steps):
    game = made(tmp_path, ["goes", *(step for step in steps if step != "goes")])
    assert Independence(Slicer(game.program, ())).games() is not None
