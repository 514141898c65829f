"""Throws and draws: their weights against counting, their outcomes against the page that fixes them."""

import re
from collections import Counter
from itertools import product
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.interpreter.program.expressions import Constant, Slot
from parlour.interpreter.program.instructions import Draw, End, Jump, Target, Throw
from parlour.interpreter.program.program import Limits
from parlour.interpreter.runtime.chance import Dice, draw_card, weights_of_cards
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.runtime.fault import Fault, IllegalMove
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.runtime.random import game_stream

PAGE = (Path(__file__).parents[2] / "docs" / "randomness.md").read_text(encoding="utf-8")
DONE = End(1, Constant(0), -1, (), -1)


def thrown(s, shown):
    """The outcome of these faces."""
    return s.throws().outcomes.index(tuple(shown.count(f) for f in range(len(s.faces))))


DEVICES = {
    "two alike": ([range(6)], True, 2),
    "three coins": ([(0, 1)], True, 3),
    "a weighted wheel": ([(0, 0, 0, 1)], True, 1),
    "unlike dice": ([(0, 1, 2), (3, 3, 4, 5), (0,)], False, 3),
}


@pytest.mark.parametrize("name", DEVICES)
def test_weights_are_counted_ways(sketch, name):
    dice, alike, number = DEVICES[name]
    s = sketch(faces=(1, 2, 3, 4, 5, 6))
    device = s.device(*dice, alike=alike)
    weights = Dice(s.program([DONE])).of(device, number).weights
    all_dice = list(dice) * number if alike else dice
    counted = Counter(thrown(s, faces) for faces in product(*all_dice))
    assert dict(zip(weights.outcomes, weights.weights, strict=True)) == counted
    assert weights.total == sum(counted.values())
    assert list(weights.outcomes) == sorted(weights.outcomes)


@pytest.mark.parametrize("name", DEVICES)
def test_a_throw_is_one_number_in_mixed_radix(sketch, name):
    dice, alike, number = DEVICES[name]
    s = sketch(faces=(1, 2, 3, 4, 5, 6))
    device = s.device(*dice, alike=alike)
    throwing = Dice(s.program([DONE])).of(device, number)
    all_dice = list(dice) * number if alike else dice
    ways = 1
    for die in all_dice:
        ways *= len(die)
    ours, theirs = game_stream(4, 2), game_stream(4, 2)
    for _ in range(200):
        r, faces = theirs.below(ways), []
        for die in all_dice:
            faces.append(die[r % len(die)])
            r //= len(die)
        assert throwing.throw(ours) == thrown(s, faces)


def test_the_throws_of_the_page(sketch):
    found = re.search(r"two dice 1 … 6: *(.*)", PAGE)
    s = sketch(faces=(1, 2, 3, 4, 5, 6), most=2)
    die, cast = s.device(range(6)), s.field("cast", 0, 50)
    game = Game(s.program(["again", Throw(die, Constant(2), 2, cast, 0), Jump("again")]))
    state, stream, shown = game.new_state(), game_stream(1, 0), []
    for _ in range(6):
        outcome = state.draw(stream)
        shown.append(state.outcome_spelling(outcome))
        assert state.outcome_named(" ".join(reversed(shown[-1].split()))) == outcome
        state.apply(outcome)
    assert shown == found[1].split(", ")


def test_too_many_dice_for_one_number_are_thrown_one_by_one(sketch):
    """25 dice of six sides are more than 2**63 ways; 24 are fewer."""
    s = sketch(faces=(0, 1), most=25)
    device = s.device((0, 0, 0, 0, 0, 1))
    dice = Dice(s.program([DONE]))
    assert dice.of(device, 25).weights.total == 6**25
    assert dice.of(device, 25).weights.weights == tuple(comb(25, k) * 5 ** (25 - k) for k in range(26))
    ours, theirs = game_stream(1, 1), game_stream(1, 1)
    for _ in range(50):
        ones = sum(theirs.below(6) == 5 for _ in range(25))
        assert s.throws().outcomes[dice.of(device, 25).throw(ours)] == (25 - ones, ones)
    ours, theirs = game_stream(1, 1), game_stream(1, 1)
    for _ in range(50):
        r = theirs.below(6**24)
        ones = sum(r // 6**k % 6 == 5 for k in range(24))
        assert s.throws().outcomes[dice.of(device, 24).throw(ours)] == (24 - ones, ones)


def test_throws_come_out_as_often_as_they_weigh(sketch):
    s = sketch(faces=(1, 2, 3, 4, 5, 6), most=2)
    die = s.device(range(6))
    throwing = Dice(s.program([DONE])).of(die, 2)
    stream, games = game_stream(11, 0), 20_000
    seen = Counter(throwing.throw(stream) for _ in range(games))
    chi = 0.0
    for outcome, weight in zip(throwing.weights.outcomes, throwing.weights.weights, strict=True):
        expected = games * weight / 36
        chi += (seen[outcome] - expected) ** 2 / expected
    assert chi < 20 + 5 * 40**0.5


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any), st.integers(0, 10**6))
def test_a_card_is_where_the_running_sum_passes_the_number(counts, number):
    ours, theirs = game_stream(2, number), game_stream(2, number)
    bag = [kind for kind, count in enumerate(counts) for _ in range(count)]
    assert draw_card(counts, sum(counts), ours) == bag[theirs.below(len(bag))]
    weights = weights_of_cards(counts)
    assert dict(zip(weights.outcomes, weights.weights, strict=True)) == Counter(bag)
    assert weights.total == len(bag)


