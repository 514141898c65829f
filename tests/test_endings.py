"""Every game of the library ends by itself, with each value of each option, and loses no counter on the way.

Bots play at random. An ordinary run plays 1,000 games a setting, fewer where they are long (BUDGET chances in all). Totals
are looked at when a game ends, of the first games of each setting at every chance and choice, and in the slow run of all.
Testing every promise of a program after every instruction is a hundred times slower, so only the first few games are
played again that way. `-m slow` plays 10,000 a setting, however long they are.
"""

from functools import cache

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.face import Game, load
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.lowering.settling import ends, settle
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.runtime.game import play_out
from parlour.interpreter.runtime.random import bot_stream, game_stream

IDS = Library().ids()
FEW, MANY = 1_000, 10_000
BUDGET = 100_000
STOPS = 100
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


def bots_of(game, number):
    return [RandomBot(bot_stream(SEED, number, seat)) for seat in range(game.program.seats)]


def keep_totals(game, state, number):
    for group in game.program.conserved:
        total = sum(game.program.layout.initial[slot] for slot in group)
        assert sum(map(state.vector.__getitem__, group)) == total, f"game {number}"


def play(game, number):
    """One game to its end; the number of its chances."""
    state = game.new_state(SEED, number)
    play_out(state, bots_of(game, number))
    keep_totals(game, state, number)
    return state.chances


def play_with_stops(game, number):
    """The same game, with a look at the totals wherever it stops."""
    stream, bots, state = game_stream(SEED, number), bots_of(game, number), game.new_state()
    while not state.is_terminal:
        keep_totals(game, state, number)
        if state.is_chance:
            state.happen(stream)
        else:
            state.apply(bots[state.seat].choose(state))
    keep_totals(game, state, number)
    return state.chances


def play_all(game, games, budget, stops):
    """Play games until there are enough, or until they had so many chances together; the first `stops` with stops."""
    for number in range(games):
        budget -= (play_with_stops if number < stops else play)(game, number)
        if budget < 0:
            break


@pytest.mark.parametrize("identifier", IDS)
def test_games_end(identifier):
    for options in settings_of(identifier):
        play_all(Game(ruleset_of(identifier), None, options), FEW, BUDGET, STOPS)


@pytest.mark.parametrize("identifier", IDS)
def test_every_promise_is_kept_at_every_step(identifier):
    for options in settings_of(identifier):
        play_all(Game(ruleset_of(identifier), None, options, checked=True), CHECKED, CHECKED_BUDGET, CHECKED)


@pytest.mark.slow
@pytest.mark.parametrize("identifier", IDS)
def test_many_games_end(identifier):
    for options in settings_of(identifier):
        play_all(Game(ruleset_of(identifier), None, options), MANY, float("inf"), MANY)


@pytest.mark.parametrize("identifier", IDS)
def test_as_many_as_can_play(identifier):
    ruleset = ruleset_of(identifier)
    play_all(Game(ruleset, ruleset.players[1]), FEW // 10, BUDGET // 10, STOPS)


@pytest.mark.parametrize("identifier", IDS)
def test_stops_change_nothing(identifier):
    """What is looked at with stops are the games that are played without."""
    game = Game(ruleset_of(identifier))
    for number in range(3):
        assert play(game, number) == play_with_stops(game, number)
