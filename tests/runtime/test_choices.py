"""Choices: who is asked, what is legal, what a policy takes, what happens without a choice."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.interpreter.program.expressions import (
    TRUE,
    Binary,
    Constant,
    Element,
    Fold,
    Gathering,
    Operator,
    Slot,
    Temporary,
)
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome, End, Option, Set, Target
from parlour.interpreter.program.program import ChoiceInfo, Limits
from parlour.interpreter.runtime.bots import PolicyBot, RandomBot
from parlour.interpreter.runtime.events import Event, Happening
from parlour.interpreter.runtime.fault import Fault, IllegalMove
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.runtime.random import Stream
from parlour.interpreter.types import INT, INT_HIGH, INT_LOW, PLAYER, Kind, Type, set_of

DONE = End(1, Constant(0), -1, (), -1)
COUNT = Temporary(0)


def binary(op, left, right):
    return Binary(op, left, Constant(right) if isinstance(right, int) else right, 0)


def put(slot, value):
    return Set(Target(slot), Constant(value), INT_LOW, INT_HIGH, 0)


def options(s, tests, by=1, otherwise=-1, policies=()):
    """A choice whose way out is written to a slot."""
    found = s.field("found", starts=-1)
    ways = [line for k in range(len(tests)) for line in (f"way {k}", put(found, k), DONE)]
    given = tuple(Option(test, f"way {k}") for k, test in enumerate(tests))
    choice = Choose(0, Constant(by), given, otherwise, policies, 5)
    names = tuple(f"option_{k}" for k in range(len(tests)))
    return [choice, *ways, "else", DONE], {"choices": (ChoiceInfo("which", names, INT, ()),)}, found


def started(s, lines, known, listener=None):
    return Game(s.program(lines, **known), checked=True).new_state(listener=listener)


def test_options_that_are_legal(sketch):
    s = sketch()
    flag = s.field("flag", 0, 1)
    lines, known, found = options(s, (TRUE, Slot(flag), TRUE))
    heard = []
    state = started(s, lines, known, heard.append)
    assert (state.current_player, state.legal_actions(), state.is_chance) == (1, [0, 2], False)
    assert state.choice.name == "which"
    assert (state.describe(2), state.action_named("option_2"), state.action_named("option_1")) == ("option_2", 2, None)
    with pytest.raises(IllegalMove, match="action 1 is not legal"):
        state.apply(1)
    with pytest.raises(IllegalMove, match="action False is not legal"):
        state.apply(False)
    state.apply(2)
    assert (state.vector[found], state.current_player, state.choice) == (2, None, None)
    assert heard[0] == Event(Happening.CHOSE, (0, 1, 2, 0), 5)
    with pytest.raises(IllegalMove, match="nobody"):
        state.apply(0)


def test_one_legal_option_is_taken_without_asking(sketch):
    s = sketch()
    flag = s.field("flag", 0, 1)
    lines, known, found = options(s, (Slot(flag), TRUE))
    heard = []
    state = started(s, lines, known, heard.append)
    assert state.is_terminal and state.vector[found] == 1
    assert heard[0] == Event(Happening.CHOSE, (0, 1, 1, 1), 5)


def test_no_legal_option(sketch):
    s = sketch()
    flag = s.field("flag", 0, 1)
    lines, known, found = options(s, (Slot(flag), Slot(flag)), otherwise="else")
    assert started(s, lines, known).vector[found] == -1
    s = sketch()
    flag = s.field("flag", 0, 1)
    lines, known, _ = options(s, (Slot(flag),))
    with pytest.raises(Fault, match=r"sketch.yaml:6:1: nothing may be chosen"):
        started(s, lines, known)


@pytest.mark.parametrize("by", [-1, 2])
def test_a_chooser_that_is_no_seat(sketch, by):
    s = sketch()
    lines, known, _ = options(s, (TRUE, TRUE), by=by)
    with pytest.raises(Fault, match="is no seat"):
        started(s, lines, known)


def one(s, where, value, policies=(), start=0, stop=6, low=-100, high=100, type=INT):
    found = s.field("found", low, high)
    bounds = (Constant(start), Constant(stop))
    choice = ChooseOne(0, Constant(0), *bounds, where, value, found, -1, policies, 5)
    return [choice, DONE], {"choices": (ChoiceInfo("which", (), type, ()),)}, found


def test_values_that_are_legal(sketch):
    s = sketch()
    value = binary(Operator.REMAINDER, binary(Operator.MULTIPLY, COUNT, 2), 5)
    lines, known, found = one(s, binary(Operator.DIFFERENT, COUNT, 2), value)
    state = started(s, lines, known)
    assert state.legal_actions() == [0, 1, 2, 3], "of 0 2 (4) 1 3 0: equal values are one action"
    assert state.describe(3) == "3"
    state.apply(3)
    assert state.vector[found] == 3


def test_values_are_spelled_by_their_type(sketch):
    for type, spelling in (
        (PLAYER, "seat 2"),
        (Type(Kind.WORD, "w", ("up", "down")), "down"),
        (Type(Kind.BOOL), "yes"),
    ):
        s = sketch()
        lines, known, _ = one(s, TRUE, COUNT, stop=2, type=type)
        state = started(s, lines, known)
        assert state.describe(1) == spelling and state.action_named(spelling) == 1
        assert state.action_named("nonsense") is None


def test_a_value_that_does_not_fit_is_a_fault(sketch):
    s = sketch()
    lines, known, _ = one(s, TRUE, COUNT, high=3)
    with pytest.raises(Fault, match=r"sketch.yaml:6:1: .*4 is outside -100..3"):
        started(s, lines, known)


def test_too_many_values_are_a_fault(sketch):
    s = sketch()
    lines, known, _ = one(s, TRUE, Constant(1), stop=10**12)
    with pytest.raises(Fault, match="never ends"):
        started(s, lines, {**known, "limits": Limits(outcome=2, steps=1000)})


def some(s, size, where, when, policies=(), values=()):
    found = s.field("found", 0, 2**size, starts=0)
    choice = ChooseSome(0, Constant(1), size, where, when(found), found, -1, policies, 5)
    info = ChoiceInfo("which", (), set_of(INT), values or tuple(range(1, size + 1)))
    return [choice, DONE], {"choices": (info,)}, found


def member_sum(found, size):
    """The sum of the numbers 1..size in the mask."""
    member = binary(Operator.BIT, Slot(found), Temporary(1))
    value = binary(Operator.ADD, Temporary(1), 1)
    return Fold(Gathering.SUM, 1, Constant(0), Constant(size), member, value, 0)


@given(st.integers(1, 6), st.integers(0, 63), st.integers(0, 21))
def test_sets_that_are_legal(sketch, size, open_tiles, wanted):
    s = sketch()
    where = binary(Operator.BIT, Constant(open_tiles), COUNT)
    lines, known, found = some(s, size, where, lambda f: binary(Operator.EQUAL, member_sum(f, size), wanted))
    tiles = [k + 1 for k in range(size) if open_tiles >> k & 1]
    sets = chain.from_iterable(combinations(tiles, n) for n in range(1, size + 1))
    expected = sorted(sum(1 << t - 1 for t in chosen) for chosen in sets if sum(chosen) == wanted)
    if not expected:
        with pytest.raises(Fault, match="nothing may be chosen"):
            started(s, lines, known)
        return
    state = started(s, lines, known)
    if len(expected) == 1:
        assert state.is_terminal and state.vector[found] == expected[0]
        return
    assert state.legal_actions() == expected and state.vector[found] == 0
    spelling = state.describe(expected[-1])
    assert spelling.split() == [str(t) for t in tiles if expected[-1] >> t - 1 & 1]
    assert state.action_named(" ".join(reversed(spelling.split()))) == expected[-1]
    state.apply(expected[-1])
    assert state.vector[found] == expected[-1]


NUMBERS = Stream((1, 2, 3, 4))


def test_a_policy_takes_the_highest_and_the_first_on_a_tie(sketch):
    for worths, taken in (((3, 9, 5, 9), 3), ((3, 2, 1, 1), 0), ((-5, 7, -5, -6), 0)):
        s = sketch()
        flag = s.field("flag", 0, 1)
        policies = (("other", (TRUE,) * 4), ("bold", tuple(Constant(w) for w in worths)))
        lines, known, _ = options(s, (TRUE, Slot(flag), TRUE, TRUE), policies=policies)
        game = Game(s.program(lines, **known))
        assert game.policies() == ("other", "bold")
        assert PolicyBot("bold", NUMBERS).choose(game.new_state()) == taken
        assert PolicyBot("other", NUMBERS).choose(game.new_state()) == 0


def test_a_policy_for_values_counts_the_first_of_equals(sketch):
    s = sketch()
    value = binary(Operator.REMAINDER, COUNT, 3)
    worth = Binary(Operator.SUBTRACT, Constant(10), binary(Operator.MULTIPLY, value, COUNT), 0)
    lines, known, _ = one(s, binary(Operator.DIFFERENT, COUNT, 0), value, policies=(("p", worth),))
    state = started(s, lines, known)
    # counts 1 2 3 4 5 give values 1 2 0 1 2; the first of each are worth 9, 6 and 10
    assert PolicyBot("p", NUMBERS).choose(state) == 0


def test_a_policy_for_sets_sums_its_members(sketch):
    s = sketch()
    squares = binary(Operator.MULTIPLY, COUNT, COUNT)
    lines, known, found = some(
        s, 5, TRUE, lambda f: binary(Operator.EQUAL, member_sum(f, 5), 6), policies=(("p", squares),)
    )
    state = started(s, lines, known)
    assert [state.describe(a) for a in state.legal_actions()] == ["1 2 3", "2 4", "1 5"]
    assert state.describe(PolicyBot("p", NUMBERS).choose(state)) == "1 5"
    assert state.vector[found] == 0


def test_a_policy_without_an_opinion_chooses_at_random(sketch):
    s = sketch()
    lines, known, _ = options(s, (TRUE, TRUE, TRUE))
    state = started(s, lines, known)
    ours, theirs = Stream((5, 6, 7, 8)), Stream((5, 6, 7, 8))
    bot, random = PolicyBot("nobody", ours), RandomBot(theirs)
    chosen = [bot.choose(state) for _ in range(50)]
    assert chosen == [random.choose(state) for _ in range(50)]
    assert set(chosen) == {0, 1, 2}


def test_a_choice_of_a_card_of_the_hand(sketch):
    s = sketch()
    hand = s.field("hand", 0, 9, width=4, starts=[0, 2, 0, 1])
    card = Type(Kind.CARD, "pack", ("ace", "king", "queen", "jack"))
    lines, known, _ = one(s, Element(hand, COUNT, 4, 0), COUNT, stop=4, type=card)
    state = started(s, lines, known)
    assert [state.describe(a) for a in state.legal_actions()] == ["king", "jack"]
