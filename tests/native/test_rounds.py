"""A game that goes round as often as it may, and once more: machine code counts as the machine does, whatever is copied."""

import pytest

from parlour.interpreter.program.expressions import TRUE, Binary, Constant, Fold, Gathering, Operator, Slot, Temporary
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    CountTurn,
    Dequeue,
    End,
    Enqueue,
    Jump,
    Option,
    Return,
    Set,
    Switch,
    Target,
    Throw,
)
from parlour.interpreter.program.intervals import bounds_of
from parlour.interpreter.program.program import ChoiceInfo, Limits
from parlour.interpreter.program.rounds import Rounds
from parlour.interpreter.types import INT, INT_HIGH

ROUNDS = 60
DONE = End(1, Constant(3), -1, (), -1)


def plus(slot, by=1, place=0):
    return Set(Target(slot), Binary(Operator.ADD, Slot(slot), Constant(by), place), 0, 10**6, place)


def below(slot, most, to, place=0):
    """On where a slot holds less, else to an address."""
    return Branch(Binary(Operator.LESS, Slot(slot), Constant(most), place), to)


def plain(s):
    a = s.field("a", 0, 10**6)
    return ["again", below(a, ROUNDS, "end", 5), plus(a, 1, 6), Jump("again"), "end", DONE], ROUNDS


def of_known_slots(s):
    """Copied for each value of a flag: half of its rounds are straight code."""
    a, flag = s.field("a", 0, 10**6), s.field("flag", 0, 1, role="control")
    turned = Set(Target(flag), Binary(Operator.SUBTRACT, Constant(1), Slot(flag), 1), 0, 1, 1)
    other = ["other", below(a, ROUNDS, "end", 7), plus(a, 1, 8), turned, Jump("again")]
    way = Switch(Slot(flag), 0, ("here", "other"), "here")
    return [
        "again",
        way,
        "here",
        below(a, ROUNDS, "end", 5),
        plus(a, 1, 6),
        turned,
        Jump("again"),
        *other,
        "end",
        DONE,
    ], (ROUNDS)


