"""A ruleset that was made before of the very same texts is opened without being made again, and only then."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.interpreter import keeping, kept, pipeline
from parlour.interpreter.checked import compiled
from parlour.interpreter.diagnostics import Report, RulesetError
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.opening import opened
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
    found, check = [], pipeline.check
    monkeypatch.setattr(pipeline, "check", lambda *a: found.append(1) or check(*a))
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
    found = [open_(game).warnings for _ in range(2)]
    assert found[0] and found[0] == found[1]
    assert len(checks) == 1


def test_a_fault_is_told_each_time(checks, game):
    game.write_text(GAME.replace("{n: t.total}", "{m: t.total}"))
    for _ in range(2):
        with pytest.raises(RulesetError):
            open_(game)
    assert len(checks) == 2


def test_another_checker_checks_again(checks, game, monkeypatch):
    open_(game)
    monkeypatch.setattr(kept, "_maker", lambda: "another")
    open_(game)
    assert len(checks) == 2


def test_validate_never_asks(checks, game):
    validated(open_(game).loaded, Report())
    assert len(checks) == 2


def test_a_damaged_note_is_none(checks, game, tmp_path):
    open_(game)
    [note] = (tmp_path / "cache" / "rulesets").iterdir()
    note.write_bytes(note.read_bytes()[:-1])
    open_(game)
    assert len(checks) == 2


def test_nowhere_to_keep_it_is_no_fault(checks, game, tmp_path):
    (tmp_path / "cache").write_text("not a folder")
    open_(game)
    open_(game)
    assert len(checks) == 2


@pytest.mark.parametrize("identifier", Library().ids())
def test_the_library_is_the_same_unmade(checks, identifier):
    first, second = (open_(identifier) for _ in range(2))
    assert len(checks) == 1
    assert second.loaded == first.loaded and second.model.syntax == first.model.syntax
    assert digest(compiled(first)[0]) == digest(compiled(second)[0])


def test_faults_are_told_of_the_file_that_was_asked_for(checks, game, tmp_path):
    """The same text under another name: whatever has a place stands in that file."""
    (tmp_path / "copy.yaml").write_text(GAME)
    first, second = open_(game), open_(tmp_path / "copy.yaml")
    assert len(checks) == 1
    assert {first.model.syntax.id.place.source.name, first.loaded.source.name} == {str(game)}
    assert {second.model.syntax.id.place.source.name, second.loaded.source.name} == {str(tmp_path / "copy.yaml")}


def test_a_base_that_lies_nearer_is_another(checks, tmp_path):
    """An id means the file beside, where there is one, and else that of the library."""
    variant = tmp_path / "yours.yaml"
    variant.write_text("parlour: 1\nid: yours\nextends: pig\n")
    from_library = open_(variant)
    (tmp_path / "pig.yaml").write_text(GAME.replace("id: mine", "id: pig"))
    from_beside = open_(variant)
    assert len(checks) == 2
    assert from_library.loaded.sources[0] != from_beside.loaded.sources[0]
    (tmp_path / "pig.yaml").unlink()
    assert open_(variant).model.syntax == from_library.model.syntax


def test_a_base_that_is_gone_is_a_fault(checks, game, tmp_path):
    variant = tmp_path / "yours.yaml"
    variant.write_text("parlour: 1\nid: yours\nextends: ./mine.yaml\n")
    open_(variant)
    game.unlink()
    with pytest.raises(RulesetError):
        open_(variant)


def test_a_base_that_cannot_be_read_is_a_fault(checks, game, tmp_path, monkeypatch):
    """Of the file that extends it, with a place, the second time too."""
    variant = tmp_path / "yours.yaml"
    variant.write_text("parlour: 1\nid: yours\nextends: ./mine.yaml\n")
    open_(variant)
    ways_in = Path.open

    def refuse(path, *how):
        if path.name == "mine.yaml":
            raise PermissionError(13, "Permission denied", str(path))
        return ways_in(path, *how)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RulesetError) as fault:
        open_(variant)
    assert [(d.code, d.place.line) for d in fault.value.diagnostics] == [("P201", 3)]


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="this system has no files of open pipes")
def test_what_comes_through_a_pipe_is_read_once(checks):
    """As `parlour play <(…)` gives it: a second look finds nothing."""
    for _ in range(2):
        end, begin = os.pipe()
        os.write(begin, GAME.encode())
        os.close(begin)
        assert open_(f"/dev/fd/{end}").model.syntax.id.text == "mine"
        os.close(end)
    assert len(checks) == 1


def test_a_file_that_is_gone_is_one(checks, game):
    open_(game)
    game.unlink()
    with pytest.raises(FileNotFoundError):
        open_(game)


def test_what_is_kept_is_opened_without_the_front_end():
    """In a process of its own, the second time."""
    code = "import sys; from parlour.cli import main; main(['simulate', 'pig', '-n', '1']); print(*sys.modules)"
    for _ in range(2):
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = set(told.splitlines()[-1].split())
    assert "parlour.interpreter.kept" in loaded
    assert not {"babel", "jsonschema_rs", "lark", "yaml", "parlour.interpreter.pipeline"} & loaded
