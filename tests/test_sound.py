"""A ruleset that was found to be sound is opened without being checked again, and only then."""

import subprocess
import sys

import pytest

from parlour.interpreter import inspection, keeping, sound
from parlour.interpreter.diagnostics import Report, RulesetError
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.pipeline import compiled, opened
from parlour.interpreter.program.digest import digest
from parlour.interpreter.verdict import validated

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
    found, check = [], inspection.check
    monkeypatch.setattr(inspection, "check", lambda *a: found.append(1) or check(*a))
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


def test_what_is_known_to_be_sound_loads_no_checker():
    """In a process of its own, the second time."""
    code = "import sys; from parlour.cli import main; main(['simulate', 'pig', '-n', '1']); print(*sys.modules)"
    for _ in range(2):
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "parlour.interpreter.pipeline" in told.split()
    assert not {"babel", "jsonschema_rs", "parlour.interpreter.inspection"} & set(told.splitlines()[-1].split())
