"""What is done to a program before it becomes machine code changes no game: the machine plays both alike."""

import pytest

from parlour.interpreter.checked import compiled
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.lowering.settling import ends
from parlour.interpreter.native.explaining import explain
from parlour.interpreter.native.planning.facts import facts_of
from parlour.interpreter.native.planning.planning import plan_of
from parlour.interpreter.native.variant import Variant
from parlour.interpreter.opening import opened
from parlour.interpreter.program.expressions import Binary, Constant, Element, Lookup, Operator, Slot
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    CountTurn,
    End,
    Jump,
    Note,
    Return,
    Set,
    Short,
    Switch,
    Target,
    Tell,
    Throw,
    Transfer,
)
from parlour.interpreter.program.intervals import bounds_of
from parlour.interpreter.program.program import Role
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.runtime.game import Game, play_out
from parlour.interpreter.runtime.random import bot_stream
from parlour.interpreter.simulation.machine import MachineEngine
from parlour.tests.verifier import problems

LIBRARY = Library()


def variant(program, **known):
    return Variant(("",) * program.seats, **known)


def endings(program, slots, games):
    """The final states without the program counter, whose addresses differ."""
    found = []
    for number in range(games):
        state = Game(program).new_state(3, number)
        play_out(state, [RandomBot(bot_stream(3, number, seat)) for seat in range(program.seats)])
        found.append(state.vector[1:slots])
    return found


def hold(program, games):
    seats, slots = [""] * program.seats, program.layout.size
    plan = plan_of(program, variant(program))
    assert problems(plan.program) == []
    assert MachineEngine(plan.program, 3, seats).results(0, games) == MachineEngine(program, 3, seats).results(0, games)
    whole = plan_of(program, variant(program, vectors=True))
    assert endings(whole.program, slots, games) == endings(program, slots, games)
    return plan


@pytest.mark.parametrize("game", LIBRARY.ids())
def test_a_ruleset_is_the_same_game(game):
    hold(compiled(opened(game, LIBRARY))[0], 10)


@pytest.mark.slow
@pytest.mark.parametrize("game", LIBRARY.ids())
def test_every_value_of_every_option(game):
    ruleset = opened(game, LIBRARY)
    _, settled = compiled(ruleset)
    for options in ends(ruleset.model, settled, Report()):
        hold(compiled(ruleset, None, options)[0], 10)


@pytest.mark.parametrize("game", LIBRARY.ids())
def test_facts_hold_in_every_game(game):
    program, _ = compiled(opened(game, LIBRARY))
    declared = bounds_of(program)
    facts = facts_of(program, declared)
    for fact, bound in zip(facts.slots, declared.slots, strict=True):
        assert fact.within(bound.low, bound.high)
    for vector in endings(program, program.layout.size, 3):
        assert all(fact.holds(value) for fact, value in zip(facts.slots[1:], vector, strict=True))


DONE = End(1, Constant(3), -1, (), -1)


def board(sketch, ways):
    """A race of two on 12 squares: a subroutine for arrivals, and a Switch with these ways, each an instruction a line."""
    s = sketch(faces=(1, 2, 3), most=1)
    mover = s.field("mover", 0, 1, role=Role.CONTROL)
    at = s.field("at", 0, 12, keys=2, role=Role.PAWN)
    cast, here, back = (
        s.field("cast", 0, 9),
        s.field("here", 0, 12, role=Role.LOCAL),
        s.field("back", role=Role.CONTROL),
    )
    purse = s.field("purse", 0, 90, keys=2, starts=20, role=Role.ACCOUNT)
    bank = s.field("bank", 0, 90, starts=50, role=Role.ACCOUNT)
    total = s.table("total", [sum(f * n for f, n in zip(s.faces, o, strict=True)) for o in s.throws().outcomes])
    die, me = s.device((0, 1, 2)), Slot(mover)
    mine, pawn = Target(purse, me, 2), Element(at, me, 2, 1)
    pays = {k: Transfer(mine, Target(bank), Constant(k), Short.PAYS_ALL, -1, -1, 9 + k) for k in range(1, 9)}
    gets = {k: Transfer(Target(bank), mine, Constant(k), Short.PAYS_ALL, -1, -1, 20 + k) for k in range(1, 9)}
    goes = {k: Set(Target(at, me, 2), Constant(k), 0, 12, 30 + k) for k in range(1, 9)}
    labels = {1: "over", **{k: f"way{k}" for k in ways}, 12: "end"}
    lines = ["turn", CountTurn(me, 1), Throw(die, Constant(1), 1, cast, 2)]
    ahead = Binary(Operator.ADD, pawn, Lookup(total, Slot(cast), 3), 3)
    lines += [Set(Target(at, me, 2), Binary(Operator.MIN, ahead, Constant(12), 3), 0, 12, 3), Call("arrive", back)]
    lines += [put(mover, Binary(Operator.SUBTRACT, Constant(1), me, 0)), Jump("turn")]
    lines += ["arrive", put(here, pawn), Switch(Slot(here), 1, [labels.get(k, "over") for k in range(1, 13)], "over")]
    for square, way in ways.items():
        lines += [labels[square], *(step for step in way(pays, gets, goes)), Jump("over")]
    lines += ["end", DONE, "over", Return(back)]
    group = tuple(range(purse, bank + 1))
    return s.program(lines, scores=(Slot(purse), Slot(purse + 1)), conserved=(group,))


