"""Results reckoned apart from the states: forms of unknown numbers, what is watched beside states, and whole games."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.slicing.slicing import Slicer
from parlour.interpreter.odds.tracing.apart import Apart
from parlour.interpreter.odds.tracing.forms import Form, bent, combined, known, scaled, span, unknown, valued
from parlour.interpreter.odds.tracing.reckoning import Undecided
from parlour.interpreter.program.expressions import Binary, Conditional, Constant, Negate, Operator, Slot
from parlour.interpreter.program.instructions import Branch, Jump, Short, Target, Throw, Transfer
from parlour.interpreter.simulating import simulate

from .conftest import ACCOUNTS, DIE, VARIABLES, by_hand, end, is_, put
from .test_any_program import bodies, game_of

A, B = unknown(1), unknown(2)
ROLL = Throw(0, Constant(1), 2, DIE, 0)


def reckoned(made, results):
    slicer = Slicer(made, ())
    return Apart(slicer, results, slicer.sliced(()).carried, ("", ""), 10_000).reckoned(range(len(results)))


class TestForms:
    def test_a_slot_less_itself_is_nothing(self):
        assert combined(A, A, -1) == Form()

    def test_the_order_of_adding_does_not_matter(self):
        assert combined(combined(A, B), known(3)) == combined(known(3), combined(B, A))

    def test_a_rounded_half_is_a_half_less_half_the_remainder(self):
        half = bent("//", A, known(2))
        for number in range(-5, 6):
            assert valued(half, {1: number}.__getitem__) == number // 2
        assert dict(half.parts)[1] == Fraction(1, 2)

    def test_two_rounded_halves_and_the_rest_are_the_whole(self):
        half = bent("//", A, known(2))
        assert combined(scaled(half, 2), bent("%", A, known(2))) == A

    def test_the_lesser_of_two_that_differ_by_a_number_is_known(self):
        assert bent("min", A, combined(A, known(2))) == A
        assert bent("max", A, combined(A, known(2))) == combined(A, known(2))

    def test_multiples_leave_no_remainder(self):
        assert bent("%", combined(scaled(A, 4), known(7)), known(2)) == known(1)

    @given(st.integers(-9, 9), st.integers(-9, 9), st.sampled_from(("min", "max", "==", "<", "and", "or")))
    def test_terms_are_worth_what_they_say(self, a, b, operator):
        by_value = {
            "min": min(a, b),
            "max": max(a, b),
            "==": int(a == b),
            "<": int(a < b),
            "and": int(bool(a and b)),
            "or": int(bool(a or b)),
        }
        form = bent(operator, combined(A, known(1)), combined(B, known(1)))
        assert valued(form, {1: a - 1, 2: b - 1}.__getitem__) == by_value[operator]
        low, high = span(form, lambda slot: (a - 1, a - 1) if slot == 1 else (b - 1, b - 1))
        assert low <= by_value[operator] <= high


class TestWholeGames:
    def test_a_branch_whose_arms_do_the_same_asks_nothing(self, program):
        """Take the whole account, or settle what it owes: either way both are added up."""
        account, other = Target(ACCOUNTS), Target(ACCOUNTS + 1)
        made = program(
            [
                ROLL,
                put(
                    ACCOUNTS,
                    Binary(Operator.ADD, Slot(ACCOUNTS), Binary(Operator.SUBTRACT, Slot(DIE), Constant(3), 0), 0),
                ),
                ROLL,
                Branch(Binary(Operator.LESS, Slot(DIE), Constant(3), -1), 0),
                Branch(Binary(Operator.LESS, Slot(ACCOUNTS), Constant(0), -1), 7),
                Transfer(other, account, Negate(Slot(ACCOUNTS), 0), Short.OWES, -1, -1, 0),
                Jump(8),
                Transfer(account, other, None, Short.OWES, -1, -1, 0),
                end(1),
            ]
        )
        found = reckoned(made, [Slot(ACCOUNTS), Slot(ACCOUNTS + 1)])
        assert found.watched == ()
        assert found.figures[0].value == pytest.approx(0)
        assert found.figures[1].value == pytest.approx(-1.5, rel=1e-9)  # one round and a half, of 2 - 3

    def test_half_rounded_down_follows_the_remainder_alone(self, program):
        more = put(ACCOUNTS, Binary(Operator.ADD, Slot(ACCOUNTS), Slot(DIE), 0))
        made = program([ROLL, more, ROLL, Branch(Binary(Operator.LESS, Slot(DIE), Constant(3), -1), 0), end(1)])
        half = Binary(Operator.DIVIDE, Slot(ACCOUNTS), Constant(2), 0)
        found = reckoned(made, [half])
        assert found.watched == ("account modulo 2",)
        assert found.figures[0].within == 0
        whole = by_hand(program(made.instructions, (half, Constant(0))), rounds=120, least=1e-13)
        assert found.figures[0].value == pytest.approx(whole[3][0], abs=1e-9)

    def test_what_grows_without_end_is_left_out_only_where_it_counts_for_nothing(self, program):
        """Of a sum without limits the lesser of it and four: the part that is left out is told."""
        more = put(ACCOUNTS, Binary(Operator.ADD, Slot(ACCOUNTS), Slot(DIE), 0))
        less = put(ACCOUNTS, Binary(Operator.SUBTRACT, Slot(ACCOUNTS), Constant(2), 0))
        again = Branch(Binary(Operator.LESS, Slot(DIE), Constant(3), -1), 0)
        made = program([ROLL, more, less, ROLL, again, end(1)])
        least = Binary(Operator.MAX, Binary(Operator.MIN, Slot(ACCOUNTS), Constant(4), 0), Constant(-4), 0)
        found = reckoned(made, [least])
        whole = by_hand(program(made.instructions, (least, Constant(0))), rounds=160, least=1e-14)
        assert found.figures[0].value == pytest.approx(whole[3][0], abs=1e-9)
        assert found.figures[0].within < 1e-12
        assert found.watched == ("account",)

    def test_what_decides_how_long_a_game_takes_is_no_unknown(self, program):
        more = put(ACCOUNTS, Binary(Operator.ADD, Slot(ACCOUNTS), Slot(DIE), 0))
        made = program([ROLL, more, Branch(Binary(Operator.LESS, Slot(ACCOUNTS), Constant(9), -1), 4), Jump(0), end(1)])
        with pytest.raises(Undecided):
            Apart(Slicer(made, ()), [Slot(ACCOUNTS)], 0, ("", ""), 10_000)


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(bodies(), st.integers(0, 3), st.integers(0, 3))
def test_apart_says_what_the_whole_game_says(program, body, draws, mask):
    account = Slot(ACCOUNTS)
    scores = (
        Binary(Operator.DIVIDE, Binary(Operator.ADD, account, Slot(ACCOUNTS + 1), 0), Constant(3), 0),
        Conditional(is_(VARIABLES, 1), Binary(Operator.MIN, Slot(ACCOUNTS + 1), Constant(2), 0), account),
    )
    made = program(game_of(body, draws, mask), scores)
    try:
        found = reckoned(made, scores)
    except Undecided:
        reject()
    means = by_hand(made)[3]
    assert [figure.value for figure in found.figures] == pytest.approx(means, rel=1e-7, abs=1e-7)


OWES = {"empty_purse": "owes", "empty_bank": "owes"}
PURSES = {
    ("humbert-ca", ()): (29.886908081046, 29.914903639153),
    ("humbert-ca", (("odd_bean", "to_the_mover"),)): (29.987354778154, 30.012645221846),
}


@pytest.mark.parametrize(("name", "more"), PURSES)
def test_purses_that_may_owe(name, more):
    found = odds(Game(load(name), 2, {**OWES, **dict(more)}))
    assert [figure.value for figure in found.solution.scores] == pytest.approx(PURSES[name, more], abs=1e-9)
    assert max(figure.within for figure in found.solution.scores) < 1e-9
    assert found.solution.watched["scores"] == ("lent", "bank modulo 2")
    assert found.solution.states == 3364


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "more"),
    [*PURSES, ("humbert-uk", ()), ("humbert-sl", ()), ("humbert-ca", (("justice", "no_receipts_two_turns"),))],
)
def test_purses_of_ten_million_games(name, more):
    game = Game(load(name), 2, {**OWES, **dict(more)})
    found, games = odds(game).solution, 10_000_000
    for figure, seat in zip(found.scores, simulate(game, games, 11).to_json()["scores"], strict=True):
        assert abs(figure.value - seat["mean"]) < 4 * seat["sd"] / games**0.5


def test_purses_that_stop_at_nothing_are_refused_with_the_options_that_would_help():
    found = odds(Game(load("humbert-ca"), 2, {"empty_purse": "owes"})).solution
    assert found.scores is None
    assert next(r for r in found.refusals if r.asked == "scores").fields == ("lent", "bank")
