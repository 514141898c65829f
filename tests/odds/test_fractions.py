"""Means of sums as fractions: published values, and sums that are moved among each other against the numbers."""

from fractions import Fraction

import pytest

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.answer import answer
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.program.expressions import Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import Branch, Short, Target, Throw, Transfer

from .conftest import ACCOUNTS, DIE, end, put

pytest.importorskip("flint")
ROLL = Throw(0, Constant(1), 2, DIE, 0)


@pytest.mark.parametrize(
    ("name", "seats", "fraction"),
    [
        ("craps", (), Fraction(-7, 495)),
        ("drop-dead", (), Fraction(837242, 52117)),
        ("red-dog", ("best",), Fraction(-523, 16575)),
        ("one-to-ten", ("best",), Fraction(8621220871892, 3005047770725)),
    ],
)
def test_scores_that_are_added_up(name, seats, fraction):
    found = odds(Game(load(name)), seats, exact=True).solution
    assert found.scores[0].fraction == fraction


def test_sums_that_are_moved_among_each_other(program):
    """Add what is thrown; at a one the other account takes it all; go on two times of three."""
    more = put(ACCOUNTS, Binary(Operator.ADD, Slot(ACCOUNTS), Slot(DIE), 0))
    takes = Transfer(Target(ACCOUNTS), Target(ACCOUNTS + 1), None, Short.OWES, -1, -1, 0)
    one, again = (Binary(Operator.LESS, Slot(DIE), Constant(n), -1) for n in (2, 3))
    made = program(
        [ROLL, more, ROLL, Branch(one, 5), takes, ROLL, Branch(again, 0), end(1)],
        (Slot(ACCOUNTS), Slot(ACCOUNTS + 1)),
    )
    found = answer(made, Question(("", ""), exact=True))
    rough = answer(made, Question(("", "")))
    # a throw is worth 2, and there are one and a half rounds on the average
    assert sum(figure.fraction for figure in found.scores) == Fraction(3)
    assert [float(f.fraction) for f in found.scores] == pytest.approx([f.value for f in rough.scores], rel=1e-12)
    assert [refusal.asked for refusal in found.refusals] == ["standard deviation of scores"]


def test_where_fractions_are_out_of_reach_it_is_said():
    found = odds(Game(load("humbert-ca"), 2, {"empty_purse": "owes", "empty_bank": "owes"}), exact=True).solution
    assert found.scores[0].fraction is None
    assert "apart" in next(r for r in found.refusals if r.asked == "fractions of scores").why
