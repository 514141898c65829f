"""Programs on paper: listings, digests, what a verifier finds."""

import pytest
from msgspec.structs import replace

from parlour.interpreter.program.contents import expressions_of, place_of, targets_of
from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.expressions import (
    TRUE,
    And,
    Binary,
    Conditional,
    Constant,
    Element,
    Fold,
    Gathering,
    Lookup,
    Negate,
    Not,
    Operator,
    Or,
    Slot,
    Temporary,
)
from parlour.interpreter.program.formatting import Formatter
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    Clear,
    Draw,
    End,
    Enqueue,
    Fail,
    Jump,
    Option,
    Pop,
    Set,
    Sort,
    Target,
    Throw,
)
from parlour.interpreter.program.printing import listing
from parlour.interpreter.program.program import Limits, PhaseInfo
from parlour.interpreter.source import Place, Source
from parlour.tests.verifier import problems

RACE = """\
program sketch: 2 seats, aim score
option lot = coins

state: 12 slots
       5..6  at[0..1]                       pawn      0..30, starts 0
          7  cast                           variable  0..100, starts 0
          8  paid                           variable  any, starts 0
      9..10  purse[0..1]                    account   -1000..1000, starts 20
         11  bank                           account   -1000..1000, starts 0

device 0 device0: [1 2 3 4 5 6]
table 0 total: 0 1 2 3 4 5 6 2 3 4 5 6 7 4 5 6 7 8 6 7 8 9 8 9 10 10 11 12
table 1 seat: 1 2

phase race:
     0  tell      phase (0)
turn of race:
     1  turn      turn
     2  throw     cast := 2 of device0, at most 2
     3  set       at[turn] := min(at[turn] + total(cast), 30) in 0..30
     4  tell      moved (turn, at[turn])
     5  unless    at[turn] % 3 == 0 goto 7
     6  transfer  2 from purse[turn] to bank, owes, paid in paid
     7  unless    at[turn] % 3 == 2 goto 9
     8  transfer  1 from bank to purse[turn], owes, paid in paid
     9  unless    at[turn] == 30 goto 11
    10  end       done winners seat(turn) ()
    11  set       turn := (turn + 1) % 2 in 0..1
    12  jump      1

score of seat 0: purse[0]
score of seat 1: purse[1]
measure bank: bank
limits: 20000 turns, 1000000 chances, 1000000 choices (unfinished), 1000000 steps
"""


def test_the_listing_of_a_race(programs):
    shown = listing(programs["race"](aim="score", options=(("lot", "coins"),)))
    assert [line.split(" ;")[0].rstrip() for line in shown.splitlines()] == RACE.splitlines()
    places = [line.split("; ")[1] for line in shown.splitlines() if "; " in line]
    assert places == [f"sketch.yaml:{line}:1" for line in (1, 2, 3, 4, 5, 6, 7, 6, 8, 9, 10, 11)]


def test_every_program_can_be_listed(programs):
    assert "choose    hold_or_roll by turn: hold to 6, roll_on to 1" in listing(programs["pig"]())
    assert "deck pack: 2xa 1xb 3xc" in listing(programs["cards"]())
    assert "draw      drawn := one of 3 kinds of stock" in listing(programs["cards"]())


A, B = Slot(5), Slot(6)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (Binary(Operator.MULTIPLY, Binary(Operator.ADD, A, B, 0), Constant(2), 0), "(a + b) * 2"),
        (Binary(Operator.SUBTRACT, A, Binary(Operator.SUBTRACT, B, Constant(1), 0), 0), "a - (b - 1)"),
        (Binary(Operator.EQUAL, Binary(Operator.LESS, A, B, 0), TRUE, 0), "(a < b) == 1"),
        (Not(And(A, Or(B, Not(A)))), "not (a and (b or not a))"),
        (Negate(Binary(Operator.ADD, A, Constant(-2), 0), 0), "-(a + -2)"),
        (Conditional(A, B, Conditional(B, A, Constant(0))), "b if a else a if b else 0"),
        (Binary(Operator.ADD, Conditional(A, B, A), TRUE, 0), "(b if a else a) + 1"),
        (Binary(Operator.MIN, A, Binary(Operator.ADD, A, B, 0), 0), "min(a, a + b)"),
        (Binary(Operator.BIT, A, B, 0), "bit(a, b)"),
        (Element(7, A, 3, 0), "c[a]"),
        (Element(10, Binary(Operator.MULTIPLY, A, B, 0), 3, 0), "d[4 + a * b]"),
        (Element(7, A, 2, 0), "state[7 + a]"),
        (Slot(8), "c[1]"),
        (Slot(10), "d[4]"),
        (Slot(13), "e.0"),
        (Slot(3), "turn"),
        (Lookup(0, A, 0), "rank_of(a)"),
        (
            Fold(Gathering.SUM, 2, Constant(0), B, Binary(Operator.GREATER, Temporary(2), A, 0), Temporary(2), 0),
            "sum(t2 for t2 in 0 to before b where t2 > a)",
        ),
        (Fold(Gathering.ANY, 2, Constant(0), B, TRUE, Temporary(2), 0), "any(t2 for t2 in 0 to before b)"),
    ],
)
def test_expressions_are_written_with_the_brackets_they_need(sketch, expr, text):
    s = sketch()
    s.field("a"), s.field("b"), s.field("c", keys=3), s.field("d", keys=3, first=4), s.field("e", width=2)
    s.table("rank of", (1, 2))
    assert Formatter(s.program([End(1, TRUE, -1, (), -1)])).text(expr) == text


