"""Every ruleset, every option's values, every policy: game for game the same as the machine, to the last slot."""

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.lowering.settling import ends
from parlour.interpreter.pipeline import compiled, opened
from parlour.interpreter.runtime.game import Game

LIBRARY = Library()
BASES = {"humbert": "humbert-ca", "humbert-hr": "humbert-ca", "humbert-sl": "humbert-ca"}


def settings(ruleset):
    """The options of each setting: the defaults, then each other value that is worth trying."""
    _, settled = compiled(ruleset)
    return [{}, *ends(ruleset.model, settled, Report())]


def programs(game):
    ruleset = opened(game, LIBRARY)
    return [compiled(ruleset, None, options)[0] for options in settings(ruleset)]


@pytest.mark.parametrize("game", LIBRARY.ids())
def test_a_ruleset_as_it_stands(game, both):
    program = programs(game)[0]
    for policy in ("", *Game(program).policies()[:1]):
        assert len(both(program, 50, policy)) == 50
