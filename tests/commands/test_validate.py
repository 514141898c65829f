"""`parlour validate`: all problems of all files, in each format, with the exit code that tells what was found."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.interpreter.language.loading.library import Library

FIELDS = ["code", "severity", "message", "hint", "file", "line", "column", "end_line", "end_column", "path", "related"]


@pytest.fixture(autouse=True)
def nowhere(monkeypatch):
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)


def test_the_library_is_sound(run):
    shown = run("validate", *Library().ids())
    assert (shown.code, shown.err) == (0, "")


def test_a_sound_file(run, sound):
    shown = run("validate", sound)
    assert (shown.code, shown.out, shown.err) == (0, "No problems found.\n", "")


def test_every_problem_of_every_file(run, put, faulty_text):
    first = put(faulty_text, "first.yaml")
    second = put("parlour: 1\nid: second\nid: again\nsummary: [\n", "second.yaml")
    shown = run("validate", "--format", "concise", first, second)
    assert shown.code == 1
    lines = shown.out.splitlines()
    assert {line.split(":")[0] for line in lines} == {first, second}
    assert lines[0].startswith(f"{first}:19:")


def test_a_scenario_that_fails_is_a_problem(run, put, sound_text):
    path = put(f"{sound_text}scenarios:\n  no throw: {{draws: [1], expect: {{seat 1: {{purse: 12}}}}}}\n")
    shown = run("validate", path, "--format", "concise")
    assert shown.code == 1
    assert "P713" in shown.out
    assert run("simulate", path, "-n", 1).code == 0, "it can be played, as it is and not as it says"


def test_json(run, put, faulty_text):
    path = put(faulty_text)
    shown = run("validate", "--format", "json", path)
    assert (shown.code, shown.err) == (1, "")
    found = json.loads(shown.out)
    assert found
    for problem in found:
        assert list(problem) == FIELDS
        assert problem["file"] == path
        assert problem["severity"] in ("error", "warning", "note")
        assert all(type(problem[name]) is int and problem[name] >= 1 for name in FIELDS[5:9])
        assert all(list(r) == ["message", "file", "line", "column"] for r in problem["related"])
    assert found[0]["line"] == 19
    assert json.loads(run("validate", "--format", "json", "pig").out) == []


@pytest.mark.parametrize("style", ["text", "concise", "json", "github", "sarif"])
def test_every_format_tells_the_code_and_the_place(run, put, faulty_text, style):
    path = put(faulty_text)
    shown = run("validate", path, "--format", style)
    assert shown.code == 1
    assert path in shown.out
    assert "19" in shown.out
    assert "P4" in shown.out


def test_sarif_and_json_are_json(run, put, faulty_text):
    path = put(faulty_text)
    assert json.loads(run("validate", path, "--format", "sarif").out)["version"] == "2.1.0"


def test_on_github_problems_are_annotations(run, put, faulty_text, monkeypatch):
    path = put(faulty_text)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert run("validate", path).out.startswith(f"::error file={path},line=19")
    assert run("validate", path, "--format", "concise").out.startswith(f"{path}:19:")


def test_stdin(run, sound, faulty_text):
    assert run("validate", "-", stdin=Path(sound).read_bytes()).code == 0
    shown = run("validate", "-", "--format", "concise", stdin=faulty_text.encode())
    assert shown.code == 1
    assert shown.out.startswith("<stdin>:19:")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[1]", b"a: [", b"id: x\n" * 2])
def test_stdin_of_anything(run, content):
    shown = run("validate", "-", stdin=content)
    assert shown.code == 1
    assert "error[P" in shown.out


def test_a_text_that_extends_the_library(run):
    assert run("validate", "-", stdin=b"parlour: 1\nid: mine\nextends: goose\n").code == 0


def test_what_is_not_there(run, put, faulty_text):
    path = put(faulty_text)
    shown = run("validate", "coin.yml", path, "goos")
    assert shown.code == 3, "that something could not be read outweighs what was found"
    assert "coin.yml: No such file or directory" in shown.err
    assert "did you mean 'coin.yaml'?" in shown.err
    assert "no ruleset 'goos' in the library; did you mean 'goose'?" in shown.err
    assert "error[P" in shown.out


def test_a_folder_is_no_ruleset(run, tmp_path):
    shown = run("validate", f"{tmp_path}/")
    assert (shown.code, shown.out) == (3, "")
    assert "is a folder" in shown.err


def test_a_file_is_checked_once(run, put, faulty_text):
    path = put(faulty_text)
    assert run("validate", path, path).out == run("validate", path).out


@pytest.mark.parametrize("words", [[], ["--format", "xml", "pig"], ["--strikt", "pig"]])
def test_usage(run, words):
    assert run("validate", *words).code == 2


def test_in_a_process_of_its_own(put, faulty_text):
    path = put(faulty_text)
    done = subprocess.run(
        [sys.executable, "-m", "parlour.cli", "validate", path, "-"], input=b"x: 1\n", capture_output=True, check=False
    )
    assert done.returncode == 1
    assert b"\x1b[" not in done.stdout, "no colour on a pipe"
    assert done.stdout.count(b"error[P") >= 2
    assert done.stderr == b""


def test_a_failing_scenario_of_a_base_says_how_to_leave_it_out(run, put, sound_text):
    scenario = (
        "scenarios:\n  three is too much:\n    options: {sides: 2}\n    draws: [3]\n    expect: {outcome: over}\n"
    )
    put(sound_text + scenario, "base.yaml")
    assert run("validate", "base.yaml").code == 0
    put(
        "parlour: 1\nid: variant\nextends: base.yaml\nchance: {die: {throw: 1, faces: 4}}\naccounts: {purse: {starts: 11}}\n",
        "variant.yaml",
    )
    shown = run("validate", "variant.yaml")
    assert shown.code == 0
    put(Path("base.yaml").read_text(encoding="utf-8").replace("{outcome: over}", "{bank: 99}"), "base.yaml")
    shown = run("validate", "variant.yaml", "--format", "json")
    assert shown.code == 1
    (fault,) = [f for f in json.loads(shown.out) if f["code"].startswith("P7")]
    assert fault["file"].endswith("base.yaml")
    assert "`scenarios: {three is too much: null}` in variant.yaml" in fault["hint"]


SIX = "".join(f"  case {k}: {{draws: [{k}], expect: {{seat 1: {{points: 1{k}}}}}}}\n" for k in range(1, 7))
BASE = f"""\
parlour: 1
id: base
title: Base
language: en
players: 2
options: {{stake: {{default: 10, range: 1..20}}}}
variables: {{points: {{of: player, starts: stake, range: 0..99}}}}
chance: {{die: {{faces: 6}}}}
phases:
  race: {{turns: players, until: seat(1).points > 20, do: [{{roll: {{with: die, as: t}}}}, {{add: {{me.points: t.total}}}}]}}
