"""Where the whole answer is too large, what makes it large is left out and told; what is left is right."""

import json

import pytest

from parlour.cli import main
from parlour.interpreter.certainty import best_play, odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.answer import OutOfReach, answer
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.program.expressions import Binary, Conditional, Constant, Operator, Slot
from parlour.interpreter.program.instructions import Branch, CountTurn, Throw

from .conftest import ACCOUNTS, DIE, VARIABLES, by_hand, end, is_, put

ROLL = Throw(0, Constant(1), 2, DIE, 0)
TURN = CountTurn(Constant(0), -1)
COLLECT = put(ACCOUNTS, Binary(Operator.ADD, Slot(ACCOUNTS), Slot(DIE), 0))
RICH = Binary(Operator.GREATER, Slot(ACCOUNTS), Constant(6), -1)
MOST = 12  # states: enough without the account


def collecting(program, *last):
    """Throws of one to three are collected till it is a one; the account alone makes it large."""
    return program([TURN, ROLL, COLLECT, Branch(is_(DIE, 1), 0), *last], (Slot(ACCOUNTS), Constant(0)))


def asked(program, most=MOST):
    return answer(program, Question(("", ""), most=most))


def refused(solution):
    return {refusal.asked: refusal.fields for refusal in solution.refusals}


def test_who_wins_is_left_out_where_that_alone_is_large(program):
    made = collecting(program, end(1, Conditional(RICH, Constant(1), Constant(2))))
    shares, _, turns, means, _ = by_hand(made)
    found = asked(made)
    assert found.winners is None
    assert refused(found) == {"winners": ("account",)}
    assert found.refusals[0].states == MOST
    assert found.outcomes["one"].value == pytest.approx(shares[1] if 1 in shares else shares["one"])
    assert found.turns.value == pytest.approx(turns)
    assert [figure.value for figure in found.scores] == pytest.approx(means, rel=1e-7)


def test_how_many_turns_is_left_out_where_that_alone_is_large(program):
    made = collecting(program, Branch(RICH, 6), TURN, end(1, 1))
    found = asked(made)
    assert found.turns is None
    assert found.quantiles is None
    assert refused(found) == {"turns": ("account",)}
    assert found.winners[0].value == pytest.approx(1)


def test_which_outcome_is_left_out_where_that_alone_is_large(program):
    made = collecting(program, Branch(RICH, 6), end(1, 1), end(2, 1))
    _, _, turns, means, _ = by_hand(made)
    found = asked(made)
    assert found.outcomes is None
    assert refused(found) == {"outcomes": ("account",)}
    assert found.turns.value == pytest.approx(turns)
    assert found.scores[0].value == pytest.approx(means[0], rel=1e-7)


def test_as_little_as_possible_is_left_out(program):
    """Who wins needs the account, which outcome it is the variables: each is refused for its own."""
    thrice = [ROLL, put(VARIABLES, Slot(DIE)), ROLL, put(VARIABLES + 1, Slot(DIE)), ROLL, put(VARIABLES + 2, Slot(DIE))]
    same = Binary(Operator.EQUAL, Slot(VARIABLES), Slot(VARIABLES + 2), -1)
    winner = Conditional(RICH, Constant(1), Constant(2))
    made = program(
        [TURN, *thrice, ROLL, COLLECT, Branch(is_(DIE, 1), 7), Branch(same, 12), end(1, winner), end(2, winner)]
    )
    found = asked(made, None)
    assert refused(found) == {"winners": ("account",)}
    assert "without bound" in found.refusals[0].why
    assert asked(made, found.states).outcomes == found.outcomes
    found = asked(made, 3)
    assert refused(found) == {"winners": ("account",), "outcomes": ("variable",)}
    assert found.turns.value == pytest.approx(1)


def test_where_nothing_less_is_smaller_the_whole_is_refused(program):
    grows = [TURN, ROLL, COLLECT, Branch(Binary(Operator.GREATER, Slot(ACCOUNTS), Constant(50), -1), 0), end(1, 1)]
    with pytest.raises(OutOfReach, match="account: there are more than 12 states"):
        asked(program(grows))


def test_what_best_play_is_about_is_never_left_out():
    game = Game(load("drop-dead"), 2)
    with pytest.raises(OutOfReach, match="points"):
        odds(game, ("best", "bot:random"), aim="win", max_states=500)
    found = odds(game, ("best", "bot:random"), aim="score", max_states=500)
    assert found.solution.winners is None
    assert found.solution.value.value == pytest.approx(found.solution.scores[0].value)
    assert best_play(game.program, ("best", "random"), 500).situations == 0  # its aim is the score


def test_the_command_says_what_is_exact_and_why_not_the_rest(capsys):
    words = ["odds", "drop-dead", "--players", "4", "--max-states", "5000"]
    assert main(words) == 1
    said = capsys.readouterr()
    assert "seat 4  16.0646622024" in said.out
    assert "won" not in said.out
    assert said.err.splitlines() == [
        "no exact winners: they depend on points: there are more than 5,000 states",
        "the rest by chance: parlour simulate drop-dead --players 4",
    ]
    assert main([*words, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["winners"] is None
    assert data["outcomes"]["finished"]["share"] == 1
    assert [refused["asked"] for refused in data["refused"]] == ["winners"]


def test_a_sweep_has_dashes_for_what_is_left_out(capsys):
    words = ["odds", "drop-dead", "--players", "2", "--sweep", "dice_each=1,2", "--max-states", "2000"]
    assert main(words) == 1
    said = capsys.readouterr()
    assert [line.split()[3:5] for line in said.out.splitlines()[1:]] == [["–", "–"]] * 2
    assert "no exact winners in 2 of 2" in said.err
