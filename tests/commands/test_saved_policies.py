"""Policies that were saved: `bot:FILE` in simulations and at the table, `best` at the table, and what is refused."""

import json

import pytest

from parlour.cli import main
from parlour.interpreter.certainty import odds
from parlour.interpreter.face import Game, load
from parlour.interpreter.simulating import simulate


def run(capsys, *words):
    code = main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def saved(tmp_path, capsys):
    path = tmp_path / "best.json"
    words = ("odds", "piglet", "--option", "goal=5", "--seats", "best,bot:hold_at_2", "--save-policy", str(path))
    code, _, _ = run(capsys, *words)
    assert code == 0
    return path


def test_a_saved_policy_plays_what_it_is_worth(saved):
    game = Game(load("piglet"), 2, {"goal": 5})
    share = odds(game, ("best", "bot:hold_at_2")).solution.winners[0].value
    won = simulate(game, 3000, 4, (f"bot:{saved}", "bot:hold_at_2")).to_json()["winners"][0]["share"]
    assert abs(won - share) < 4 * (share * (1 - share) / 3000) ** 0.5


def test_the_same_games_on_several_processes(saved):
    game, seats = Game(load("piglet"), 2, {"goal": 5}), (f"bot:{saved}", "bot:hold_at_2")
    alone, together = (simulate(game, 600, 4, seats, jobs=jobs).to_json() for jobs in (1, 2))
    assert alone["winners"] == together["winners"]
    assert alone["seats"] == list(seats)


def test_rows_are_not_gone_on_with_by_another_policy(capsys, saved, tmp_path):
    words = (
        "simulate",
        "piglet",
        "--option",
        "goal=5",
        "--seats",
        f"bot:{saved},bot",
        "--out",
        str(tmp_path / "r.csv"),
    )
    assert run(capsys, *words, "-n", "5")[0] == 0
    assert run(capsys, *words, "-n", "9", "--resume")[0] == 0
    data = json.loads(saved.read_text())
    for choice in data["choices"]:
        choice["actions"] = []
    saved.write_text(json.dumps(data))
    code, _, err = run(capsys, *words, "-n", "12", "--resume")
    assert code == 3
    assert "is of another simulation: its policies" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("piglet", "--option", "goal=6"), "it is a policy for goal=5, and here it is 6"),
        (("pig",), "it is a policy for 'piglet', and not for 'pig'"),
        (("piglet", "--option", "goal=5", "--players", "3"), "it is a policy for 2 players, and 3 play"),
    ],
)
def test_a_policy_for_another_game_says_what_differs(capsys, saved, words, said):
    seats = f"bot:{saved},bot" if "--players" not in words else f"bot:{saved}"
    code, _, err = run(capsys, "simulate", *words, "--seats", seats, "-n", "5")
    assert code == 2
    assert said in err
    assert "Traceback" not in err


def test_changed_rules_are_told_by_their_sums(capsys, saved):
    data = json.loads(saved.read_text())
    saved.write_text(json.dumps({**data, "program": "0" * 64}))
    code, _, err = run(capsys, "simulate", "piglet", "--option", "goal=5", "--seats", f"bot:{saved},bot", "-n", "5")
    assert code == 2
    assert "sha256 was 0000000000000000" in err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1, "choices": []}', "[" * 100_000, "\xff"])
def test_what_is_no_policy_is_told(capsys, tmp_path, text):
    path = tmp_path / "other.json"
    path.write_bytes(text.encode("latin-1"))
    for command in (("simulate", "piglet", "-n", "5"), ("play", "piglet", "--plain")):
        code, _, err = run(capsys, *command, "--seats", f"bot:{path},bot")
        assert code == 2
        assert "no policy that Parlour has saved" in err or "other rules" in err


def test_a_file_that_is_not_there(capsys, tmp_path):
    code, _, err = run(capsys, "simulate", "piglet", "--seats", f"bot:{tmp_path}/none.json", "-n", "5")
    assert code == 2
    assert "No such file" in err


def test_machine_code_says_that_it_does_not_play_it(capsys, saved):
    words = ("piglet", "--option", "goal=5", "--seats", f"bot:{saved},bot", "-n", "5", "--engine", "native")
    code, _, err = run(capsys, "simulate", *words)
    assert code != 0
    assert "a policy that was saved needs the engine 'machine'" in err


def test_odds_name_best_instead_of_a_file(capsys, saved):
    code, _, err = run(capsys, "odds", "piglet", "--option", "goal=5", "--seats", f"bot:{saved},bot")
    assert code == 2
    assert "write best instead" in err


class TestAtTheTable:
    def test_best_sits_down_and_plays_as_the_file_does(self, capsys, saved):
        words = ("play", "piglet", "--option", "goal=5", "--plain", "--seed", "8", "--auto", "--seats")
        said = [run(capsys, *words, f"{seat},bot:hold_at_2") for seat in ("best", f"bot:{saved}")]
        assert said[0][0] == 0
        table = [[line for line in out.splitlines() if "At the table" not in line] for _, out, _ in said]
        assert table[0] == table[1]

    def test_against_a_person_too(self, capsys, monkeypatch):
        code, out, _ = run(capsys, "play", "piglet", "--option", "goal=3", "--plain", "--auto", "--seats", "you,best")
        assert code == 0
        assert "reached the goal" in out

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (("bank-nl", "--seats", "you,best"), "may not see"),
            (("piglet", "--players", "3", "--seats", "best,you,bot"), "opposite"),
        ],
    )
    def test_where_nobody_can_play_his_best_it_says_why(self, capsys, words, why):
        code, _, err = run(capsys, "play", *words, "--plain")
        assert code == 2 or code == 3
        assert "nobody can play his best here" in err
        assert why in err
        assert "bot:greedy" in err
