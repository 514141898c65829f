"""States handed to machine code and back: played on as the machine would, from any stop."""

import pytest
from msgspec.structs import replace

from parlour.interpreter.checked import compiled
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.native.engine import GameFailed
from parlour.interpreter.native.playouts import Playouts
from parlour.interpreter.opening import opened
from parlour.interpreter.program.expressions import Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import Branch, End, Fail, Throw
from parlour.interpreter.runtime.bots import PolicyBot
from parlour.interpreter.runtime.game import Game, play_out
from parlour.interpreter.runtime.random import bot_stream, game_stream


def by_machine(state, seed, number, policy):
    clone = state.clone()
    clone.stream = game_stream(seed, number)
    seats = range(clone.machine.program.seats)
    clone.advance()
    play_out(clone, [PolicyBot(policy, bot_stream(seed, number, seat)) for seat in seats])
    return clone.vector, clone.scores(), clone.turns, clone.chances


def hold(program, policy, code_folder, stops=12):
    playouts = Playouts(program, [policy] * program.seats, code_folder)
    state, dice = Game(program).new_state(), game_stream(8, 8)
    for step in range(stops):
        if state.is_terminal:
            break
        native = playouts.endings(state, 4, 10, 3)
        machine = [by_machine(state, 4, number, policy) for number in range(10, 13)]
        assert [(vector, list(r.scores), r.turns, r.chances) for r, vector in native] == machine
        if state.is_chance:
            state.happen(dice)
        else:
            state.apply(state.legal_actions()[step % len(state.legal_actions())])
    return playouts, state


def test_from_any_stop_of_sketches(programs, code_folder):
    hold(programs["race"](), "", code_folder)
    hold(programs["pig"](), "at_20", code_folder, 30)
    hold(programs["cards"](), "", code_folder)


@pytest.mark.parametrize("game", ["bank-nl", "goose"])
def test_from_any_stop_of_rulesets(game, code_folder):
    hold(compiled(opened(game, Library()))[0], "", code_folder, 25)


def test_choices_before_count_towards_their_limit(programs, code_folder):
    """A game that stops after so many choices stops no later for having been handed over on its way."""
    program = programs["pig"]()
    program = replace(program, limits=replace(program.limits, choices=9))
    _, state = hold(program, "at_20", code_folder, 20)
    assert 0 < state.choices <= 9


def test_a_game_that_is_over_is_not_played_on(programs, code_folder):
    playouts, state = hold(programs["pig"](), "at_20", code_folder, 0)
    play_out(state, [PolicyBot("", bot_stream(1, 1, seat)) for seat in (0, 1)], game_stream(1, 1))
    with pytest.raises(ValueError, match="only a state that stands at a chance or a choice"):
        playouts.results(state, 1, 0, 1)


def test_the_playout_that_fails_is_told(sketch, code_folder):
    s = sketch(faces=(0, 1), most=1)
    cast, coin = s.field("cast", 0, 9), s.device((0, 1))
    odd = Binary(Operator.EQUAL, Slot(cast), Constant(2), 0)
    lines = [
        Throw(coin, Constant(1), 1, cast, 0),
        Branch(odd, "good"),
        Fail(0, 4),
        "good",
        End(1, Constant(3), -1, (), -1),
    ]
    program = s.program(lines)
    with pytest.raises(GameFailed) as caught:
        Playouts(program, ["", ""], code_folder).results(Game(program).new_state(), 1, 0, 100)
    assert caught.value.fault.id == "rule" and caught.value.number < 100