def test_a_draw_takes_the_card_out(programs):
    state = Game(programs["cards"]((2, 1, 3)), checked=True).new_state()
    assert state.is_chance and state.current_player is None and state.legal_actions() == []
    assert state.chance_outcomes() == [(0, 2, 6), (1, 1, 6), (2, 3, 6)]
    assert [state.outcome_spelling(o) for o in range(3)] == ["a", "b", "c"]
    assert (state.outcome_named("b"), state.outcome_named("d")) == (1, None)
    state.apply(1)
    assert state.chance_outcomes() == [(0, 2, 5), (2, 3, 5)]
    with pytest.raises(IllegalMove, match="outcome 1 is not possible"):
        state.apply(1)
    with pytest.raises(IllegalMove, match="outcome False is not possible"):
        state.apply(False)
    for kind in (2, 2, 2):
        state.apply(kind)
    assert state.is_terminal, "with one kind left the rest is no chance"
    assert state.chances == 4


def test_a_certain_throw_is_no_chance(sketch):
    s = sketch(faces=(1, 2), most=3)
    same, cast, number = s.device((1, 1, 1)), s.field("cast", 0, 50), s.field("number", 0, 3, starts=0)
    heard = []
    lines = [Throw(same, Constant(3), 3, cast, 0), Throw(same, Slot(number), 3, number, 1), DONE]
    state = Game(s.program(lines)).new_state(1, 0, heard.append)
    assert state.is_terminal and state.chances == 0
    assert state.vector[cast] == thrown(s, (1, 1, 1)) and state.vector[number] == 0
    assert state.stream.words == game_stream(1, 0).words
    assert [e.kind for e in heard] == [Happening.THREW, Happening.ENDED], "the empty throw is not told"


@pytest.mark.parametrize("number", [-1, 4])
def test_dice_that_are_not_there(sketch, number):
    s = sketch(faces=(1, 2), most=3)
    die, cast = s.device((0, 1)), s.field("cast", 0, 50)
    with pytest.raises(Fault) as caught:
        Game(s.program([Throw(die, Constant(number), 3, cast, 8), DONE])).new_state()
    assert (caught.value.id, caught.value.place.line) == ("dice", 9)


def test_nothing_to_draw_is_a_fault(sketch):
    s = sketch()
    stock, card = s.field("stock", 0, 5, width=3), s.field("card", 0, 5)
    with pytest.raises(Fault, match=r"sketch.yaml:4:1: there is no card"):
        Game(s.program([Draw(Target(stock), 3, card, 3), DONE])).new_state()


def test_a_draw_from_the_zone_of_a_player(sketch):
    s = sketch()
    hand = s.field("hand", 0, 5, keys=2, width=2, starts=[0, 0, 1, 2])
    card, which = s.field("card", 0, 5), s.field("which", starts=2)
    state = Game(s.program([Draw(Target(hand, Slot(which), 4), 2, card, 0), DONE]), checked=True).new_state()
    assert state.chance_outcomes() == [(0, 1, 3), (1, 2, 3)]
    state.apply(1)
    assert state.vector[hand:which] == [0, 0, 1, 1, 1]


def test_chances_have_a_limit(sketch):
    s = sketch(faces=(1, 2), most=1)
    die, cast = s.device((0, 1)), s.field("cast", 0, 50)
    program = s.program(
        ["again", Throw(die, Constant(1), 1, cast, 3), Jump("again")], limits=Limits(outcome=2, chances=5)
    )
    state = Game(program).new_state(1, 0)
    assert (state.outcome, state.chances, state.winners) == ("unfinished", 5, ())
    state = Game(program).new_state()
    for _ in range(5):
        state.apply(1)
    assert (state.outcome, state.is_chance, state.chances) == ("unfinished", False, 5)
