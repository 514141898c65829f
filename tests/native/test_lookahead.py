"""Bots that look ahead in machine code decide as they do on the machine, and play better than chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour.interpreter.checked import compiled
from parlour.interpreter.face import Game as Played
from parlour.interpreter.face import load
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.native.lookahead import CompiledPlayouts
from parlour.interpreter.opening import opened
from parlour.interpreter.program.expressions import Binary, Constant, Operator, Slot
from parlour.interpreter.program.instructions import Branch, End, Fail, Throw
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.runtime.lookahead import GreedyBot, MachinePlayouts, Playouts
from parlour.interpreter.runtime.random import bot_stream
from parlour.interpreter.simulating import simulate
from parlour.interpreter.simulation.engines import EngineUnavailable

LIBRARY = Library(Path(__file__).parents[2] / "rulesets")


def test_looking_ahead_beats_chance(code_folder: Path) -> None:
    program, _ = compiled(opened("pig", LIBRARY), 2, {"goal": 20})
    game = Game(program)
    bot = CompiledPlayouts(program, code_folder)
    won = sum(game.played(5, k, [lambda s: GreedyBot(s, bot)]).winners == (0,) for k in range(20))
    assert won >= 14


def decisions(game: Game, playouts: Playouts, most: int = 6) -> list[int]:
    """What greedy bots on every seat do, one choice after the other."""
    state, bots = game.new_state(seed=8), [GreedyBot(bot_stream(8, 0, seat), playouts, 30) for seat in (0, 1)]
    taken: list[int] = []
    while not state.is_terminal and len(taken) < most:
        taken.append(bots[state.seat].choose(state))
        state.apply(taken[-1])
    return taken


@pytest.mark.parametrize("name", ["pig", "bank-nl", "shut-the-box"])
def test_machine_code_decides_as_the_machine(name: str, code_folder: Path) -> None:
    program, _ = compiled(opened(name, LIBRARY), 2)
    game = Game(program)
    found = decisions(game, MachinePlayouts(program))
    assert found == decisions(game, CompiledPlayouts(program, code_folder))
    assert len(found) >= 2


def test_a_playout_in_which_a_rule_fails_counts_nothing(sketch: Any, code_folder: Path) -> None:
    s = sketch(faces=(0, 1), most=1)
    cast, coin = s.field("cast", 0, 9), s.device((0, 1))
    odd = Binary(Operator.EQUAL, Slot(cast), Constant(1), 0)
    lines = [
        Throw(coin, Constant(1), 1, cast, 0),
        Branch(odd, "good"),
        Fail(0, 4),
        "good",
        End(1, Constant(1), -1, (), -1),
    ]
    program = s.program(lines)
    state = Game(program).new_state()
    worth = MachinePlayouts(program).worth(state, 0, 5, 0, 40)
    assert 5 < worth < 35
    assert CompiledPlayouts(program, code_folder).worth(state, 0, 5, 0, 40) == worth


def test_games_of_a_bot_that_looks_ahead_are_simulated() -> None:
    game = Played(load("pig"), players=2, options={"goal": 20})
    summary = simulate(game, 20, 5, ["bot:greedy", "bot:random"])
    assert summary.engine == "machine"
    assert summary.winners[0].games >= 14
    with pytest.raises(EngineUnavailable, match="greedy"):
        simulate(game, 20, 5, ["bot:greedy"], engine="native")
