"""Programs of random instructions: they end or fault, keep every slot in its bounds, and do the same when watched."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.expressions import (
    TRUE,
    Binary,
    Constant,
    Element,
    Fold,
    Gathering,
    Lookup,
    Operator,
    Slot,
)
from parlour.interpreter.program.expressions import Temporary as Counted
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    ChooseSome,
    Clear,
    CountTurn,
    Dequeue,
    Draw,
    End,
    Enqueue,
    Fail,
    Jump,
    Note,
    Option,
    Pop,
    Push,
    Remove,
    Return,
    Set,
    Short,
    Sort,
    Switch,
    Target,
    Tell,
    Throw,
    Transfer,
)
from parlour.interpreter.program.printing import listing
from parlour.interpreter.program.program import ChoiceInfo, Limits, TextInfo
from parlour.interpreter.runtime.bots import PolicyBot
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game, play_out
from parlour.interpreter.runtime.random import bot_stream
from parlour.interpreter.types import INT
from parlour.tests.verifier import problems

LENGTH = 14
NUMBER, SMALL, PURSE, BAG, PILE, QUEUE, BACK, MASK = 5, 6, 8, 11, 15, 20, 24, 25  # first slots of the fields
SIZES = {NUMBER: 1, SMALL: 2, PURSE: 3, BAG: 4, PILE: 5, QUEUE: 4, BACK: 1, MASK: 1}
INFO = ChoiceInfo("which", ("a", "b"), INT, (1, 2, 3))


def sketched(sketch):
    s = sketch(seats=3, faces=(1, 2, 3), most=2)
    s.field("number")
    s.field("small", -2, 3, keys=2)
    s.field("purse", -5, 20, keys=3, starts=7)
    s.field("bag", 0, 3, width=4, starts=2, role="bag")
    s.field("pile", 0, 3, width=5, role="pile")
    s.field("queue", 0, 4, width=4, role="control")
    s.field("back", 0, LENGTH, role="control")
    s.field("mask", 0, 7)
    s.table("table", (2, 0, -1, 3))
    s.device((0, 1, 2))
    s.device((0, 1), (2,), alike=False)
    assert len(s.initial) == MASK + 1
    return s


@st.composite
def values(draw, depth=2):
    kind = draw(st.integers(0, 8 if depth else 3))
    inner = values(depth - 1) if depth else None
    match kind:
        case 0 | 1:
            return Constant(draw(st.integers(-2, 5)))
        case 2 | 3:
            return Slot(draw(st.integers(0, MASK)))
        case 4:
            base = draw(st.sampled_from((SMALL, PURSE, BAG)))
            return Element(base, draw(inner), SIZES[base], 1)
        case 5:
            return Lookup(0, draw(inner), 2)
        case 6:
            stop = Constant(draw(st.integers(0, 4)))
            picked = Binary(Operator.DIFFERENT, Element(BAG, Counted(9), 4, 3), draw(inner), 3)
            return Fold(draw(st.sampled_from(Gathering)), 9, Constant(0), stop, picked, draw(inner), 3)
        case _:
            return Binary(draw(st.sampled_from(Operator)), draw(inner), draw(inner), 4)


VALUE = values()
ADDRESS = st.integers(0, LENGTH)
TARGET = st.one_of(
    st.sampled_from((NUMBER, SMALL, SMALL + 1, MASK)).map(Target),
    VALUE.map(lambda v: Target(SMALL, v, 2)),
)
ACCOUNT = st.one_of(st.integers(PURSE, PURSE + 2).map(Target), VALUE.map(lambda v: Target(PURSE, v, 3)))
INTO = st.sampled_from((NUMBER, SMALL, MASK))
OR_FAULT = st.one_of(st.just(-1), ADDRESS)
SHOWN = st.lists(VALUE, max_size=2).map(tuple)
HERE = st.just(7)
KNOWN = st.one_of(st.none(), VALUE)
OPTIONS = st.tuples(st.builds(Option, VALUE, ADDRESS), st.builds(Option, st.just(TRUE), ADDRESS))
POLICY = st.one_of(st.just(()), VALUE.map(lambda v: (("p", v),)))
POLICIES = st.one_of(st.just(()), st.tuples(VALUE, VALUE).map(lambda p: (("p", p),)))
PILES = (st.just(Target(PILE)), st.just(4))
SLOT = st.sampled_from((-1, NUMBER, SMALL + 1))

INSTRUCTION = st.one_of(
    st.builds(Set, TARGET, VALUE, st.just(-3), st.integers(0, 9), HERE),
    st.builds(Set, TARGET, VALUE, st.just(-(2**63)), st.just(2**63 - 1), HERE),
    st.sampled_from(
        (Clear(SMALL, (0, 0)), Clear(NUMBER, (4,)), Sort((SMALL,), 2), Sort((SMALL, PURSE), 2), Fail(0, 7))
    ),
    st.builds(Jump, ADDRESS),
    st.builds(Branch, VALUE, ADDRESS),
    st.builds(Switch, VALUE, st.integers(-1, 1), st.lists(ADDRESS, max_size=3).map(tuple), ADDRESS),
    st.builds(Call, ADDRESS, st.just(BACK)),
    st.just(Return(BACK)),
    st.builds(Transfer, ACCOUNT, ACCOUNT, KNOWN, st.sampled_from(Short), SLOT, SLOT, HERE),
    st.builds(Throw, st.just(0), VALUE, st.just(2), INTO, HERE),
    st.builds(Throw, st.just(1), st.just(Constant(2)), st.just(2), INTO, HERE),
    st.builds(Draw, st.just(Target(BAG)), st.just(4), INTO, HERE),
    st.builds(Choose, st.just(0), VALUE, OPTIONS, OR_FAULT, POLICIES, HERE),
    st.builds(ChooseOne, st.just(0), VALUE, VALUE, VALUE, VALUE, VALUE, INTO, OR_FAULT, POLICY, HERE),
    st.builds(ChooseSome, st.just(0), VALUE, st.just(3), VALUE, VALUE, st.just(MASK), OR_FAULT, POLICY, HERE),
    st.builds(Push, *PILES, VALUE, st.booleans(), HERE),
    st.builds(Pop, *PILES, st.booleans(), INTO, HERE),
    st.builds(Remove, *PILES, VALUE, HERE),
    st.builds(Enqueue, VALUE, st.just(QUEUE), st.just(4)),
    st.builds(Dequeue, st.just(NUMBER), st.just(QUEUE), st.just(4), ADDRESS),
    st.builds(CountTurn, VALUE, HERE),
    st.builds(Tell, st.just(Note.SAID), st.just(0), SHOWN, HERE),
    st.builds(End, st.just(1), VALUE, st.just(0), SHOWN, HERE),
)
LIMITS = Limits(turns=12, chances=12, steps=60, outcome=2)
DONE = End(1, Constant(1), -1, (), -1)


def played(game, listener=None):
    """The end of a game, or its fault, with the state it was in."""
    state = game.unstarted(3, 1, listener)
    bots = [PolicyBot("p", bot_stream(3, 1, seat)) for seat in range(3)]
    try:
        state.advance()
        for _ in range(40):
            if state.is_terminal:
                break
            action = bots[state.current_player].choose(state)
            assert action in state.legal_actions()
            state.describe(action)
            state.apply(action)
    except Fault as fault:
        return fault.id, fault.place.line, fault.values, state.vector
    return state.outcome, state.winners, state.turns, state.vector


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.lists(INSTRUCTION, min_size=LENGTH, max_size=LENGTH))
def test_any_program_ends_or_faults(sketch, instructions):
    texts = (TextInfo("text", ()),)
    program = sketched(sketch).program([*instructions, DONE], choices=(INFO,), texts=texts, limits=LIMITS)
    assert problems(program) == []
    heard = []
    ended = played(Game(program, checked=True))
    assert ended == played(Game(program)), "tests of promises change nothing"
    assert ended == played(Game(program), heard.append), "a listener changes nothing"
    assert all(type(value) is int for event in heard for value in event.values)
    assert listing(program).count("\n") > LENGTH and len(digest(program)) == 64


def test_play_out_ends(programs):
    game = Game(programs["pig"]())
    state = game.new_state(1, 0)
    play_out(state, [PolicyBot("at_20", bot_stream(1, 0, seat)) for seat in (0, 1)])
    assert state.is_terminal
    with pytest.raises(IndexError):
        play_out(game.new_state(1, 0), [])