def test_a_digest_does_not_see_places(programs):
    program = programs["race"]()
    moved = tuple(replace(p, line=p.line + 3, source=Source("other.yaml", "")) for p in program.places)
    assert digest(replace(program, places=moved)) == digest(program)
    set_at = next(k for k, i in enumerate(program.instructions) if isinstance(i, Set))
    instructions = list(program.instructions)
    instructions[set_at] = replace(instructions[set_at], place=33)
    assert digest(replace(program, instructions=tuple(instructions))) == digest(program)


def test_a_digest_sees_everything_else(programs):
    program = programs["pig"]()
    others = [
        replace(program, id="other"),
        replace(program, limits=Limits(turns=1, outcome=2)),
        replace(program, outcomes=("", "do", "neunfinished")),
        replace(program, options=(("k", 1),)),
        replace(program, options=(("k", True),)),
        replace(program, options=(("k", "1"),)),
        replace(program, scores=tuple(reversed(program.scores))),
        replace(program, instructions=program.instructions[:-1]),
        replace(program, conserved=((5,), (6,))),
        replace(program, conserved=((5, 6),)),
    ]
    assert len({digest(p) for p in [program, *others]}) == len(others) + 1
    assert digest(programs["pig"]()) == digest(program)


def test_what_stands_in_an_instruction():
    options = (Option(A, 1), Option(Binary(Operator.ADD, A, B, 4), 2))
    choice = Choose(0, TRUE, options, -1, (("p", (B, TRUE)),), -1)
    assert expressions_of(choice) == [TRUE, A, options[1].test, B, TRUE]
    assert place_of(choice) == 4 and place_of(Jump(0)) == -1
    assert targets_of(Set(Target(5, A, 2), B, 0, 1, 0)) == [Target(5, A, 2)]
    assert expressions_of(Set(Target(5, A, 2), B, 0, 1, 0)) == [A, B]


DONE = End(1, TRUE, -1, (), -1)


@pytest.mark.parametrize(
    ("instruction", "problem"),
    [
        (Jump(9), "no address 9"),
        (Branch(TRUE, -1), "no address -1"),
        (Call(0, 99), "slots 99..99"),
        (Clear(9, (1, 2)), "slots 9..10"),
        (Sort((5, 9), 2), "slots 9..10"),
        (Set(Target(8, TRUE, 9), TRUE, 0, 1, 0), "slots 8..16"),
        (Set(Target(5), Slot(99), 0, 1, 0), "no slot 99"),
        (Set(Target(5), Element(8, TRUE, 4, 0), 0, 1, 0), "slots 8..11"),
        (Set(Target(5), Lookup(3, TRUE, 0), 0, 1, 0), "no table 3"),
        (Set(Target(5), Lookup(0, TRUE, 999), 0, 1, 0), "no place 999"),
        (Set(Target(5), TRUE, 2, 1, 0), "no value in 2..1"),
        (Throw(1, TRUE, 1, 5, 0), "no device 1"),
        (Draw(Target(8), 9, 5, 0), "slots 8..16"),
        (Pop(Target(8), 4, True, 5, 0), "slots 8..12"),
        (Enqueue(TRUE, 8, 9), "slots 8..16"),
        (ChooseOne(0, TRUE, TRUE, TRUE, TRUE, TRUE, 5, -1, (), 0), "no choice 0"),
        (End(7, TRUE, -1, (), 0), "no outcome 7"),
        (Fail(4, 0), "no message 4"),
        (Fail(0, 777), "no place 777"),
    ],
)
def test_what_the_verifier_finds(sketch, instruction, problem):
    s = sketch()
    s.field("a", width=5)
    s.table("t", (1,))
    sound = s.program([DONE])
    assert problems(sound) == []
    found = problems(replace(sound, instructions=(instruction, DONE)))
    assert len(found) == 1 and problem in found[0] and found[0].startswith("0 ")


def test_what_the_verifier_finds_around_the_code(sketch):
    s = sketch(faces=(1, 2))
    a = s.field("a", width=5)
    s.device((0, 1))
    sound = s.program([DONE])
    throws, layout = sound.throws, sound.layout
    for broken, problem in (
        (replace(sound, instructions=()), "goes on to nothing"),
        (replace(sound, instructions=(Clear(5, (1,)),)), "goes on to nothing"),
        (replace(sound, layout=replace(layout, initial=(0,))), "first values"),
        (replace(sound, layout=replace(layout, fields=layout.fields * 2)), "overlaps"),
        (replace(sound, throws=replace(throws, after=(99,) * len(throws.after))), "outcome that is not there"),
        (replace(sound, throws=replace(throws, after=())), "one number a face"),
        (replace(sound, devices=(replace(sound.devices[0], dice=((0, 5),)),)), "shows a face"),
        (replace(sound, phases=(PhaseInfo("x", 4, -1),)), "begins nowhere"),
        (replace(sound, conserved=((a, 99),)), "conserved slot 99"),
        (replace(sound, limits=Limits(outcome=9)), "limit's outcome"),
    ):
        assert any(problem in p for p in problems(broken)), problem


def test_places_are_those_of_the_source(programs):
    place = Place(Source("my.yaml", "x"), 12, 5, 12, 9)
    program = replace(programs["pig"](), places=(place,) * 60)
    assert "; my.yaml:12:5" in listing(program)
