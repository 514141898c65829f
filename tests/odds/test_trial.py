"""What exact odds do not explore is played a little: faults that they left out, and limits that games may pass, are told."""

import json

import pytest

from parlour.cli import main
from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.trial import ENOUGH, GAMES, FailedGame, trial

TOSSED = """
parlour: 1
id: tossed
title: Tossed
language: en
players: 2
options: {kind: {default: sound, choices: [sound, short, index, room, range, divide]}}
LIMIT
chance: {die: {throw: 2, faces: 3}}
variables: {row: {of: 1..3, range: 0..9}, small: {range: 0..6}}
accounts: {purse: {of: player, starts: 9}, pot: {of: table}}
cards: {pack: {ranks: [x, y, z], suits: [a], copies: 3}}
zones:
  stock: {of: table, starts: pack, order: shuffled}
  pile: {of: table, holds: pack, order: kept, room: 2}
phases:
  play:
    turns: players
    do:
      - roll: {with: die, as: t}
      - choose: {by: me, id: which, options: {one: {set: {small: 1}}, two: {set: {small: 2}}}}
      - match: kind
        cases:
          sound: {set: {row(1): small}}
          short: {transfer: {from: me.purse, to: pot, amount: t.total}}
          index: {set: {small: row(t.total)}}
          room: {deal: {from: stock, to: pile}}
          range: {set: {small: t.total + 2}}
          divide: {set: {small: "min(6, 6 // abs(t.total - 4))"}}
      - if: t.total == 2
        then: {end: {outcome: over, winners: me}}
score: me.purse
words: {one: one, two: two}
texts: {over: Over., which: Which?}
"""
FAULTS = [("short", "is to be paid"), ("index", "is not one of"), ("room", "already holds"), ("range", "outside 0..6")]


@pytest.fixture
def tossed(tmp_path):
    def made(limit=""):
        path = tmp_path / "tossed.yaml"
        path.write_text(TOSSED.replace("LIMIT", limit), encoding="utf-8")
        return path

    return made


@pytest.mark.parametrize(("kind", "message"), [*FAULTS, ("divide", "by zero")])
@pytest.mark.parametrize("seats", [(), ("best", "bot:random")])
def test_a_fault_in_what_decides_nothing_is_met(tossed, kind, message, seats):
    game = Game(load(tossed()), options={"kind": kind})
    with pytest.raises(FailedGame, match=message) as met:
        odds(game, seats)
    with pytest.raises(FailedGame) as again:
        odds(game, seats)
    assert (met.value.number, met.value.place) == (again.value.number, again.value.place)


def test_the_command_says_in_which_game(tossed, capsys):
    path = str(tossed())
    assert main(["odds", path, "--option", "kind=short", "--json"]) == 1
    said = capsys.readouterr()
    refused = json.loads(said.out)["refused"]
    assert json.loads(said.out)["scores"] is None
    assert refused[0]["why"].startswith("in game ")
    assert "is to be paid" in refused[0]["why"]
    assert "no exact" not in said.err
    replay = said.err.splitlines()[-1].removeprefix("to see it: parlour ").split()
    assert replay[0] == "replay"
    assert main(replay) == 1
    assert "is to be paid" in capsys.readouterr().err


def told(path, seats=()):
    return {refusal.asked for refusal in odds(Game(load(path)), seats).refusals}


def test_limits_that_no_game_comes_near_are_not_told(tossed):
    assert told(tossed()) == set()
    assert told(tossed("limit: {turns: 5000, chances: 5000, choices: 5000}")) == set()


@pytest.mark.parametrize("kind", ["turns", "chances", "choices"])
@pytest.mark.parametrize("most", [3, 30])
def test_limits_that_games_may_pass_are_told(tossed, kind, most):
    path = tossed(f"limit: {{{kind}: {most}}}")
    assert told(path) == {f"end at the limit of {most} {kind}"}
    assert told(path, ["best", "bot:random"]) == {f"end at the limit of {most} {kind}"}


def test_games_are_few_and_the_same(tossed):
    program = Game(load(tossed())).program
    found = trial(program, [RandomBot] * 2)
    assert found == trial(program, [RandomBot] * 2)
    counts = list(zip(*(lengths.counts for lengths in found.values()), strict=True))
    assert len(counts) <= GAMES
    assert sum(map(sum, counts[:-1])) < ENOUGH
