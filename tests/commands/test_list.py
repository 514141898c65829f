"""`parlour list`: every ruleset of the library, in the shape that scripts rely on."""

import json
from functools import cache

import pytest

from parlour.commands import list as list_command
from parlour.interpreter.face import Ruleset, load
from parlour.interpreter.language.loading.library import Library

IDS = Library().ids()


@cache
def ruleset_of(identifier: str) -> Ruleset:
    return load(identifier)


def test_json(run):
    shown = run("list", "--json")
    assert (shown.code, shown.err) == (0, "")
    entries = json.loads(shown.out)
    assert [entry["id"] for entry in entries] == IDS
    for entry in entries:
        assert list(entry) == ["id", "title", "language", "players", "abstract", "summary"]
        assert list(entry["players"]) == ["min", "max"]
        assert all(type(n) is int for n in entry["players"].values())
        assert type(entry["abstract"]) is bool
        assert all(entry[name] and type(entry[name]) is str for name in ("id", "title", "language", "summary"))


@pytest.mark.parametrize("identifier", IDS)
def test_what_is_listed_is_what_the_ruleset_says(run, identifier):
    entry = next(e for e in json.loads(run("list", "--json").out) if e["id"] == identifier)
    ruleset = ruleset_of(identifier)
    assert (entry["title"], entry["language"], entry["abstract"]) == (ruleset.title, ruleset.language, ruleset.abstract)
    assert (entry["players"]["min"], entry["players"]["max"]) == ruleset.players
    assert entry["summary"] == ruleset.summary


def test_bases_are_listed_only_when_asked_for(run):
    bases = {identifier for identifier in IDS if ruleset_of(identifier).abstract}
    assert bases
    for words, expected in ((("list",), set(IDS) - bases), (("list", "--all"), set(IDS))):
        assert {line.split()[0] for line in run(*words).out.splitlines()} == expected


def test_columns_are_aligned_whatever_the_letters(run):
    lines = run("list", "--all").out.splitlines()
    assert len({line.index(ruleset_of(line.split()[0]).title) for line in lines}) == 1


@pytest.fixture
def library(tmp_path, monkeypatch):
    monkeypatch.setattr(list_command, "Library", lambda: Library(tmp_path))
    return tmp_path


def test_a_faulty_ruleset_does_not_hide_the_others(run, library):
    (library / "bad.yaml").write_text("parlour: 1\nid: bad\nid: worse\n", encoding="utf-8")
    (library / "good.yaml").write_text(
        "parlour: 1\nid: good\ntitle: Good\nlanguage: en\nplayers: 2\n", encoding="utf-8"
    )
    shown = run("list", "--json")
    assert shown.code == 1
    assert [entry["id"] for entry in json.loads(shown.out)] == ["good"]
    assert "error[" in shown.err
    assert "bad.yaml" in shown.err


def test_players_that_are_no_numbers(run, library, sound_text):
    (library / "coin.yaml").write_text(sound_text.replace("max: 3", "max: several"), encoding="utf-8")
    shown = run("list", "--json")
    assert (shown.code, json.loads(shown.out)) == (1, [])
    assert "how many play is no number" in shown.err


def test_an_empty_library(run, library):
    assert json.loads(run("list", "--json").out) == []
    assert run("list").out == ""


def test_arguments_are_refused(run):
    assert run("list", "all").code == 2
