"""A ruleset that was found to be sound is opened without being checked again, and only then."""

import pytest

from parlour.interpreter import keeping, sound
from parlour.interpreter.checking import checker
from parlour.interpreter.diagnostics import Report, RulesetError
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.pipeline import compiled, opened, validated
from parlour.interpreter.program.digest import digest

GAME = """parlour: 1
id: mine
title: Mine
language: en
players: 1
chance: {die: {faces: 6}}
phases:
  play:
    do:
      - roll: {with: die, as: t}
      - say: {seen: {n: t.total}}
texts: {seen: "It is {n:number}.", finished: It is over.}
"""


@pytest.fixture
def checks(monkeypatch, tmp_path):
    """How often rulesets are checked; what is kept is kept in a folder of this test's own."""
    found, check = [], checker.check
    monkeypatch.setattr(checker, "check", lambda *a: found.append(1) or check(*a))
    monkeypatch.setattr(keeping, "user_cache_path", lambda *a, **k: tmp_path / "cache")
    return found


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(GAME)
    return path


def open_(path):
    return opened(str(path), Library())


def test_what_is_sound_is_checked_once(checks, game):
    programs = {digest(compiled(open_(game))[0]) for _ in range(3)}
    assert len(programs) == 1 and len(checks) == 1


def test_another_text_is_checked(checks, game):
    open_(game)
    game.write_text(GAME.replace("faces: 6", "faces: 8"))
    open_(game)
    assert len(checks) == 2


def test_another_base_is_checked(checks, game, tmp_path):
    variant = tmp_path / "yours.yaml"
    variant.write_text("parlour: 1\nid: yours\nextends: ./mine.yaml\n")
    open_(variant)
    game.write_text(GAME.replace("faces: 6", "faces: 8"))
    open_(variant)
    assert len(checks) == 2


def test_a_warning_is_told_each_time(checks, game):
    game.write_text(GAME.replace("chance:", "options: {idle: {default: 1, range: 1..2}}\nchance:"))
    found = [[d.code for d in open_(game).warnings] for _ in range(2)]
    assert found[0] and found[0] == found[1]
    assert len(checks) == 2


def test_a_fault_is_told_each_time(checks, game):
    game.write_text(GAME.replace("{n: t.total}", "{m: t.total}"))
    for _ in range(2):
        with pytest.raises(RulesetError):
            open_(game)
    assert len(checks) == 2


def test_another_checker_checks_again(checks, game, monkeypatch):
    open_(game)
    monkeypatch.setattr(sound, "_checker", lambda: "another")
    open_(game)
    assert len(checks) == 2


def test_validate_never_asks(checks, game):
    validated(open_(game).loaded, Report())
    assert len(checks) == 2


def test_a_damaged_note_is_none(checks, game, tmp_path):
    open_(game)
    [note] = (tmp_path / "cache" / "sound").iterdir()
    note.write_bytes(note.read_bytes()[:-1])
    open_(game)
    assert len(checks) == 2


def test_nowhere_to_keep_it_is_no_fault(checks, game, tmp_path):
    (tmp_path / "cache").write_text("not a folder")
    open_(game)
    open_(game)
    assert len(checks) == 2


@pytest.mark.parametrize("identifier", Library().ids())
def test_the_library_plays_the_same_unchecked(checks, identifier):
    first, second = (open_(identifier) for _ in range(2))
    assert digest(compiled(first)[0]) == digest(compiled(second)[0])
    assert len(checks) == 2 - (not first.warnings)
