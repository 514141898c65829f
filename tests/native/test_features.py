"""Every way that the rulesets of tests/features/ can go, by their options: game for game the same as the machine."""

from pathlib import Path

import pytest

from parlour.interpreter.checked import compiled
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.native.engine import GameFailed, NativeEngine
from parlour.interpreter.opening import opened
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.simulation.engine import GameFault
from parlour.interpreter.simulation.machine import MachineEngine

FEATURES = sorted((Path(__file__).parents[1] / "features").glob("*.yaml"))


def ways():
    """The rulesets with each word of each option; those behind the first few take their time."""
    for path in FEATURES:
        options = opened(str(path), Library()).model.options
        found = [{o.symbol.name: word} for o in options for word in o.symbol.type.words] or [{}]
        for number, chosen in enumerate(found):
            marks = [pytest.mark.slow] if number > 2 else []
            yield pytest.param(path, chosen, id=f"{path.stem}: {' '.join(chosen.values())}", marks=marks)


def played(engine):
    """The results of some games, or which of them failed, where and how."""
    try:
        return engine.results(0, 6)
    except GameFailed as failed:
        return failed.number, failed.fault.message, failed.fault.place
    except GameFault as failed:
        return failed.number, failed.message, failed.place


@pytest.mark.parametrize(("path", "options"), list(ways()))
def test_a_way(path, options, code_folder):
    program, _ = compiled(opened(str(path), Library()), None, options)
    policies = [*Game(program).policies()[:1], *[""] * program.seats][: program.seats]
    native = NativeEngine(program, 7, policies, code_folder / "quick", quick=True)
    assert played(native) == played(MachineEngine(program, 7, policies))
