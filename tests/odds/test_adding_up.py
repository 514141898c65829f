"""That sums alone come to too many states is said only where it is so, and then before they are explored."""

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.exploring.adding_up import adds_up_to_more
from parlour.interpreter.odds.exploring.explorer import Explorer, TooManyStates
from parlour.interpreter.odds.slicing.slicing import Slicer
from parlour.interpreter.odds.solver import silent
from parlour.interpreter.program.expressions import Binary, Conditional, Constant, Operator, Slot
from parlour.interpreter.program.instructions import Branch, Set, Target, Throw

from .conftest import ACCOUNTS, DIE, VARIABLES, end, is_, put

ROLL = Throw(0, Constant(1), 2, DIE, 0)
SEATS = ("", "")
HIGH = 60
MORE = Conditional(Binary(Operator.GREATER, Slot(ACCOUNTS), Slot(ACCOUNTS + 1), -1), Constant(1), Constant(2))


def adding(slot, by, high=HIGH):
    return Set(Target(slot), Binary(Operator.ADD, Slot(slot), by, 0), -high, high, 0)


def says(program, most):
    slicer = Slicer(program, ())
    return adds_up_to_more(slicer.adding_up(slicer.sliced()), SEATS, most, silent)


def explored(program, most):
    part = Slicer(program, ()).sliced()
    return Explorer(part.program, SEATS, (), part.sums, part.accumulating).explore(most).count


def each_in_turn(program, *between):
    """One collects till he throws a one, then the other; who has more wins."""
    first = [ROLL, adding(ACCOUNTS, Slot(DIE)), *between, Branch(is_(DIE, 1), 0)]
    at = len(first)
    return program([*first, ROLL, adding(ACCOUNTS + 1, Slot(DIE)), Branch(is_(DIE, 1), at), end(1, MORE)])


def test_who_has_more_at_the_end_needs_every_pair_of_sums(program):
    made = each_in_turn(program)
    with pytest.raises(TooManyStates):
        explored(made, 400)
    assert says(made, 200)  # twenty rounds of at most three for each
    assert not says(made, 100_000)  # there cannot be so many within the range


def test_a_sum_that_a_branch_asks_about_is_no_such_sum(program):
    asking = Branch(Binary(Operator.LESS, Slot(ACCOUNTS), Constant(5), -1), 4)  # else it is the other's turn
    assert says(each_in_turn(program), 100)
    assert not says(each_in_turn(program, asking), 100)


def test_a_sum_that_is_set_back_is_no_such_sum(program):
    assert not says(each_in_turn(program, put(ACCOUNTS, 0)), 5)


def test_where_nothing_comes_round_again_nothing_is_said(program):
    assert not says(
        program([ROLL, adding(ACCOUNTS, Slot(DIE)), ROLL, adding(ACCOUNTS + 1, Slot(DIE)), end(1, MORE)]), 1
    )


def test_two_sums_that_grow_together_are_one(program):
    """As many for the one as for the other: there are no pairs."""
    both = [ROLL, adding(ACCOUNTS, Slot(DIE)), adding(ACCOUNTS + 1, Slot(DIE)), Branch(is_(DIE, 1), 0), end(1, MORE)]
    assert says(program(both), 10)
    assert not says(program(both), 200)


NUMBERS = st.sampled_from(
    [Constant(0), Constant(1), Constant(-1), Slot(DIE), Binary(Operator.SUBTRACT, Slot(DIE), Constant(2), 0)]
)


@st.composite
def rounds(draw):
    """Throws, additions and ways back, one behind the other."""
    found = []
    for _ in range(draw(st.integers(1, 4))):
        start = len(found)
        found.append(ROLL)
        for slot in draw(st.lists(st.sampled_from((ACCOUNTS, ACCOUNTS + 1)), max_size=2)):
            found.append(adding(slot, draw(NUMBERS), draw(st.sampled_from((5, 12)))))
        if draw(st.booleans()):
            found.append(put(VARIABLES, Slot(DIE)))
        if draw(st.booleans()):
            found.append(Branch(is_(DIE, draw(st.integers(1, 3))), draw(st.integers(0, start))))
    return [*found, end(1, MORE)]


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(rounds(), st.sampled_from((1, 3, 8, 20, 60)))
def test_no_more_states_are_promised_than_can_be_met(program, instructions, most):
    """Rules whose sums leave their ranges are explored with ranges that are as wide as it takes."""
    made = program(instructions)
    if not says(made, most):
        reject()
    wide = program([i if not isinstance(i, Set) else Set(i.target, i.value, -(10**6), 10**6, 0) for i in instructions])
    with pytest.raises(TooManyStates):
        explored(wide, most)


def test_a_game_whose_points_know_no_end_is_answered_without_exploring_them(monkeypatch):
    game, counts = Game(load("drop-dead"), 3), []
    found = odds(game, progress=lambda done, known: counts.append(known))
    assert found.solution.winners is None
    assert "there are more than 25,000,000 states" in found.refusals[0].why
    assert max(counts, default=0) < 1000
