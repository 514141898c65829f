"""Native code next to the machine: the sketches of the runtime's tests, and one folder of machine code for the session."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from parlour.interpreter.native.engine import GameFailed, NativeEngine
from parlour.interpreter.runtime.bots import PolicyBot
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game, play_out
from parlour.interpreter.runtime.random import bot_stream
from parlour.interpreter.simulation.machine import MachineEngine


def tests_of_runtime(name: str) -> ModuleType:
    """A module of tests/runtime, under a name of its own."""
    known = f"_runtime_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, Path(__file__).parents[1] / "runtime" / f"{name}.py")
        assert spec and spec.loader
        sys.modules[known] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[known])
    return sys.modules[known]


@pytest.fixture(scope="session")
def sketch() -> Any:
    return tests_of_runtime("conftest").Sketch


@pytest.fixture(scope="session")
def programs() -> Any:
    runtime = tests_of_runtime("conftest")
    return {"race": runtime.race, "pig": runtime.pig, "cards": runtime.cards}


@pytest.fixture(scope="session")
def code_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("native")


def told(fault: Fault) -> tuple[Any, ...]:
    return fault.id, str(fault.place), fault.values


@pytest.fixture(scope="session")
def by_native(code_folder: Path) -> Any:
    """Of a program: each game's result and final state; or the number of the game that failed, and how."""

    def played(program: Any, games: int = 10, policy: str = "", seed: int = 1, first: int = 0) -> Any:
        engine = NativeEngine(program, seed, [policy] * program.seats, code_folder)
        try:
            return engine.endings(first, games)
        except GameFailed as failed:
            return failed.number, *told(failed.fault)

    return played


@pytest.fixture(scope="session")
def by_machine() -> Any:
    """The same, by the machine."""

    def played(program: Any, games: int = 10, policy: str = "", seed: int = 1, first: int = 0) -> Any:
        engine = MachineEngine(program, seed, [policy] * program.seats)
        game, found = Game(program), []
        for number in range(first, first + games):
            state = game.unstarted(seed, number)
            bots = [PolicyBot(policy, bot_stream(seed, number, seat)) for seat in range(program.seats)]
            try:
                state.advance()
                play_out(state, bots)
                found.append((engine.results(number, 1)[0], state.vector))
                state.scores(), state.measures()
            except Fault as fault:
                return number, *told(fault)
        return found

    return played


@pytest.fixture(scope="session")
def both(by_native: Any, by_machine: Any) -> Any:
    """Play by both, hold them to each other, and give what came out."""

    def played(program: Any, games: int = 10, policy: str = "", seed: int = 1) -> Any:
        native, machine = (play(program, games, policy, seed) for play in (by_native, by_machine))
        assert native == machine
        return native

    return played


@pytest.fixture(scope="session")
def any_program() -> ModuleType:
    """The random programs of tests/runtime/test_any_program.py."""
    return tests_of_runtime("test_any_program")
