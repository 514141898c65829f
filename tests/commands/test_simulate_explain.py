"""`parlour simulate --explain`: what machine code makes of each part, why, and what each stage takes."""

import json
import re

import pytest

from parlour.interpreter.native import stages

STAGES = ["load and check", "settle and lower", "plan", "IR", "llvmlite", "LLVM", "load"]

RARE = """
parlour: 1
id: rare
title: Rare
language: en
players: 1
chance: {die: {faces: 6}}
phases:
  race:
    turns: players
    do:
      - roll: {with: die, as: t}
      - match: t.total
        cases:
          2: {end: {outcome: home, winners: me}}
          otherwise: []
score: 0
texts: {home: Home.}
"""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr("parlour.interpreter.native.stages.folder", lambda: tmp_path / "native")
    monkeypatch.setattr("parlour.interpreter.native.engine.folder", lambda: tmp_path / "native")


def test_squares_by_tables_and_by_a_switch(run):
    shown = run("simulate", "humbert-ca", "--explain")
    assert (shown.code, shown.err) == (0, "")
    assert "humbert.yaml:58:3: 41 of 45 values by tables, in 5 steps (in 2 copies)" in shown.out
    assert "  44 by a switch: more than payments and moves: end the game" in shown.out
    assert "  39..40 by a switch: their steps would cost all other values more than they save" in shown.out
    assert "code is copied for each value of: whose turn" in shown.out
    assert "kept from before: not found" in shown.out
    assert "games a second on one processor" in shown.out
    assert "kept from before: found" in run("simulate", "humbert-ca", "--explain").out


def test_the_speed_is_that_of_a_run_and_not_of_its_beginning(monkeypatch):
    clock = [0.0]

    class Engine:
        played = 0

        def tally(self, first, count):
            clock[0] += count * 1e-6 + (0.02 if not self.played else 0.0)
            self.played += count

    monkeypatch.setattr(stages, "perf_counter", lambda: clock[0])
    assert stages.rate_of(Engine()) == pytest.approx(1e6)


def test_as_json(run):
    data = json.loads(run("simulate", "goose", "--explain", "--json", "--players", 3).out)
    assert (data["game"], data["players"], data["seats"]) == ("goose", 3, ["bot:random"] * 3)
    assert data["instructions"]["program"] > 100
    assert [stage["stage"] for stage in data["stages"]] == STAGES
    assert all(stage["seconds"] >= 0 and stage["made"] > 0 for stage in data["stages"])
    for part in data["parts"]:
        assert part["by_tables"] + sum(len(left["values"]) for left in part["by_switch"]) == part["values"]
        assert all(left["why"] for left in part["by_switch"])
    assert any(part["by_tables"] == part["values"] for part in data["parts"])
    assert {"file", "line", "column"} == set(data["parts"][0]["place"])
    assert data["games_per_second"] > 0
    assert data["table_values"] > 0


def test_values_that_do_nothing_are_told_as_such(run, tmp_path):
    path = tmp_path / "lines.yaml"
    path.write_text(RARE, encoding="utf-8")
    shown = run("simulate", path, "--explain").out
    assert re.search(r"3\.\.6 by a switch: nothing is to do for them$", shown, re.M), shown
    assert re.search(r"^  2 by a switch: more than payments and moves: end the game$", shown, re.M), shown


def test_a_rule_that_fails_is_told_in_place_of_the_speed(run, tmp_path):
    path = tmp_path / "fails.yaml"
    path.write_text(RARE.replace("match: t.total", "match: 6 // (t.total - t.total)"), encoding="utf-8")
    shown = run("simulate", path, "--explain")
    assert (shown.code, shown.err) == (0, "")
    assert re.search(r"^  a rule fails in game 0: .*fails\.yaml:13:16: division by zero$", shown.out, re.M), shown.out
    data = json.loads(run("simulate", path, "--explain", "--json").out)
    assert data["games_per_second"] is None
    assert data["failed"].endswith("division by zero")


@pytest.mark.parametrize("game", ["pig", "bank-nl", "newmarket", "glueckshaus", "uilenspel", "beggar-my-neighbour"])
def test_games_of_other_kinds(run, game):
    assert run("simulate", game, "--explain").code == 0


def test_without_machine_code_the_plan_is_told_still(run, sound, monkeypatch):
    def missing():
        raise stages.NativeUnavailable("llvmlite cannot be loaded: lost")

    monkeypatch.setattr(stages, "host", missing)
    shown = run("simulate", sound, "--explain")
    assert shown.code == 0
    assert "no machine code: llvmlite cannot be loaded: lost" in shown.out
    assert "instructions become" in shown.out


@pytest.mark.parametrize(
    "words", [["--sweep", "sides=1,2"], ["--out", "a.csv"], ["--until-ci", "0.1"], ["--engine", "machine"]]
)
def test_it_plays_no_games(run, sound, words):
    shown = run("simulate", sound, "--explain", *words)
    assert (shown.code, "--explain plays no games" in shown.err) == (2, True)
