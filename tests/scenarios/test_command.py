"""`parlour test`: lines for people, JSON for programs, exit codes."""

import json

import pytest

from parlour.cli import main

GAME = """\
parlour: 1
id: example
title: Example
language: en
players: 2
variables: {points: {of: player, starts: 0, range: 0..99}}
chance: {die: {faces: 6}}
phases:
  race: {turns: players, until: seat(1).points > 20, do: [{roll: {with: die, as: t}}, {add: {me.points: t.total}}]}
scenarios:
  three is three: {draws: [3], expect: {seat 1: {points: 3}}}
"""
FAILING = "  four is five: {draws: [4], expect: {seat 1: {points: 5}}}\n"
FAULTY = "  seven: {draws: [7]}\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Exit code, stdout and stderr of `parlour test` with these words, where `example.yaml` has this text."""
    monkeypatch.chdir(tmp_path)

    def run(text, *words):
        (tmp_path / "example.yaml").write_text(text, encoding="utf-8")
        code = main(["test", *words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_a_line_for_each_scenario(run):
    code, out, err = run(GAME, "./example.yaml")
    assert (code, err) == (0, "")
    assert out == "./example.yaml\n  ok      three is three\n1 scenario, all passed.\n"


def test_a_readable_difference(run):
    code, out, _ = run(GAME + FAILING, "./example.yaml")
    assert code == 1
    assert out.split("\n")[2:] == [
        "  FAILED  four is five",
        "          ./example.yaml:12:56: seat 1.points: expected 5, found 4",
        "          what happened last:",
        "            phase race      ./example.yaml:9:3",
        "            turn of seat 1  ./example.yaml:9:3",
        "            die shows 4     ./example.yaml:9:60",
        "            turn of seat 2  ./example.yaml:9:3",
        "2 scenarios, 1 failed.",
        "",
    ]


def test_a_fault_with_its_place(run):
    code, out, _ = run(GAME + FAULTY, "./example.yaml")
    assert code == 1
    assert "example.yaml:12:19: error[P704] 'die' cannot show '7' (it can be '1', '2', '3', '4', '5', '6')" in out
    assert "example.yaml:9:60: the chance is here" in out


def test_json(run):
    code, out, _ = run(GAME + FAILING + FAULTY, "./example.yaml", "--json")
    three, four, seven = json.loads(out)
    assert code == 1
    assert three == {
        "file": "./example.yaml",
        "id": "example",
        "scenario": "three is three",
        "passed": True,
        "line": 11,
        "column": 3,
        "differences": [],
        "message": "",
    }
    assert four["differences"] == [{"expected": "5", "found": "4", "path": "seat 1.points", "line": 12, "column": 56}]
    assert four["message"] == "scenario 'four is five': seat 1.points is 4, expected 5"
    assert (seven["passed"], seven["differences"], seven["message"]) == (False, [], "'die' cannot show '7'")


def test_no_scenarios(run):
    code, out, _ = run(GAME.partition("scenarios:")[0], "./example.yaml")
    assert (code, out) == (0, "./example.yaml: no scenarios\n0 scenarios, all passed.\n")


def test_a_ruleset_that_cannot_be_used(run):
    code, out, err = run(GAME.replace("with: die", "with: dye"), "./example.yaml", "pig")
    assert code == 1
    assert "./example.yaml cannot be used:" in err and "dye" in err
    assert "pig\n  ok" in out


def test_a_file_that_is_not_there(run):
    code, out, err = run(GAME, "./exemple.yaml", "./example.yaml")
    assert code == 3
    assert "did you mean 'example.yaml'?" in err
    assert "1 scenario, all passed." in out


def test_the_whole_library(run):
    code, out, _ = run(GAME, "--json")
    assert code == 0
    assert {"pig", "goose"} < {r["id"] for r in json.loads(out)}


def test_what_a_variant_can_do_about_inherited_scenarios(run, tmp_path):
    (tmp_path / "own.yaml").write_text(
        "parlour: 1\nid: own\nextends: example\nvariables: {points: {starts: 1}}\n", encoding="utf-8"
    )
    told = "under its `scenarios:`"
    code, out, _ = run(GAME + "  'five: one more':\n    draws: [5]\n    expect: {seat 1: {points: 5}}\n", "own.yaml")
    lines = out.splitlines()
    below = next(k for k, line in enumerate(lines) if told in line) + 2
    assert (code, lines[below:-1]) == (1, ["    three is three: null", '    "five: one more": null'])
    with (tmp_path / "own.yaml").open("a", encoding="utf-8") as own:
        own.write("scenarios:\n" + "\n".join(lines[below:-1]).replace("    ", "  ") + "\n")
    assert run(GAME + "  'five: one more': {draws: [5], expect: {seat 1: {points: 5}}}\n", "own.yaml")[0] == 0
    assert told not in run(GAME + FAILING, "./example.yaml")[1]


STAKED = """\
parlour: 1
id: example
title: Example
language: en
players: 2
options: {stake: {default: 10, range: 1..20}, ante: {default: 1, range: 0..5}}
variables: {points: {of: player, starts: stake + ante, range: 0..99}}
chance: {die: {faces: 6}}
phases:
  race: {turns: players, until: seat(1).points > 20, do: [{roll: {with: die, as: t}}, {add: {me.points: t.total}}]}
scenarios:
  other options: {options: {stake: 2, ante: 0}, expect: {seat 1: {points: 2}}}
"""
OPEN = "".join(f"  case {k}: {{draws: [{k}], expect: {{seat 1: {{points: {11 + k}}}}}}}\n" for k in range(1, 6))
VARIANT = "parlour: 1\nid: own\nextends: example\noptions: {stake: {default: 5}}\n"


def test_a_changed_default_is_named_as_what_scenarios_rely_on(run, tmp_path):
    (tmp_path / "own.yaml").write_text(VARIANT, encoding="utf-8")
    code, out, _ = run(STAKED + OPEN + "  'it: six': {draws: [6], expect: {seat 1: {points: 17}}}\n", "own.yaml")
    below = out.partition("take away what does not hold there:\n")[2].splitlines()
    assert code == 1
    assert below == [
        *(f"    case {k}: {{options: {{stake: 10}}}}" for k in range(1, 6)),
        "  and so on, for 1 more; `--json` says of each why it failed.",
        "  6 of them rely on `stake: 10`, which is 5 at own.yaml:4:28.",
        "7 scenarios, 6 failed.",
    ]
    assert out.count("what happened last:") == 5, "what is like the first ones is not told at length"


def test_what_is_said_of_a_changed_default_mends_it(run, tmp_path):
    (tmp_path / "own.yaml").write_text(VARIANT, encoding="utf-8")
    out = run(STAKED + OPEN, "own.yaml")[1]
    mends = [line[2:] for line in out.splitlines() if line.endswith("{options: {stake: 10}}")]
    (tmp_path / "own.yaml").write_text(VARIANT + "\n".join(["scenarios:", *mends, ""]), encoding="utf-8")
    assert run(STAKED + OPEN, "own.yaml")[:2] == (0, "own.yaml\n" + out_of_all(6))


def out_of_all(count):
    names = ["other options", *(f"case {k}" for k in range(1, count))]
    return "".join(f"  ok      {name}\n" for name in names) + f"{count} scenarios, all passed.\n"


def test_two_defaults_that_only_together_are_why(run, tmp_path):
    own = VARIANT.replace("{stake: {default: 5}}", "{stake: {default: 5}, ante: {default: 2}}")
    (tmp_path / "own.yaml").write_text(own, encoding="utf-8")
    out = run(STAKED + OPEN, "own.yaml")[1]
    assert "    case 1: {options: {stake: 10, ante: 1}}\n" in out


def test_nothing_passes_where_nothing_can_be_tested(run):
    code, out, err = run("parlour: 1\nid: [\n", "./example.yaml")
    assert (code, out) == (1, "Nothing was tested.\n")
    assert "cannot be used" in err
