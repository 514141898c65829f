"""Each figure that is null, or not there, is told among what is refused, with why: of games of few states, and for ever."""

import json

import pytest

from parlour.cli import main
from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.program.instructions import CountTurn

GAMES = (
    *(
        "beggar-my-neighbour",
        "bell-and-hammer",
        "chutes",
        "craps",
        "drop-dead",
        "easy-go",
        "hi-ho",
        "humbert-ca",
        "lcr",
    ),
    *("messenger-boy", "monete-di-bologna", "newmarket", "pig", "shut-the-box", "treize", "uilenspel"),
)

STUCK = """
parlour: 1
id: stuck
title: Stuck
language: en
players: 2
board: {squares: 3, starts: 0, beyond: stay, effects_when: true}
chance: {die: {faces: 3}}
variables: {stuck: {type: bool}, points: {of: player, range: 0..9}}
phases:
  play:
    turns: players
    do:
      - roll: {with: die, as: d}
      - if: stuck
        then: {end: turn}
      - if: d.total == 1
        then: {set: {stuck: true}}
      - if: d.total == 2
        then: {end: {outcome: out, winners: me}}
      - set: {me.points: d.total}
      - move: d.total
score: me.points
measures: {both: sum(p.points for p in players)}
texts: {out: Out.}
"""


def missing(found):
    """What stands in the document as null, or does not stand there, though a game has it and it is asked for."""
    game, data = found.game.program, found.to_json()
    names = [name for name in ("outcomes", "winners", "scores", "visits") if data[name] is None]
    names += [name for name, _ in game.measures if name not in data["measures"]]
    names += ["standard deviation of scores"] if any(s["sd"] is None for s in data["scores"] or ()) else []
    names += [f"standard deviation of {name}" for name, found in data["measures"].items() if found["sd"] is None]
    turns = data["turns"]
    if turns is None:
        return names + (["turns"] if any(isinstance(i, CountTurn) for i in game.instructions) else [])
    names += ["standard deviation of turns"] if turns["sd"] is None else []
    return names + (["quantiles"] if turns["quantiles"] is None or None in turns["quantiles"].values() else [])


def told(found):
    return {{"landings": "visits"}.get(refusal["asked"], refusal["asked"]) for refusal in found.to_json()["refused"]}


def all_is_told(game, seats=(), most=None):
    try:
        found = odds(game, seats, visits=True, max_states=most)
    except OutOfReach as reach:
        return bool(reach.refusal.why)
    return set(missing(found)) <= told(found)


@pytest.mark.parametrize("name", GAMES)
def test_of_games_of_few_states(name):
    assert all_is_told(Game(load(name)), most=120)


@pytest.mark.parametrize(("game", "aim"), [("piglet", "win"), ("piglet", "score"), ("drop-dead", "score")])
def test_of_best_play(game, aim):
    found = odds(Game(load(game), 2), ["best", "bot:random"], aim=aim, visits=True, max_states=3_000)
    assert set(missing(found)) <= told(found)


@pytest.fixture
def stuck(tmp_path):
    path = tmp_path / "stuck.yaml"
    path.write_text(STUCK)
    return path


def test_of_a_game_that_may_go_on_for_ever(stuck):
    found = odds(Game(load(stuck)), visits=True)
    assert 0 < found.solution.never < 1
    assert missing(found) == ["scores", "visits", "both", "turns"]
    assert told(found) == {*missing(found), "end at the limit of 20,000 turns"}
    assert all(
        "for ever with probability 0.5" in refusal.why for refusal in found.refusals if "end" not in refusal.asked
    )


def test_the_command_tells_it_too(stuck, capsys):
    assert main(["odds", str(stuck), "--json", "--visits"]) == 1
    said = capsys.readouterr()
    refused = {refusal["asked"] for refusal in json.loads(said.out)["refused"]}
    assert refused == {"scores", "both", "turns", "landings", "end at the limit of 20,000 turns"}
    for asked in ("scores", "both", "turns", "landings"):
        assert f"no exact {asked}: a game goes on for ever with probability 0.5" in said.err


def test_what_is_not_asked_for_is_not_refused(stuck):
    found = odds(Game(load(stuck)), results=False)
    assert told(found) == {"turns", "end at the limit of 20,000 turns"}
