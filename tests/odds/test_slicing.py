"""What a slice keeps and leaves out, and how many states there are then."""

import pytest
from msgspec.structs import replace

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.answer import OutOfReach, answer
from parlour.interpreter.odds.exploring.explorer import Explorer
from parlour.interpreter.odds.slicing.slicing import Slicer
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.program.expressions import Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    CountTurn,
    Draw,
    Jump,
    Return,
    Short,
    Target,
    Throw,
    Transfer,
)
from parlour.tests.verifier import problems

from .conftest import ACCOUNTS, BACK, BAG, CARD, DIE, VARIABLES, end, is_, put

ROLL = Throw(0, Constant(1), 2, DIE, 0)
ONE = Constant(1)


def more(slot, by=ONE):
    return put(slot, Binary(Operator.ADD, Slot(slot), by, 0))


def solved(program, **asked):
    return answer(program, Question(("", ""), **asked))


def test_a_race_with_money_carries_positions_and_missed_turns_alone():
    sliced = Slicer(Game(load("humbert-ca")).program, ()).sliced()
    assert sliced.names() == ("missing", "at")
    assert problems(sliced.program) == []
    chain = Explorer(sliced.program, ("", "")).explore(10_000)
    assert (chain.count, len(chain.endings)) == (3364, 3)


def test_what_is_never_read_needs_no_states(program):
    rounds = [CountTurn(Constant(0), -1), ROLL, more(ACCOUNTS, Slot(DIE)), Branch(is_(DIE, 1), 0), end(1)]
    made = program(rounds, (Slot(ACCOUNTS), ONE))
    found = solved(made)
    assert (found.states, found.carried) == (1, ())
    assert found.turns.value == pytest.approx(3)
    assert found.scores[0].value == pytest.approx(3 * 2)  # three throws on the average, of two
    assert found.outcomes["one"].value == pytest.approx(1)


def test_a_branch_whose_ways_make_no_difference_is_left_out(program):
    test = Branch(Binary(Operator.GREATER, Slot(ACCOUNTS), Constant(4), -1), 4)
    made = program([ROLL, more(ACCOUNTS), test, put(VARIABLES, 1), Branch(is_(DIE, 1), 0), end(1)])
    assert Slicer(made, ()).sliced().names() == ()


def test_a_subroutine_is_written_out_where_it_is_called(program):
    made = program(
        [ROLL, Call(5, BACK), Branch(is_(DIE, 1), 0), end(1, Slot(VARIABLES)), Jump(0), put(VARIABLES, 1), Return(BACK)]
    )
    sliced = Slicer(made, ()).sliced()
    assert not any(isinstance(i, Call | Return) for i in sliced.program.instructions)
    assert solved(made).winners[0].value == pytest.approx(1)


def test_a_transfer_of_which_one_side_counts_adds_there_alone(program):
    bank = Transfer(Target(ACCOUNTS), Target(ACCOUNTS + 1), Constant(2), Short.OWES, -1, -1, 0)
    branch = Branch(Binary(Operator.AT_LEAST, Slot(ACCOUNTS + 1), Constant(6), -1), 0)
    made = program([ROLL, Branch(is_(DIE, 1), 0), bank, branch, end(1)])
    found = Slicer(made, ()).sliced()
    assert found.names() == ("account",)
    assert not any(isinstance(i, Transfer) for i in found.program.instructions)


def test_the_whole_bank_at_the_end_is_a_first_moment(program):
    """One of three goes to the bank in each round; who throws a three takes all of it."""
    paid = Transfer(Target(ACCOUNTS), Target(ACCOUNTS + 1), ONE, Short.OWES, -1, -1, 0)
    taken = Transfer(Target(ACCOUNTS + 1), Target(ACCOUNTS), None, Short.OWES, -1, -1, 0)
    made = program(
        [ROLL, paid, Branch(is_(DIE, 3), 0), taken, end(1)],
        (Slot(ACCOUNTS), Slot(ACCOUNTS + 1)),
        (("bank", Slot(ACCOUNTS + 1)),),
    )
    found = solved(made)
    assert found.states == 1
    assert [figure.value for figure in found.scores] == pytest.approx([0, 0], abs=1e-12)


def test_a_sum_that_moves_in_the_game_is_carried_through_it(program):
    """Thrown twice: what is in the bank is doubled by what moves there and back."""
    there = Transfer(Target(ACCOUNTS), Target(ACCOUNTS + 1), None, Short.OWES, -1, -1, 0)
    made = program(
        [more(ACCOUNTS, Constant(5)), ROLL, there, more(ACCOUNTS, Slot(DIE)), ROLL, Branch(is_(DIE, 1), 1), end(1)],
        (Slot(ACCOUNTS), Slot(ACCOUNTS + 1)),
    )
    found = solved(made)
    # the account holds what was thrown last, the bank all that was thrown before: 5 and a 2 on the average a round
    assert [figure.value for figure in found.scores] == pytest.approx([2, 5 + 2 * 2], rel=1e-12)


def test_cards_that_nothing_tells_apart_are_counted_together(program):
    draws = [Draw(Target(BAG), 3, CARD, 0) for _ in range(3)]
    made = program([*draws, end(1, Binary(Operator.EQUAL, Slot(CARD), Constant(1), -1))])
    found = solved(made)
    assert found.winners[0].value == pytest.approx(1 / 3)
    assert found.states == 5  # by what is left of the middle kind: 1, 2, and 2 where both kinds are left, not 1 + 3 + 6


def test_a_game_that_may_never_end_says_with_what_probability(program):
    made = program([ROLL, Branch(is_(DIE, 1), 3), end(1), ROLL, Jump(3)])
    found = solved(made)
    assert found.never == pytest.approx(2 / 3)
    assert found.outcomes["one"].value == pytest.approx(1 / 3)
    assert found.scores is None
    trap = program(
        [
            CountTurn(Constant(0), -1),
            ROLL,
            Branch(is_(DIE, 1), 4),
            end(1),
            CountTurn(Constant(0), -1),
            ROLL,
            put(VARIABLES, 1),
            Jump(4),
        ]
    )
    found = solved(trap)
    assert found.never == pytest.approx(2 / 3)
    assert found.turns is None
    assert any("for ever" in refusal.why for refusal in found.refusals)


def test_too_many_states_are_refused_with_what_makes_them_many(program):
    grows = [
        ROLL,
        more(ACCOUNTS, Slot(DIE)),
        Branch(Binary(Operator.GREATER, Slot(ACCOUNTS), Constant(50), -1), 0),
        end(1),
    ]
    assert solved(program(grows)).states == 51
    with pytest.raises(OutOfReach, match="account") as refused:
        solved(program(grows), most=20)
    assert refused.value.refusal.fields == ("account",)


def test_a_limit_that_would_end_some_games_is_said(program):
    rounds = [CountTurn(Constant(0), -1), ROLL, Branch(is_(DIE, 1), 0), end(1)]
    made = program(rounds)
    assert not solved(made).refusals
    limited = replace(made, limits=replace(made.limits, turns=10))
    assert [r.asked for r in solved(limited).refusals] == ["end at the limit of 10 turns"]


def test_landings_on_squares():
    found = odds(Game(load("chutes"), 1), visits=True).solution
    assert found.visits[100] == pytest.approx(1)
    assert found.visits[1] == pytest.approx(1 / 6)  # from the start alone, which nobody comes back to
    assert found.visits[2] == pytest.approx(1 / 6)  # likewise: on 1 there is a ladder
    assert list(found.visits) == list(range(1, 101))  # off the board nobody lands
