"""The library has no finding of any check, and where its pawns come is where the checks say they can."""

from pathlib import Path

import pytest

from parlour.interpreter.checked import compiled
from parlour.interpreter.checking.moves import moves_of
from parlour.interpreter.checking.standing import reached_squares
from parlour.interpreter.checking.survey import survey
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load
from parlour.interpreter.runtime.game import Game, RandomBot
from parlour.interpreter.runtime.random import bot_stream
from parlour.interpreter.verdict import validated

FOLDER = Path(__file__).parents[2] / "rulesets"
RULESETS = sorted(FOLDER.glob("*.yaml"))
GAMES = 30


@pytest.fixture(scope="module", params=RULESETS, ids=lambda path: path.stem)
def found(request):
    report = Report()
    loaded = load(request.param, Library(FOLDER), report)
    return validated(loaded, report), report


def test_no_findings(found):
    assert [f"{d.place}: {d.code} {d.message}" for d in found[1]] == []


def test_pawns_come_where_they_can_come(found):
    moves = moves_of(survey(found[0].model))
    reached = reached_squares(moves) if moves is not None else None
    if reached is None:
        pytest.skip("no board of numbers, or moves that are not known")
    program, _ = compiled(found[0])
    pawns = program.layout.named("at")
    for number in range(GAMES):
        state = Game(program).new_state(1, number)
        bots = [RandomBot(bot_stream(1, number, seat)) for seat in range(program.seats)]
        while not state.is_terminal and state.turns < 2_000:
            assert set(state.vector[pawns.base : pawns.base + pawns.size]) <= reached
            state.apply(bots[state.seat].choose(state))