def in_an_effect(s):
    """Twice a loop of half as many rounds, in a subroutine that stands before its callers; each call is a round too."""
    a, back = s.field("a", 0, 10**6), s.field("back", 0, INT_HIGH, role="control")
    effect = ["effect", Set(Target(a), Constant(0), 0, 10**6, 9)]
    effect += ["again", below(a, ROUNDS // 2, "left", 5), plus(a, 1, 6), Jump("again"), "left", Return(back)]
    return [Jump("begin"), *effect, "begin", Call("effect", back), Call("effect", back), DONE], ROUNDS + 2


def nested(s):
    """An inner loop through a narrow range is not counted; the outer one is."""
    a, k = s.field("a", 0, 10**6), s.field("k", 0, 8, role="local")
    begin = Set(Target(k), Constant(0), 0, 8, 2)
    inner = ["inner", below(k, 8, "out", 3), Set(Target(k), Binary(Operator.ADD, Slot(k), Constant(1), 4), 0, 8, 4)]
    lines = ["again", below(a, ROUNDS, "end", 5), begin, *inner, Jump("inner"), "out", plus(a, 1, 6), Jump("again")]
    return [*lines, "end", DONE], ROUNDS


def both_counted(s):
    a, k = s.field("a", 0, 10**6), s.field("k", 0, 10**6)
    inner = ["inner", below(k, 8, "out", 3), plus(k, 1, 4), Jump("inner"), "out"]
    begin = Set(Target(k), Constant(0), 0, 9, 2)
    return ["again", below(a, ROUNDS, "end", 5), begin, *inner, plus(a, 1, 6), Jump("again"), "end", DONE], ROUNDS * 9


def arrivals(s):
    """Each token that leaves the queue enters it again."""
    a, queue = s.field("a", 0, 10**6), s.field("queue", 0, 4, width=4, role="control")
    token = s.field("token", 0, 3, role="local")
    lines = [Enqueue(Constant(2), queue, 4), "again", Dequeue(token, queue, 4, "end"), below(a, ROUNDS, "again", 5)]
    return [*lines, plus(a, 1, 6), Enqueue(Slot(token), queue, 4), Jump("again"), "end", DONE], ROUNDS + 1


def folds(s):
    """Long folds are counted by what they count through, and share what is allowed."""
    a, wide = s.field("a", 0, 10**6), s.field("wide", 0, 10**6, starts=20)
    fold = Fold(Gathering.SUM, 1, Constant(0), Slot(wide), TRUE, Temporary(1), 9)
    sums = [Set(Target(a), fold, 0, 10**6, k) for k in range(5)]
    return [*sums, DONE], 100


def short_folds_within(s):
    """A fold of few rounds, each of them a fold: the outer alone is counted."""
    a = s.field("a", 0, 10**6)
    inner = Fold(Gathering.SUM, 1, Constant(0), Constant(10), TRUE, Slot(a), 8)
    outer = Fold(Gathering.SUM, 2, Constant(0), Constant(10), TRUE, inner, 9)
    return [Set(Target(a), outer, 0, 10**6, 4), Set(Target(a), outer, 0, 10**6, 5), DONE], 20


def forced(s):
    """A choice that asks nobody leads back."""
    a = s.field("a", 0, 10**6)
    more = Binary(Operator.LESS, Slot(a), Constant(ROUNDS), 4)
    done = Binary(Operator.AT_LEAST, Slot(a), Constant(ROUNDS), 4)
    choice = Choose(0, Constant(1), (Option(more, "on"), Option(done, "end")), -1, (), 5)
    return [Jump("choice"), "on", plus(a, 1, 6), "choice", choice, "end", DONE], ROUNDS + 1


def turns(s):
    """Turns alone are no reason to count anew."""
    a = s.field("a", 0, 10**6)
    lines = ["again", CountTurn(Constant(0), 3), below(a, ROUNDS, "end", 5), plus(a, 1, 6), Jump("again"), "end", DONE]
    return lines, ROUNDS


KINDS = (
    plain,
    of_known_slots,
    in_an_effect,
    nested,
    both_counted,
    arrivals,
    folds,
    short_folds_within,
    forced,
    turns,
)
INFO = ChoiceInfo("which", ("x", "y"), INT, ())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spare", [-1, 0, 1])
def test_so_many_rounds_and_no_more(sketch, both, kind, spare):
    s = sketch()
    lines, rounds = kind(s)
    found = both(s.program(lines, choices=(INFO,), limits=Limits(steps=rounds + spare, outcome=2)), 1)
    if spare < 0:
        assert found[1] == "endless" and found[3] == {"steps": rounds - 1} and found[2]
    else:
        assert found[0][0].outcome == 1


def test_behind_a_chance_it_is_counted_anew(sketch, both):
    """Another loop before and behind a throw; between throws each is as long as it may be."""
    s = sketch(faces=(0, 1), most=1)
    a, cast, coin = s.field("a", 0, 10**6), s.field("cast", 0, 9), s.device((0, 1))

    def loop(name, most):
        return [name, below(a, most, f"{name} out", 5), plus(a, 1, 6), Jump(name), f"{name} out"]

    lines = [*loop("first", 50), Throw(coin, Constant(1), 1, cast, 0), *loop("second", 100), DONE]
    for steps, fails in ((49, True), (50, False)):
        found = both(s.program(lines, limits=Limits(steps=steps, outcome=2)), 3)
        assert found[1] == "endless" if fails else len(found) == 3


def test_a_game_that_may_go_on_is_played_among_others(sketch, both):
    """Machine code that copies leaves rounds out; close to the limit another counts each, game for game."""
    s = sketch(faces=(0, 1), most=1)
    a, cast, coin = s.field("a", 0, 10**6), s.field("cast", 0, 9), s.device((0, 1))
    odd = Binary(Operator.EQUAL, Slot(cast), Constant(2), 0)
    lines = ["game", Throw(coin, Constant(1), 1, cast, 0), Branch(odd, "end")]
    lines += ["again", below(a, ROUNDS, "over", 5), plus(a, 1, 6), Jump("again"), "over"]
    lines += [Set(Target(a), Constant(0), 0, 9, 7), Jump("game"), "end", DONE]
    found = both(s.program(lines, limits=Limits(steps=ROUNDS + 1, outcome=2)), 40)
    assert len(found) == 40
    assert both(s.program(lines, limits=Limits(steps=ROUNDS, outcome=2)), 40)[1] == "endless"


def test_two_loops_with_one_head_are_counted(sketch, both):
    """Each sets the other's counter back: neither ends on its own."""
    s = sketch()
    a, b, flag = s.field("a", 0, 9), s.field("b", 0, 9), s.field("flag", 0, 1)

    def up(slot):
        return Set(Target(slot), Binary(Operator.ADD, Slot(slot), Constant(1), 5), 0, 9, 5)

    def nothing(slot):
        return Set(Target(slot), Constant(0), 0, 9, 5)

    turned = Set(Target(flag), Binary(Operator.SUBTRACT, Constant(1), Slot(flag), 1), 0, 1, 1)
    lines = ["head", turned, Branch(Slot(flag), "other"), nothing(b), up(a), Jump("head")]
    lines += ["other", nothing(a), up(b), Jump("head"), DONE]
    program = s.program(lines, limits=Limits(steps=99, outcome=2))
    assert not Rounds(program, bounds_of(program)).free
    assert both(program, 1)[1] == "endless"


def test_a_loop_that_calls_what_goes_straight_is_free(sketch):
    s = sketch()
    k, a, back = s.field("k", 0, 8), s.field("a", 0, 10**6), s.field("back", 0, INT_HIGH, role="control")
    up = Set(Target(k), Binary(Operator.ADD, Slot(k), Constant(1), 4), 0, 8, 4)
    lines = ["loop", below(k, 8, "out"), Call("effect", back), up, Jump("loop"), "out", DONE]
    free = s.program([*lines, "effect", plus(a), Return(back)])
    assert Rounds(free, bounds_of(free)).free == {(3, 0)}
    counted = s.program([*lines, "effect", below(a, 5, "left"), plus(a), Jump("effect"), "left", Return(back)])
    assert not Rounds(counted, bounds_of(counted)).free
