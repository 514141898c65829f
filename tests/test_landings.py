"""Landings on squares: exact, simulated and for a picture, of the same squares; of 0 where it has rules of its own alone."""

import json
from pathlib import Path

import pytest

from parlour import cli
from parlour.interpreter import landing
from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.simulating import simulating

LANE = """\
parlour: 1
id: lane
title: Lane
language: en
players: 1
chance: {die: {throw: 1, faces: 3}}
board: {squares: 5, starts: 0, beyond: stay, effects_when: true}
SQUARES
phases:
  walk:
    turns: players
    do:
      - roll: {with: die, as: t}
      - move: t.total
      - if: me.at == 5
        end: {outcome: home, winners: me}
"""
BACK = "2: {land: {go_to: 0}}"


@pytest.fixture
def lane(tmp_path):
    def made(squares):
        path = tmp_path / "lane.yaml"
        path.write_text(LANE.replace("SQUARES", squares).replace("BACK", BACK), encoding="utf-8")
        return str(path)

    return made


def agreed(game):
    """The landings of odds, held against those of a simulation and of a picture."""
    exact = odds(game, visits=True).solution.visits
    made = simulating(game, 20_000, 3, visits=True)
    made.simulation.run(20_000)
    simulated = made.summary().visits
    assert list(exact) == list(simulated) == list(landing.landings(game).by_square) == list(game.squares)
    assert [simulated[square] for square in exact] == pytest.approx(list(exact.values()), abs=0.05)
    return exact


@pytest.mark.parametrize(
    ("squares", "first"),
    [
        ("squares: {BACK}", 1),
        ("squares: {0: {name: Home}, BACK}", 1),
        ("squares: {0: {land: []}, BACK}", 1),
        ("squares: {0: {land: {go_to: 1}}, BACK}", 0),
        ("squares: {0: {meet: {go_to: 1}}, BACK}", 0),
        ("squares: {0: {meet: []}, BACK}", 1),
        (
            "sets: {gates: [0, far]}\noptions: {far: {default: 3, range: 3..4}}\n"
            "squares: {gates: {land: {miss_turns: 1}}, BACK}",
            0,
        ),
    ],
)
def test_off_the_board_counts_where_it_has_rules(lane, squares, first):
    exact = agreed(Game(load(lane(squares))))
    assert list(exact) == list(range(first, 6))
    assert exact.get(0, 1) > 0.3


def test_a_game_of_the_library_with_such_a_square():
    assert [Game(load(name)).squares for name in ("goose-nl", "goose")] == [range(64), range(1, 64)]


def test_the_commands_list_the_same_squares(lane, capsys):
    def ran(words):
        assert cli.main(words) == 0
        return capsys.readouterr().out

    path = lane("squares: {BACK}")
    exact, simulated = ([*cmd, path, "--visits"] for cmd in (["odds"], ["simulate", "-n", "500"]))
    listed = [list(json.loads(ran([*words, "--json"]))["visits"]) for words in (exact, simulated)]
    assert listed == [["1", "2", "3", "4", "5"]] * 2
    told = [ran(words).partition("landings in a game\n")[2].splitlines() for words in (exact, simulated)]
    assert [[line.split()[1] for line in lines] for lines in told] == listed


def test_squares_are_called_as_the_board_calls_them(lane, capsys):
    def called(*words):
        assert cli.main([*words, "--visits"]) == 0
        lines = capsys.readouterr().out.split("landings in a game\n")[1].splitlines()
        return [line.strip().split("  ")[0] for line in lines if line.startswith("  ")]

    numbered = lane("squares: {3: {name: Inn, land: {miss_turns: 1}}}")
    named = str(Path(__file__).parent / "features" / "roads.yaml")
    for command in (["odds"], ["simulate", "-n", "10"]):
        assert called(*command, numbered) == ["square 1", "square 2", "square 3 (Inn)", "square 4", "square 5"]
    assert called("simulate", "-n", "10", named) == ["kiel", "hamburg", "Bremen", "Berlin", "leipzig"]
