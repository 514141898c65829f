"""Exact odds and simulation say the same of every ruleset where both can be had: within four standard errors."""

import pytest

from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.simulating import simulate

STATES = 60_000  # more are not explored here
SHORT, LONG = 2_000, 1_000_000
WITHIN = 4.0  # standard errors
OUT_OF_REACH = {"bank-nl", "beggar-my-neighbour", "bell-and-hammer", "easy-go", "newmarket", "treize"}
SMALLER = {"chutes": 2, "chutes-b": 1, "hi-ho": 2, "lcr": 3}  # seats, where the fewest say little
GAMES = sorted(set(Library().ids()) - OUT_OF_REACH)


def game_of(name):
    ruleset = load(name)
    return None if ruleset.abstract else Game(ruleset, SMALLER.get(name))


def compared(name, games):
    game = game_of(name)
    if game is None:
        pytest.skip("a base of others only")
    exact, said = odds(game, max_states=STATES).solution, simulate(game, games, 17).to_json()
    gaps = {}
    for outcome, figure in exact.outcomes.items():
        gaps[outcome] = gap(said["outcomes"].get(outcome, {"share": 0.0})["share"], figure.value, games)
    for figure, seat in zip(exact.winners, said["winners"], strict=True):
        gaps[f"won by {seat['seat']}"] = gap(seat["share"], figure.value, games)
    for figure, seat in zip(exact.scores or (), said["scores"], strict=False):
        gaps[f"score of {seat['seat']}"] = apart(seat, figure, games)
    if exact.turns is not None:
        gaps["turns"] = apart(said["turns"], exact.turns, games)
    return gaps


def gap(found, share, games):
    """In standard errors; what is certain must be met."""
    spread = (share * (1 - share) / games) ** 0.5
    return abs(found - share) / spread if spread > 1e-9 else abs(found - share) * 1e9


def apart(found, figure, games):
    spread = (found["sd"] if figure.sd is None else figure.sd) / games**0.5
    return abs(found["mean"] - figure.value) / spread if spread > 1e-9 else abs(found["mean"] - figure.value) * 1e6


@pytest.mark.parametrize("name", GAMES)
def test_odds_and_a_few_games_agree(name):
    assert {what: z for what, z in compared(name, SHORT).items() if z > WITHIN} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_odds_and_a_million_games_agree(name):
    assert {what: z for what, z in compared(name, LONG).items() if z > WITHIN} == {}


@pytest.mark.parametrize("name", ["beggar-my-neighbour", "treize"])
def test_the_others_are_refused(name):
    with pytest.raises(OutOfReach, match="states"):
        odds(Game(load(name)), max_states=20_000, results=False)
