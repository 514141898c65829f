"""Every game of the library ends by itself, with each value of each option, and loses no counter on the way.

Bots play at random. An ordinary run plays 1,000 games a setting, fewer where they are long (BUDGET chances in all), and
looks at the totals at every chance and choice. Testing all promises of a program after every instruction is a hundred
times slower, so only the first few of them are played again that way. `-m slow` plays 10,000 a setting, however long.
"""

from functools import cache

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.face import Game, load
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.lowering.settling import ends, settle
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.runtime.random import bot_stream, game_stream

IDS = Library().ids()
FEW, MANY = 1_000, 10_000
BUDGET = 100_000
CHECKED, CHECKED_BUDGET = 20, 1_500
SEED = 20


@cache
def ruleset_of(identifier):
    return load(identifier)


def settings_of(identifier):
    """The default, every word, both truths and both ends of a range of each option; the fewest who can play."""
    report, model = Report(), ruleset_of(identifier).checked.model
    tries = [{}, *ends(model, settle(model, report), report)]
    report.barrier()
    return tries


def play(game, number):
    """One game, its totals looked at wherever it stops; the number of its chances."""
    stream = game_stream(SEED, number)
    bots = [RandomBot(bot_stream(SEED, number, seat)) for seat in range(game.program.seats)]
    groups = game.program.conserved
    totals = [sum(game.program.layout.initial[slot] for slot in group) for group in groups]
    state = game.new_state()
    while True:
        for group, total in zip(groups, totals, strict=True):
            assert sum(map(state.vector.__getitem__, group)) == total, f"game {number}"
        if state.is_terminal:
            return state.chances
        if state.is_chance:
            state.happen(stream)
        else:
            state.apply(bots[state.seat].choose(state))


def play_all(game, games, budget):
    """Play games until there are enough, or until they had so many chances together."""
    for number in range(games):
        budget -= play(game, number)
        if budget < 0:
            break


@pytest.mark.parametrize("identifier", IDS)
def test_games_end(identifier):
    for options in settings_of(identifier):
        play_all(Game(ruleset_of(identifier), None, options), FEW, BUDGET)


@pytest.mark.parametrize("identifier", IDS)
def test_every_promise_is_kept_at_every_step(identifier):
    for options in settings_of(identifier):
        play_all(Game(ruleset_of(identifier), None, options, checked=True), CHECKED, CHECKED_BUDGET)


@pytest.mark.slow
@pytest.mark.parametrize("identifier", IDS)
def test_many_games_end(identifier):
    for options in settings_of(identifier):
        play_all(Game(ruleset_of(identifier), None, options), MANY, float("inf"))


@pytest.mark.parametrize("identifier", IDS)
def test_as_many_as_can_play(identifier):
    ruleset = ruleset_of(identifier)
    play_all(Game(ruleset, ruleset.players[1]), FEW // 10, BUDGET // 10)
