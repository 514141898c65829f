"""Small programs made by hand, and their odds the slow way: whole vectors, one step after the other."""

from importlib import import_module
from itertools import combinations_with_replacement

import pytest

from parlour.interpreter.program.expressions import Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import End, Set, Target
from parlour.interpreter.program.program import ChoiceInfo, Device, Field, Layout, Limits, Program, Role, Table, Throws
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.source import NOWHERE
from parlour.interpreter.types import INT, INT_HIGH, INT_LOW
from parlour.tests.verifier import problems

VARIABLES, ACCOUNTS, BAG, DIE, CARD, BACK = 5, 9, 11, 14, 15, 16  # first slots
SIZE = 17
FACES = 3
NOTHING = (Constant(0), Constant(0))


@pytest.fixture(autouse=True)
def the_folder_of_odds(monkeypatch):
    """`parlour.interpreter.odds` is the function of the face once that was asked for; tests replace what is in the folder."""
    monkeypatch.setattr(import_module("parlour.interpreter"), "odds", import_module("parlour.interpreter.odds"))


def fields():
    rows = [
        ("variable", VARIABLES, 4, 0, 3, Role.VARIABLE),
        ("account", ACCOUNTS, 2, INT_LOW, INT_HIGH, Role.ACCOUNT),
        ("die", DIE, 1, 0, 9, Role.LOCAL),
        ("card", CARD, 1, -1, 2, Role.LOCAL),
        ("back", BACK, 1, 0, 99, Role.CONTROL),
    ]
    made = [
        Field(name, role, base, INT, low, high, key=INT if size > 1 else None, keys=size)
        for name, base, size, low, high, role in rows
    ]
    bag = Field("bag", Role.BAG, BAG, INT, 0, 6, width=3, shuffled=True, seen_by="nobody")
    return tuple(sorted([*made, bag], key=lambda field: field.base))


def throws():
    shown = [c for n in range(3) for c in combinations_with_replacement(range(FACES), n)]
    outcomes = [tuple(c.count(f) for f in range(FACES)) for c in shown]
    index = {outcome: k for k, outcome in enumerate(outcomes)}
    after = [index.get(tuple(n + (f == g) for g, n in enumerate(o)), -1) for o in outcomes for f in range(FACES)]
    return Throws((1, 2, 3), tuple(outcomes), tuple(after))


@pytest.fixture
def program():
    """Makes a program of two seats: four variables 0..3, two accounts, a bag of three kinds twice each, a die of three."""

    def make(instructions, scores=NOTHING, measures=()):
        initial = [0] * SIZE
        initial[BAG : BAG + 3] = [2, 2, 2]
        made = Program(
            id="made",
            seats=2,
            tokens=0,
            squares=0,
            instructions=tuple(instructions),
            layout=Layout(fields(), SIZE, tuple(initial)),
            tables=(Table("odd", (0, 1, 0, 1)),),
            throws=throws(),
            devices=(Device("die", ((0, 1, 2),), True),),
            decks=(),
            phases=(),
            choices=(ChoiceInfo("which", ("this", "that"), INT, ()),),
            outcomes=("", "one", "two"),
            texts=(),
            messages=("no",),
            scores=tuple(scores),
            aim="win",
            measures=tuple(measures),
            limits=Limits(outcome=1),
            places=(NOWHERE,),
        )
        assert problems(made) == []
        return made

    return make


def put(slot, value):
    return Set(Target(slot), Constant(value) if isinstance(value, int) else value, INT_LOW, INT_HIGH, 0)


def end(outcome, winners=0):
    return End(outcome, Constant(winners) if isinstance(winners, int) else winners, -1, (), -1)


def is_(slot, value):
    return Binary(Operator.EQUAL, Slot(slot), Constant(value), -1)


def by_hand(program, rounds=200, least=1e-11):
    """Shares of outcomes and winners, mean turns, scores and measures: the whole game, from whole vectors forward."""
    game = Game(program)
    shares, winners, turns, scores, measures = {}, [0.0, 0.0], 0.0, [0.0, 0.0], {}
    start = game.new_state()
    waiting = {tuple(start.vector): (1.0, start)}
    turns += start.turns
    for _ in range(rounds):
        following = {}
        for probability, state in waiting.values():
            if state.is_terminal:
                shares[state.outcome] = shares.get(state.outcome, 0.0) + probability
                for seat in state.winners:
                    winners[seat] += probability
                scores = [s + probability * n for s, n in zip(scores, state.scores(), strict=True)]
                for name, value in state.measures().items():
                    measures[name] = measures.get(name, 0.0) + probability * value
                continue
            for outcome, weight, total in state.chance_outcomes():
                other = state.clone()
                other.turns = 0
                other.apply(outcome)
                share = probability * weight / total
                turns += share * other.turns
                key = tuple(other.vector)
                known = following.get(key)
                following[key] = (share + (known[0] if known else 0.0), other)
        waiting = following
        if sum(p for p, _ in waiting.values()) < least:
            break
    return shares, winners, turns, scores, measures