def put(slot, value):
    return Set(Target(slot), value, -(2**63), 2**63 - 1, 0)


ALIKE = {
    3: lambda pays, gets, goes: [pays[2]],
    5: lambda pays, gets, goes: [pays[5]],
    6: lambda pays, gets, goes: [pays[1], goes[2]],
    8: lambda pays, gets, goes: [gets[3]],
    9: lambda pays, gets, goes: [gets[7]],
    11: lambda pays, gets, goes: [goes[4]],
}


def test_squares_that_differ_in_numbers_share_tables(sketch, both):
    program = board(sketch, ALIKE)
    plan = hold(program, 60)
    assert [([left.values for left in made.left], made.steps) for made in plan.switches] == [([(12,)], 3)] * 2, (
        "one table for each seat"
    )
    assert not any(isinstance(i, Call | Return) for i in plan.program.instructions)
    both(program, 200)


def test_what_may_fail_at_different_places_is_not_joined(sketch, both):
    fails = {3: lambda pays, gets, goes: [short(pays[8])], 5: lambda pays, gets, goes: [short(pays[7])]}
    again = {k: lambda pays, gets, goes: [goes[1]] for k in (7, 8, 9, 10)}
    program = board(sketch, fails | again)
    plan = plan_of(program, variant(program))
    assert [made.steps for made in plan.switches] == [3, 3], "a step for each place, and one for going back"
    number, id, place, _ = both(program, 200)
    assert id == "short" and place in ("sketch.yaml:17:1", "sketch.yaml:18:1") and number >= 0


def short(transfer):
    return Transfer(transfer.source, transfer.to, transfer.amount, Short.FAULT, -1, -1, transfer.place)


def test_guards_stay_guards(sketch, both):
    def way(pays, gets, goes):
        rich = Binary(Operator.GREATER, Element(11, Slot(5), 2, 4), Constant(15), 4)
        return [Branch(rich, "over"), pays[8], goes[1]]

    program = board(sketch, {**ALIKE, 4: way, 7: way})
    hold(program, 60)
    both(program, 200)


def test_a_tell_that_may_fail_is_kept(sketch, both):
    s = sketch()
    a = s.field("a", 0, 9)
    outside = Element(a, Constant(3), 1, 4)
    program = s.program([Tell(Note.SAID, -1, (outside,), 0), DONE])
    assert both(program)[1:3] == ("index", "sketch.yaml:5:1")


def test_explained():
    program, _ = compiled(opened("humbert-ca", LIBRARY))
    text = explain(program, ["", ""])
    assert "whose turn" in text and "41 of 45 values by tables" in text and "39..40 by a switch" in text
    assert explain(program, ["", ""]) == text


def test_code_parts_where_a_game_begins_with_a_seat_that_is_not_known_before():
    program, _ = compiled(opened("uilenspel", LIBRARY))
    text = explain(program, ["", ""])
    assert "83 of 84 values by tables, in 2 steps (in 2 copies)" in text
    assert text.count("by tables") == text.count(" values ") == 1, "what parts by the seat is no rule"
    hold(program, 10)


def test_where_there_is_no_room_for_a_way_for_each_seat_it_does_not_part():
    program, _ = compiled(opened("uilenspel", LIBRARY), 6)
    assert "by tables" not in explain(program, [""] * 6)
    hold(program, 5)