scenarios:
{SIX}"""


def variant(put, rules):
    put(BASE, "base.yaml")
    return put(f"parlour: 1\nid: own\nextends: base\n{rules}\n", "own.yaml")


def test_many_inherited_scenarios_that_fail_alike_are_summed_up(run, put):
    shown = run("validate", variant(put, "options: {stake: {default: 5}}"), "--format", "concise")
    lines = shown.out.splitlines()
    assert (shown.code, len(lines)) == (1, 6)
    assert "it relies on `stake: 10`, which is 5 here" in lines[0]
    assert "`scenarios: {case 1: {options: {stake: 10}}}`" in lines[0]
    last = next(line for line in lines if "own.yaml:4:28" in line)
    assert "1 more scenario of a base fails; it relies on `stake: 10` (1)" in last
    assert "`case 6: {options: {stake: 10}}` under `scenarios:`" in last


def test_programs_are_told_every_failing_scenario(run, put):
    shown = run("validate", variant(put, "options: {stake: {default: 5}}"), "--format", "json")
    assert [p["path"].split(".")[1] for p in json.loads(shown.out)] == [f"case {k}" for k in range(1, 7)]


def test_what_no_default_explains_is_summed_up_too(run, put):
    shown = run("validate", variant(put, "variables: {points: {starts: 4}}"), "--format", "concise")
    lines = shown.out.splitlines()
    assert len(lines) == 6
    assert "leave it out: `scenarios: {case 1: null}`" in next(line for line in lines if "'case 1'" in line)
    assert any("1 more scenario of a base fails (" in line for line in lines)
