"""Programs of random instructions: the same end, or the same fault at the same place, as the machine comes to."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.interpreter.program.program import TextInfo
from parlour.interpreter.runtime.bots import PolicyBot
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.runtime.random import bot_stream

SEED, CHOICES = 3, 200
ENDLESS = "endless"  # where that line is drawn is an executor's own business


def ended(program, number, policy):
    """The final state, turns and chances of a game, or its fault, or ENDLESS."""
    state = Game(program).unstarted(SEED, number)
    bots = [PolicyBot(policy, bot_stream(SEED, number, seat)) for seat in range(program.seats)]
    try:
        state.advance()
        for _ in range(CHOICES):
            if state.is_terminal:
                return state.vector, state.turns, state.chances
            state.apply(bots[state.current_player].choose(state))
    except Fault as fault:
        return ENDLESS if fault.id == ENDLESS else (fault.id, str(fault.place), fault.values)
    return ENDLESS


def by_native_alone(by_native, program, number, policy):
    found = by_native(program, 1, policy, SEED, number)
    if isinstance(found, tuple):
        return ENDLESS if found[1] == ENDLESS else found[1:]
    [(result, vector)] = found
    return vector, result.turns, result.chances


def hold(any_program, sketch, by_native, instructions, policy):
    program = any_program.sketched(sketch).program(
        [*instructions, any_program.DONE],
        choices=(any_program.INFO,),
        texts=(TextInfo("text", ()),),
        limits=any_program.LIMITS,
    )
    for number in range(3):
        machine = ended(program, number, policy)
        native = by_native_alone(by_native, program, number, policy)
        assert ENDLESS in (machine, native) or native == machine


LENIENT = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


@pytest.fixture(scope="module")
def instructions(any_program):
    return st.lists(any_program.INSTRUCTION, min_size=any_program.LENGTH, max_size=any_program.LENGTH)


def test_any_program(any_program, sketch, by_native, instructions):
    @settings(max_examples=25, **LENIENT)
    @given(instructions, st.sampled_from(("", "p")))
    def held(found, policy):
        hold(any_program, sketch, by_native, found, policy)

    held()


@pytest.mark.slow
def test_many_programs(any_program, sketch, by_native, instructions):
    @settings(max_examples=500, **LENIENT)
    @given(instructions, st.sampled_from(("", "p")))
    def held(found, policy):
        hold(any_program, sketch, by_native, found, policy)

    held()
