"""Random small programs: the sliced chain says the same as the whole game, played forward from whole vectors."""

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from parlour.interpreter.odds.answer import OutOfReach, answer
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.program.expressions import (
    And,
    Binary,
    Conditional,
    Constant,
    Element,
    Fold,
    Gathering,
    Lookup,
    Operator,
    Slot,
    Temporary,
)
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Clear,
    CountTurn,
    Draw,
    Jump,
    Return,
    Set,
    Short,
    Switch,
    Target,
    Throw,
    Transfer,
)

from .conftest import ACCOUNTS, BACK, BAG, CARD, DIE, VARIABLES, by_hand, end, is_, put

BODY = 6  # random instructions between the throw and the end of a round
VARIABLE = st.integers(VARIABLES, VARIABLES + 3)
SMALL = st.integers(0, 3).map(Constant)
READ = st.one_of(
    VARIABLE.map(Slot),
    st.sampled_from((Slot(DIE), Slot(CARD))),
    VARIABLE.map(lambda slot: Element(VARIABLES, Slot(slot), 4, 0)),
    VARIABLE.map(lambda slot: Lookup(0, Slot(slot), 0)),
)
TEST = st.one_of(
    st.builds(Binary, st.sampled_from((Operator.EQUAL, Operator.LESS, Operator.AT_LEAST)), READ, SMALL, st.just(-1)),
    st.builds(And, READ, READ),
    SMALL.map(
        lambda n: Fold(
            Gathering.ANY,
            1,
            Constant(0),
            Constant(4),
            Constant(1),
            Binary(Operator.EQUAL, Element(VARIABLES, Temporary(1), 4, 0), n, -1),
            0,
        )
    ),
    st.sampled_from((ACCOUNTS, ACCOUNTS + 1)).map(lambda s: Binary(Operator.GREATER, Slot(s), Constant(4), -1)),
)
NUMBER = st.one_of(
    SMALL,
    READ,
    st.builds(Binary, st.sampled_from((Operator.ADD, Operator.MIN)), READ, READ, st.just(0)),
    st.builds(Conditional, TEST, SMALL, READ),
)
AMOUNT = NUMBER.map(lambda n: Binary(Operator.MAX, n, Constant(0), -1))
ACCOUNT = st.sampled_from((ACCOUNTS, ACCOUNTS + 1)).map(Target)
SIMPLE = st.one_of(
    st.builds(
        lambda slot, n: put(slot, Binary(Operator.REMAINDER, n, Constant(4), 0)),
        VARIABLE,
        NUMBER,
    ),
    st.builds(
        lambda slot, n: Set(Target(VARIABLES, Slot(slot), 4), Binary(Operator.REMAINDER, n, Constant(4), 0), 0, 3, 0),
        VARIABLE,
        NUMBER,
    ),
    st.builds(
        lambda slot, n: put(slot, Binary(Operator.ADD, Slot(slot), n, 0)),
        st.sampled_from((ACCOUNTS, ACCOUNTS + 1)),
        NUMBER,
    ),
    st.builds(
        Transfer,
        ACCOUNT,
        ACCOUNT,
        st.one_of(AMOUNT, st.none()),
        st.sampled_from((Short.OWES, Short.PAYS_ALL)),
        st.sampled_from((-1, ACCOUNTS)),
        st.just(-1),
        st.just(0),
    ),
    VARIABLE.map(lambda slot: Clear(slot, (0,))),
    st.just(Throw(0, Constant(1), 2, DIE, 0)),
    st.just(Call(90, BACK)),
)


@st.composite
def bodies(draw):
    """Instructions with jumps forward only: a round always comes to its end."""
    body = []
    for at in range(BODY):
        ahead = st.integers(at + 1, BODY)
        kind = draw(st.integers(0, 9))
        if kind < 6:
            body.append(draw(SIMPLE))
        elif kind < 8:
            body.append(Branch(draw(TEST), draw(ahead)))
        elif kind < 9:
            body.append(Jump(draw(ahead)))
        else:
            body.append(Switch(draw(READ), 0, tuple(draw(st.lists(ahead, max_size=3))), draw(ahead)))
    return body


def shifted(instruction, by, routine):
    match instruction:
        case Branch(test, to):
            return Branch(test, to + by)
        case Jump(to):
            return Jump(to + by)
        case Switch(value, low, to, otherwise):
            return Switch(value, low, tuple(t + by for t in to), otherwise + by)
        case Call(_, back):
            return Call(routine, back)
        case _:
            return instruction


def game_of(body, draws, mask):
    """Some cards, then rounds: a turn, a throw, the body; two times of three the game ends."""
    cards = [Draw(Target(BAG), 3, CARD, 0)] * draws
    first = len(cards)
    body = [Throw(0, Constant(1), 2, DIE, 0), *body]
    ends = first + 1 + len(body)
    routine = ends + 4
    middle = [shifted(i, first + 2, routine) for i in body]
    return [
        *cards,
        CountTurn(Constant(0), -1),
        *middle,
        Throw(0, Constant(1), 2, DIE, 0),
        Branch(Binary(Operator.LESS, Slot(DIE), Constant(3), -1), first),
        Branch(is_(VARIABLES, 0), ends + 7),
        Jump(ends + 6),
        put(
            VARIABLES + 1,
            Binary(Operator.REMAINDER, Binary(Operator.ADD, Slot(VARIABLES), Slot(DIE), 0), Constant(4), 0),
        ),
        Return(BACK),
        end(1, mask),
        end(2, Conditional(is_(VARIABLES + 2, 0), Constant(1), Constant(2))),
    ]


@settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))
@given(bodies(), st.integers(0, 3), st.integers(0, 3), st.sampled_from((20, 100, 1000)))
def test_a_slice_says_what_the_whole_game_says(program, body, draws, mask, most):
    instructions = game_of(body, draws, mask)
    scores = (Slot(ACCOUNTS), Binary(Operator.ADD, Slot(ACCOUNTS + 1), Slot(VARIABLES), 0))
    made = program(instructions, scores, (("third", Slot(VARIABLES + 3)),))
    try:
        solution = answer(made, Question(("", ""), most=most))
    except OutOfReach:
        reject()
    shares, winners, turns, means, measures = by_hand(made)
    refused = {refusal.asked for refusal in solution.refusals}
    assert {name for name in ("outcomes", "winners", "turns") if getattr(solution, name) is None} <= refused
    for name, share in shares.items() if solution.outcomes is not None else ():
        assert solution.outcomes[name].value == pytest.approx(share, abs=1e-9)
    if solution.winners is not None:
        assert [figure.value for figure in solution.winners] == pytest.approx(winners, abs=1e-9)
    if solution.turns is not None:
        assert solution.turns.value == pytest.approx(turns, rel=1e-9)
    if solution.scores is not None:
        assert [figure.value for figure in solution.scores] == pytest.approx(means, rel=1e-7, abs=1e-7)
    if "third" in solution.measures:
        assert solution.measures["third"].value == pytest.approx(measures["third"], abs=1e-9)
