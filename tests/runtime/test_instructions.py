"""What each instruction does to the vector, and the faults it knows, each at its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.interpreter.program.expressions import Binary, Constant, Element, Operator, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Clear,
    Dequeue,
    End,
    Enqueue,
    Fail,
    Jump,
    Note,
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
    Transfer,
)
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Limits
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.types import INT_HIGH, INT_LOW


def put(slot, value, low=INT_LOW, high=INT_HIGH, place=0):
    return Set(Target(slot), Constant(value) if isinstance(value, int) else value, low, high, place)


def fails(run, s, *lines, **known):
    """The id, line and values of the fault."""
    with pytest.raises(Fault) as caught:
        run(s, *lines, **known)
    return caught.value.id, caught.value.place.line, caught.value.values


def test_set_writes_a_slot_and_an_element(run, sketch):
    s = sketch()
    a, b = s.field("a"), s.field("b", keys=3, starts=7)
    state = run(s, put(a, 2), Set(Target(b, Slot(a), 3), Constant(9), 0, 10, 0))
    assert state.vector[a:] == [2, 7, 7, 9]
    assert (state.outcome, state.is_terminal) == ("done", True)


def test_set_keeps_to_its_range_and_to_its_field(run, sketch):
    s = sketch()
    a, b = s.field("a", 0, 100), s.field("b", starts=50)
    up = Binary(Operator.ADD, Slot(b), Constant(1), 1)
    assert fails(run, s, put(a, up, 0, 50, 8)) == ("range", 9, {"value": 51, "low": 0, "high": 50})
    assert fails(run, s, put(b, -1), put(a, Slot(b), place=3)) == ("range", 4, {"value": -1, "low": 0, "high": 100})
    assert fails(run, s, Set(Target(a, Slot(b), 1), Slot(b), 0, 9, 5)) == ("index", 6, {"value": 50, "last": 0})


def test_clear_writes_its_values(run, sketch):
    s = sketch()
    a = s.field("a", 1, 9, width=4, starts=5)
    assert run(s, Clear(a + 1, (0, 3)), Clear(a + 3, (8,)), Clear(a, ())).vector[a:] == [5, 0, 3, 8]


@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=5))
def test_sort_keeps_rows_together(run, sketch, rows):
    s, size = sketch(), len(rows)
    a = s.field("a", width=size, starts=[r[0] for r in rows])
    b = s.field("b", width=size, starts=[r[1] for r in rows])
    vector = run(s, Sort((a, b), size)).vector
    assert list(zip(vector[a:b], vector[b:], strict=True)) == sorted(rows)
    s = sketch()
    a = s.field("a", width=size, starts=[r[0] for r in rows])
    assert run(s, Sort((a,), size)).vector[a:] == sorted(r[0] for r in rows)


def test_jumps_branches_and_loops(run, sketch):
    s = sketch()
    a, b = s.field("a"), s.field("b")
    more = Binary(Operator.LESS, Slot(a), Constant(10), 0)
    state = run(
        s,
        Jump("in"),
        put(b, 100),
        "in",
        Branch(more, "out"),
        put(b, Binary(Operator.ADD, Slot(b), Slot(a), 0)),
        put(a, Binary(Operator.ADD, Slot(a), Constant(1), 0)),
        Jump("in"),
        "out",
    )
    assert state.vector[a:] == [10, 45]


@pytest.mark.parametrize(("value", "found"), [(-5, 9), (2, 9), (3, 1), (4, 2), (5, 9), (INT_HIGH, 9)])
@pytest.mark.parametrize("known", [True, False])
def test_switch_goes_by_value(run, sketch, value, found, known):
    s = sketch()
    a, b = s.field("a", value, value) if known else s.field("a", starts=value), s.field("b")
    switch = Switch(Slot(a), 3, ("three", "four"), "else")
    ways = ("three", put(b, 1), Jump("out"), "four", put(b, 2), Jump("out"), "else", put(b, 9), "out")
    first = put(a, value)
    assert run(s, first, switch, *ways).vector[b] == found


def test_a_switch_without_targets(run, sketch):
    s = sketch()
    a = s.field("a")
    assert run(s, Switch(Slot(a), 0, (), "else"), Fail(0, 0), "else").outcome == "done"


def test_subroutines_return_to_their_callers(run, sketch):
    s = sketch()
    a, outer, inner = s.field("a"), s.field("outer"), s.field("inner")
    times = put(a, Binary(Operator.MULTIPLY, Slot(a), Constant(3), 0))
    state = run(
        s,
        put(a, 1),
        Call("outer", outer),
        Call("inner", inner),
        Jump("out"),
        "outer",
        Call("inner", inner),
        Call("inner", inner),
        Return(outer),
        "inner",
        times,
        Return(inner),
        "out",
    )
    assert state.vector[a:] == [27, 0, 0]


def test_a_return_that_was_not_called_does_not_crash(run, sketch):
    s = sketch()
    back = s.field("back", starts=77)
    assert fails(run, s, Return(back))[0] == "no_end"
    s = sketch()
    back = s.field("back")
    assert fails(run, s, Return(back), limits=Limits(outcome=2, steps=100))[0] == "endless"


def accounts(sketch, balance=5, low=0, high=100):
    s = sketch()
    purse = s.field("purse", low, high, keys=2, starts=[balance, 3])
    return s, purse, s.field("paid"), s.field("unpaid")


@pytest.mark.parametrize(
    ("short", "amount", "left", "got", "paid", "unpaid"),
    [
        (Short.FAULT, 5, 0, 8, 5, 0),
        (Short.FAULT, 0, 5, 3, 0, 0),
        (Short.PAYS_ALL, 2, 3, 5, 2, 0),
        (Short.PAYS_ALL, 9, 0, 8, 5, 4),
        (Short.OWES, 9, -4, 12, 9, 0),
        (Short.FAULT, None, 0, 8, 5, 0),
    ],
)
def test_transfers(run, sketch, short, amount, left, got, paid, unpaid):
    s, purse, p, u = accounts(sketch, low=-10)
    amount = None if amount is None else Constant(amount)
    state = run(s, Transfer(Target(purse), Target(purse + 1), amount, short, p, u, 0), conserved=((purse, purse + 1),))
    assert state.vector[purse:] == [left, got, paid, unpaid]


@pytest.mark.parametrize(
    ("amount", "short", "left", "got", "paid", "unpaid"),
    [(None, Short.OWES, 0, -2, -5, 0), (4, Short.PAYS_ALL, -5, 3, 0, 4), (0, Short.FAULT, -5, 3, 0, 0)],
)
def test_transfers_from_a_debt(run, sketch, amount, short, left, got, paid, unpaid):
    s, purse, p, u = accounts(sketch, balance=-5, low=-10)
    amount = None if amount is None else Constant(amount)
    state = run(s, Transfer(Target(purse), Target(purse + 1), amount, short, p, u, 0))
    assert state.vector[purse:] == [left, got, paid, unpaid]


def test_what_a_transfer_may_not_do(run, sketch):
    s, purse, p, u = accounts(sketch, low=-10, high=10)
    here, there = Target(purse), Target(purse + 1)

    def transfer(amount, short, source=here, to=there):
        return Transfer(source, to, Constant(amount), short, p, u, 6)

    assert fails(run, s, transfer(6, Short.FAULT)) == ("short", 7, {"amount": 6, "balance": 5})
    assert fails(run, s, transfer(-1, Short.OWES)) == ("negative_amount", 7, {"amount": -1})
    assert fails(run, s, transfer(16, Short.OWES)) == ("range", 7, {"value": -11, "low": -10, "high": 10})
    assert fails(run, s, transfer(8, Short.OWES)) == ("range", 7, {"value": 11, "low": -10, "high": 10})
    outside = Target(purse, Slot(p), 2)
    assert fails(run, s, put(p, 2), transfer(1, Short.OWES, to=outside))[:2] == ("index", 7)
    assert fails(run, s, transfer(INT_HIGH, Short.OWES))[:2] == ("range", 7)


def test_a_transfer_to_oneself_changes_nothing(run, sketch):
    s, purse, p, u = accounts(sketch)
    mine = Target(purse, Constant(0), 2)
    state = run(s, Transfer(mine, mine, Constant(9), Short.PAYS_ALL, p, u, 0))
    assert state.vector[purse:] == [5, 3, 5, 4]


def pile(sketch, *starts, capacity=4):
    s = sketch()
    base = s.field(
        "pile", 0, 9, width=capacity + 1, role="pile", starts=[len(starts), *starts, *[0] * (capacity - len(starts))]
    )
    return s, base, s.field("card", 0, 9)


def test_piles(run, sketch):
    s, base, card = pile(sketch, 5, 6)
    target = Target(base)
    state = run(s, Push(target, 4, Constant(7), True, 0), Push(target, 4, Constant(4), False, 0))
    assert state.vector[base:card] == [4, 4, 5, 6, 7]
    state = run(s, Pop(target, 4, True, card, 0))
    assert state.vector[base:] == [1, 5, 0, 0, 0, 6]
    state = run(s, Pop(target, 4, False, card, 0))
    assert state.vector[base:] == [1, 6, 0, 0, 0, 5]


def test_the_topmost_card_of_a_kind_is_removed(run, sketch):
    s, base, card = pile(sketch, 5, 6, 5, 6)
    assert run(s, Remove(Target(base), 4, Constant(5), 0)).vector[base:card] == [3, 5, 6, 6, 0]
    assert run(s, Remove(Target(base), 4, Constant(6), 0)).vector[base:card] == [3, 5, 6, 5, 0]


def test_a_pile_of_a_player(run, sketch):
    s = sketch()
    base = s.field("pile", 0, 9, keys=2, width=3, role="pile")
    which = s.field("which", starts=3)
    state = run(s, Push(Target(base, Slot(which), 6), 2, Constant(8), True, 0))
    assert state.vector[base:which] == [0, 0, 0, 1, 8, 0]


def test_what_a_pile_cannot_do(run, sketch):
    s, base, card = pile(sketch, 1, 2, 3, 4)
    target = Target(base)
    assert fails(run, s, Push(target, 4, Constant(1), True, 2)) == ("pile_full", 3, {"capacity": 4})
    assert fails(run, s, Remove(target, 4, Constant(9), 2))[:2] == ("no_card", 3)
    assert fails(run, s, Push(target, 4, Constant(99), True, 2)) == ("range", 3, {"value": 99, "low": 0, "high": 9})
    s, base, card = pile(sketch)
    assert fails(run, s, Pop(Target(base), 4, True, card, 2))[:2] == ("pile_empty", 3)
    assert fails(run, s, Remove(Target(base), 4, Constant(0), 2))[:2] == ("no_card", 3)


def queue(sketch, size=4):
    s = sketch()
    return s, s.field("queue", 0, 4, width=size, role="control"), s.field("token", 0, 3)


def test_the_queue_is_first_in_first_out(run, sketch):
    s, base, token = queue(sketch)
    first = [Enqueue(Constant(t), base, 4) for t in (2, 0, 3)]
    assert run(s, *first).vector[base:token] == [3, 1, 4, 0]
    assert run(s, *first, Enqueue(Constant(2), base, 4)).vector[base:token] == [1, 4, 3, 0]
    state = run(s, *first, Dequeue(token, base, 4, "empty"), "empty")
    assert state.vector[base:] == [1, 4, 0, 0, 2]
    assert run(s, Dequeue(token, base, 4, "empty"), Fail(0, 0), "empty").vector[base:] == [0, 0, 0, 0, 0]


def test_a_queue_of_one(run, sketch):
    s, base, token = queue(sketch, 1)
    assert run(s, Enqueue(Constant(1), base, 1), Dequeue(token, base, 1, "out"), "out").vector[base:] == [0, 1]
    assert fails(run, s, Enqueue(Constant(1), base, 1), Enqueue(Constant(2), base, 1))[0] == "queue"


@pytest.mark.parametrize("token", [-1, 4])
def test_what_is_no_token(run, sketch, token):
    s, base, _ = queue(sketch)
    assert fails(run, s, Enqueue(Constant(token), base, 4))[0] == "queue"


def test_an_end_names_outcome_and_winners(run, sketch):
    s = sketch(seats=3)
    state = run(s, End(2, Constant(0b101), -1, (), 0))
    assert (state.outcome, state.winners, state.vector[OUTCOME], state.vector[WINNERS]) == ("unfinished", (0, 2), 2, 5)
    assert state.vector[COUNTER] == 0
    assert run(s, End(1, Constant(-1), -1, (), 0)).winners == (0, 1, 2)


def test_a_fault_that_the_rules_ask_for(run, sketch):
    with pytest.raises(Fault, match=r"sketch.yaml:5:1: that may not be"):
        run(sketch(), Fail(0, 4))


def test_arguments_that_fault_do_so_without_a_listener(run, sketch):
    s = sketch()
    a = s.field("a")
    wrong = Binary(Operator.DIVIDE, Constant(1), Slot(a), 7)
    assert fails(run, s, Tell(Note.SAID, -1, (Constant(-1), wrong), 0))[:2] == ("division_by_zero", 8)
    assert fails(run, s, End(1, Constant(0), -1, (wrong,), 0))[:2] == ("division_by_zero", 8)


def test_going_round_for_ever_is_a_fault_at_its_place(run, sketch):
    s = sketch()
    a = s.field("a")
    turn = put(a, Binary(Operator.SUBTRACT, Constant(1), Slot(a), 12), place=13)
    limits = Limits(outcome=2, steps=500)
    assert fails(run, s, "again", turn, Jump("again"), limits=limits) == ("endless", 14, {"steps": 500})
    assert fails(run, s, "again", Jump("again"), limits=limits)[0] == "endless"


def test_a_long_straight_run(run, sketch):
    s = sketch()
    a = s.field("a")
    state = run(s, *[put(a, Binary(Operator.ADD, Slot(a), Constant(1), 0))] * 500, limits=Limits(outcome=2, steps=50))
    assert state.vector[a] == 500


def test_every_element_of_a_field_is_reached(run, sketch):
    s = sketch()
    a, k = s.field("a", 0, 9, keys=5, starts=range(5)), s.field("k", 0, 4)
    total = s.field("total")
    here = Element(a, Slot(k), 5, 0)
    lines = [
        "loop",
        put(total, Binary(Operator.ADD, Slot(total), here, 0)),
        Branch(Binary(Operator.LESS, Slot(k), Constant(4), 0), "out"),
        put(k, Binary(Operator.ADD, Slot(k), Constant(1), 0)),
        Jump("loop"),
        "out",
    ]
    assert run(s, *lines).vector[total] == 10
