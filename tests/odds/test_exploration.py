"""Exploration in machine code: the machine's chain, number for number, or the same fault."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from parlour.interpreter.checked import compiled
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.native.exploring.packing import packing_of
from parlour.interpreter.odds.answer import Answering
from parlour.interpreter.odds.attempt import Attempt
from parlour.interpreter.odds.exploring import exploring
from parlour.interpreter.odds.exploring.exploration import NativeExplorer
from parlour.interpreter.odds.exploring.explorer import BEST, Explorer, TooManyStates
from parlour.interpreter.odds.slicing.renaming import renamed_expression
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.opening import opened
from parlour.interpreter.program.expressions import Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import Branch, Clear, CountTurn, Draw, Jump, Target, Throw
from parlour.interpreter.program.intervals import bounds_of
from parlour.interpreter.program.program import TextInfo
from parlour.interpreter.runtime.fault import Fault

from .conftest import ACCOUNTS, BAG, CARD, DIE, VARIABLES, end, is_, put
from .test_any_program import bodies, game_of

LIBRARY = Library()
LENIENT = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None, "phases": [Phase.generate]}
PATIENT = ("bank-nl", "goose", "goose-nl", "newmarket")  # their code takes seconds to make


@pytest.fixture(autouse=True)
def code_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.exploring.exploration.folder", lambda: tmp_path)


def found_by(explorer, most):
    """All that exploring says; vectors alone where there are too many states, and the fault where a rule fails."""
    try:
        chain = explorer.explore(most)
    except TooManyStates as many:
        return [explorer.vector(key) for key in many.vectors]
    except Fault as fault:
        return fault.id, str(fault.place), fault.values
    arrays = (chain.offsets, chain.targets, chain.codes, chain.movers)
    return (
        [(array.dtype, array.tolist()) for array in arrays],
        chain.ways,
        chain.endings,
        (chain.start, chain.start_turns, chain.start_change),
        [explorer.vector(key) for key in chain.vectors],
    )


def both(program, seats, results=(), sums=(), accumulating=True, most=1000):
    given = (program, seats, results, sums, accumulating)
    slow, fast = (found_by(explorer(*given), most) for explorer in (Explorer, NativeExplorer))
    assert fast == slow
    return fast


def both_of(game, seats=None, aim="win", most=1000, narrow=False, **options):
    """Of a slice for all scores and measures."""
    program, _ = compiled(opened(game, LIBRARY), None, options)
    sitting = seats or ("",) * program.seats
    attempt = Attempt(program, Question(sitting, aim))
    wanted = [] if narrow else [*attempt.scores, *attempt.measures]
    sliced = attempt.slicer.sliced(wanted)
    results = [renamed_expression(result, sliced.emitted.numbers) for result in wanted]
    return both(sliced.program, sitting, results, sliced.sums, sliced.accumulating, most)


@pytest.mark.parametrize("game", [game for game in LIBRARY.ids() if game not in PATIENT])
def test_a_ruleset(game):
    both_of(game, narrow=True)


@pytest.mark.slow
@pytest.mark.parametrize("game", LIBRARY.ids())
def test_a_ruleset_with_its_scores_and_measures(game):
    both_of(game, most=3000)


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("piglet", (BEST, "hold_at_2")),
        ("piglet", ("hold_at_2", "")),
        ("shut-the-box", (BEST,)),
        ("red-dog", None),
        ("drop-dead", None),
        ("penneys-game", (BEST, BEST)),
    ],
)
def test_who_chooses_and_what_becomes_of_sums(game, seats):
    both_of(game, seats, most=300)


@settings(max_examples=10, **LENIENT)
@given(bodies(), st.integers(0, 3), st.integers(0, 3))
def test_a_slice_of_any_program(program, body, draws, mask):
    scores = (Slot(ACCOUNTS), Binary(Operator.ADD, Slot(ACCOUNTS + 1), Slot(VARIABLES), 0))
    attempt = Attempt(program(game_of(body, draws, mask), scores), Question(("", "")))
    wanted = attempt.scores
    sliced = attempt.slicer.sliced(wanted)
    results = [renamed_expression(result, sliced.emitted.numbers) for result in wanted]
    both(sliced.program, ("", ""), results, sliced.sums, sliced.accumulating, 300)


def module_of_runtime(name):
    spec = importlib.util.spec_from_file_location(f"_odds_{name}", Path(__file__).parents[1] / "runtime" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def any_program():
    return module_of_runtime("test_any_program")


@pytest.fixture(scope="module")
def sketch():
    return module_of_runtime("conftest").Sketch


def hold(any_program, sketch, instructions, seats):
    program = any_program.sketched(sketch).program(
        [*instructions, any_program.DONE],
        choices=(any_program.INFO,),
        texts=(TextInfo("text", ()),),
        limits=any_program.LIMITS,
    )
    given = (program, seats, (Slot(any_program.PURSE),))
    slow, fast = (found_by(explorer(*given), 100) for explorer in (Explorer, NativeExplorer))
    assert "endless" in (slow[0], fast[0]) or slow == fast  # where that line is drawn is an executor's own business


@pytest.mark.parametrize("examples", [12, pytest.param(300, marks=pytest.mark.slow)])
def test_any_instructions(any_program, sketch, examples):
    found = st.lists(any_program.INSTRUCTION, min_size=any_program.LENGTH, max_size=any_program.LENGTH)

    @settings(max_examples=examples, **LENIENT)
    @given(found, st.sampled_from((("", "p", BEST), (BEST, BEST, ""))))
    def held(instructions, seats):
        hold(any_program, sketch, instructions, seats)

    held()


ROLL = Throw(0, Constant(1), 2, DIE, 0)


def many(slots):
    """Rounds that count up to four in a row of slots, so that there are many states, and then end."""
    rounds = []
    for slot in slots:
        rounds += [CountTurn(Constant(0), -1), Clear(DIE, (0,)), ROLL]
        rounds += [
            put(slot, Binary(Operator.REMAINDER, Binary(Operator.ADD, Slot(slot), Slot(DIE), 0), Constant(4), 0))
        ]
    return [*rounds, Clear(DIE, (0,)), ROLL, Branch(is_(DIE, 1), len(rounds) + 4), end(1), Jump(0)]


def test_room_is_made_for_more_of_everything(program, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.exploring.exploration.FIRST", 4)
    monkeypatch.setattr("parlour.interpreter.odds.exploring.exploration.ROOM", 2)
    made = program(many(range(VARIABLES, VARIABLES + 4)))
    (offsets, *_), _, endings, _, vectors = both(
        made, ("", ""), tuple(Slot(VARIABLES + k) for k in range(4)), most=5000
    )
    assert len(vectors) == len(offsets[1]) - 1 > 1000 and len(endings) == 256


def test_it_stops_where_there_are_too_many_states(program):
    assert len(both(program(many(range(VARIABLES, VARIABLES + 4))), ("", ""), most=50)) > 50


def test_a_fault_is_the_same(program):
    cards = [Draw(Target(BAG), 3, CARD, 0)] * 7
    assert both(program([*cards, end(1)]), ("", ""))[0] == "nothing_to_draw"


def test_one_can_look_on_and_stop(program, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.odds.exploring.exploration.EACH", 100)
    told = []
    explorer = NativeExplorer(program(many(range(VARIABLES, VARIABLES + 4))), ("", ""))

    def stop(done, known):
        told.append((done, known))
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explorer.explore(10_000, stop)
    assert [done for done, _ in told] == [100, 200, 300]


def test_a_state_is_as_small_as_its_ranges(program):
    made = program(many(range(VARIABLES, VARIABLES + 4)))
    packing = packing_of(made, bounds_of(made), range(ACCOUNTS, ACCOUNTS + 2))
    bits = {lane.slot: lane.bits for lane in packing.lanes}
    assert bits[VARIABLES] == 2 and bits[BAG] == 3  # 0..3, 0..6
    assert DIE not in bits and ACCOUNTS not in bits  # cleared before each stop; a sum
    vector = [0] * made.layout.size
    assert packing.vector([0] * packing.words)[VARIABLES:] == [*vector[VARIABLES:CARD], -1, *vector[CARD + 1 :]]


def test_the_machine_explores_where_there_is_no_machine_code(program, monkeypatch):
    class Missing(NativeExplorer):
        def __init__(self, *given, **more):
            raise exploring.NativeUnavailable("none here")

    made = program(many(range(VARIABLES, VARIABLES + 4)), (Slot(VARIABLES), Constant(0)))
    question = Question(("", ""), results=False)
    monkeypatch.setattr(exploring, "FEW", 10)
    before = Answering(made, question).base.figures
    monkeypatch.setattr(exploring, "NativeExplorer", Missing)
    after = Answering(made, question).base.figures
    assert np.array_equal(before.endings, after.endings) and before.turns == after.turns
