"""Best play: of one seat, of two against each other, what it is worth, and when it is refused."""

import pytest
from msgspec.structs import replace

from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.answer import OutOfReach, answer
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.program.expressions import TRUE, Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import Branch, Choose, Option, Throw

from .conftest import ACCOUNTS, DIE, VARIABLES, end, is_, put

ROLL = Throw(0, Constant(1), 2, DIE, 0)


def choose(seat, this, that):
    return Choose(0, Constant(seat), (Option(TRUE, this), Option(TRUE, that)), -1, (), 0)


def solved(program, seats, **asked):
    return answer(program, Question(seats, **asked))


def test_who_sees_everything_guesses_right(program):
    wins = Branch(is_(VARIABLES, 1), 5)
    made = program(
        [ROLL, put(VARIABLES, Slot(DIE)), choose(0, 3, 6), wins, end(1, 1), end(1, 2), wins, end(1, 2), end(1, 1)]
    )
    # `this` wins at a one; `that` loses whatever is thrown
    assert solved(made, ("best", "")).winners[0].value == pytest.approx(1 / 3)
    assert solved(made, ("", "")).winners[0].value == pytest.approx(1 / 6)


def test_what_one_wins_the_other_loses(program):
    """Seat 1 lets seat 2 choose who wins, or throws for it."""
    thrown = [ROLL, Branch(is_(DIE, 1), 7), end(1, 1), end(1, 2)]
    made = program([choose(0, 1, 4), choose(1, 2, 3), end(1, 1), end(1, 2), *thrown])
    # `this` hands the choice to seat 2, who takes the game; `that` wins at a one
    found = solved(made, ("best", "best"))
    assert found.value.value == pytest.approx(1 / 3)
    assert [figure.value for figure in found.winners] == pytest.approx([1 / 3, 2 / 3])
    assert solved(made, ("best", "")).value.value == pytest.approx(1 / 2)


def test_sums_are_played_for_too(program):
    """Stop with what was thrown, or throw once more; at random that is two throws on the average."""
    more = put(ACCOUNTS, Binary(Operator.ADD, Slot(ACCOUNTS), Slot(DIE), 0))
    made = program([ROLL, more, choose(0, 3, 0), end(1, 1)], (Slot(ACCOUNTS), Constant(0)))
    found = solved(made, ("", ""))
    assert found.scores[0].value == pytest.approx(4)  # two throws of two


def test_hidden_information_is_refused(program):
    made = program(
        [ROLL, put(VARIABLES, Slot(DIE)), choose(0, 3, 5), Branch(is_(VARIABLES, 1), 5), end(1, 1), end(1, 2)]
    )
    fields = tuple(replace(f, seen_by="nobody") if f.name == "variable" else f for f in made.layout.fields)
    hidden = replace(made, layout=replace(made.layout, fields=fields))
    with pytest.raises(OutOfReach, match="may not see variable"):
        solved(hidden, ("best", ""))
    assert solved(hidden, ("", "")).winners[0].value == pytest.approx(1 / 6)


def refuse_to_explore(*_):
    raise AssertionError("nothing has to be explored to know that")


def test_too_many_who_decide_are_refused_before_anything_is_explored(monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.solver.explored", refuse_to_explore)
    with pytest.raises(OutOfReach, match="3 seats play their best"):
        answer(Game(load("pig"), 3).program, Question(("best",) * 3))


def test_two_who_may_both_lose_are_refused_before_anything_is_explored(program, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.solver.explored", refuse_to_explore)
    made = program([choose(0, 1, 2), choose(1, 2, 3), end(1, 0), end(1, 3)])
    with pytest.raises(OutOfReach, match="opposite"):
        solved(made, ("best", "best"))


def test_two_who_may_both_lose_want_no_opposites(program, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.attempt.probe", lambda *_: None)  # which may overlook it
    made = program([choose(0, 1, 2), choose(1, 2, 3), end(1, 0), end(1, 3)])
    with pytest.raises(OutOfReach, match="opposite"):
        solved(made, ("best", "best"))
