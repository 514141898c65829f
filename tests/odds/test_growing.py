"""What grows without bound is refused at once, and what only grows for a while is explored."""

import pytest

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.answer import OutOfReach, answer
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.program.expressions import Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import Branch, Throw

from .conftest import ACCOUNTS, DIE, end, put

ROLL = Throw(0, Constant(1), 2, DIE, 0)


def compared(operator, slot, number):
    return Binary(operator, Slot(slot), Constant(number), 0)


def walk(program, least, most):
    """A step down or up, or none; it is over beyond `least` or `most`."""
    more = put(ACCOUNTS, Binary(Operator.ADD, Slot(ACCOUNTS), compared(Operator.SUBTRACT, DIE, 2), 0))
    tests = [
        Branch(compared(Operator.AT_LEAST, ACCOUNTS, least), 5),
        Branch(compared(Operator.AT_MOST, ACCOUNTS, most), 6),
    ]
    back = Branch(Constant(0), 0)
    return program([ROLL, more, *tests, back, end(1, 1), end(2, 2)])


def test_a_walk_without_an_end_on_one_side(program):
    made = walk(program, -3, 2**62)
    with pytest.raises(OutOfReach, match="account, which grows without bound"):
        answer(made, Question(("", "")))


def test_a_walk_between_two_ends_is_solved(program):
    found = answer(walk(program, -3, 3), Question(("", "")))
    assert [figure.value for figure in found.winners] == pytest.approx([0.5, 0.5])


def test_a_high_bound_is_a_bound(program):
    """Two hundred up is far, and no more than that."""
    found = answer(walk(program, -3, 200), Question(("", "")))
    assert found.winners[0].value == pytest.approx(1 - 4 / 205, rel=1e-9)


def test_debts_that_grow_are_named_and_what_does_not_need_them_is_said():
    found = odds(Game(load("bell-and-hammer"))).solution
    (refusal,) = found.refusals
    assert (refusal.asked, refusal.fields) == ("winners", ("purse",))
    assert "purse, which grows without bound" in refusal.why
    assert found.winners is None
    assert found.outcomes["cleared"].value == pytest.approx(1)
    assert sum(score.value for score in found.scores) == pytest.approx(80, abs=1e-9)  # all there is in the end


def test_who_asks_for_it_has_it_tried(program):
    with pytest.raises(OutOfReach, match="more than 500 states"):
        answer(walk(program, -3, 2**62), Question(("", ""), most=500))
