"""Every ruleset, every option's values, every policy: game for game the same as the machine, to the last slot."""

import pytest

from parlour.interpreter.checked import compiled
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.lowering.settling import ends
from parlour.interpreter.native.engine import NativeEngine
from parlour.interpreter.opening import opened
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.simulation.machine import MachineEngine

LIBRARY = Library()


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("game", LIBRARY.ids())
def test_a_ruleset_as_it_stands(game, quick, code_folder):
    program, _ = compiled(opened(game, LIBRARY))
    policies = [*Game(program).policies()[:1], *[""] * program.seats][: program.seats]
    native = NativeEngine(program, 7, policies, code_folder / "quick" if quick else code_folder, quick)
    machine = MachineEngine(program, 7, policies)
    assert native.results(0, 100) == machine.results(0, 100)


@pytest.mark.slow
@pytest.mark.parametrize("game", LIBRARY.ids())
def test_every_value_of_every_option(game, both):
    ruleset = opened(game, LIBRARY)
    _, settled = compiled(ruleset)
    for options in [{}, *ends(ruleset.model, settled, Report())]:
        assert len(both(compiled(ruleset, None, options)[0], 1000)) == 1000


@pytest.mark.slow
@pytest.mark.parametrize("game", LIBRARY.ids())
def test_every_policy(game, both):
    program, _ = compiled(opened(game, LIBRARY))
    for policy in Game(program).policies():
        assert len(both(program, 1000, policy)) == 1000
