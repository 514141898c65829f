"""`python3 dev`: what it says on a machine that lacks something, and that it does nothing where nothing is to do."""

import ast
import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "dev" / "__main__.py"


@pytest.fixture
def dev(tmp_path, monkeypatch):
    """The script as a module whose `.venv` lies in an empty folder; `calls` lists the commands it would have run."""
    spec = importlib.util.spec_from_file_location("dev_main", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("VENV", "STAMP", "SCRIPTS", "PYTHON", "PARLOUR"):
        monkeypatch.setattr(module, name, tmp_path / getattr(module, name).relative_to(module.ROOT))
    module.calls = []

    def call(command, **_):
        module.calls.append(command)
        if "venv" in command:
            module.SCRIPTS.mkdir(parents=True)
            module.PYTHON.touch()
        if "pip" in command:
            module.PARLOUR.touch()
        return 0

    monkeypatch.setattr(module.subprocess, "call", call)
    monkeypatch.setattr(module, "become", lambda command: module.calls.append(command) or 0)
    return module


def test_an_old_python_can_read_it():
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize(("words", "code"), [([], 2), (["paly"], 2), (["--help"], 0)])
def test_usage(dev, words, code, capsys):
    assert dev.main(words) == code
    assert "dev play" in capsys.readouterr().err


def test_an_old_python_says_that_it_is_too_old(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 6))
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit) as left:
        dev.main(["play"])
    assert left.value.code == 3
    assert "needs Python 3.11 or newer" in capsys.readouterr().err


def test_an_old_python_hands_over_to_a_newer_one(dev, monkeypatch):
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 6))
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/bin/{name}" if name == "python3.12" else None)
    assert dev.main(["play", "x", "--seed", "3"]) == 0
    assert dev.calls[-1] == ["/bin/python3.12", str(SCRIPT.parent), "play", "x", "--seed", "3"]


def test_a_python_without_venv_says_what_to_install(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as left:
        dev.main(["play"])
    assert left.value.code == 3
    assert "python3-venv" in capsys.readouterr().err


def test_the_second_time_nothing_is_installed(dev):
    dev.main(["play", "x"])
    assert [("venv" in c, "pip" in c) for c in dev.calls] == [(True, False), (False, True), (False, False)]
    dev.calls.clear()
    dev.main(["play", "x", "--seed", "3"])
    assert dev.calls == [[str(dev.PARLOUR), "play", "x", "--seed", "3"]]


def test_playing_needs_nothing_more_after_testing(dev):
    dev.main(["test"])
    dev.calls.clear()
    dev.main(["play", "x"])
    assert len(dev.calls) == 1


def test_testing_needs_more_than_playing(dev):
    dev.main(["play", "x"])
    dev.calls.clear()
    dev.main(["test", "-k", "x"])
    assert any(str(word).endswith("[dev]") for command in dev.calls for word in command)
    assert dev.calls[-1][1:] == ["-m", "pytest", "-n", "auto", "-k", "x"]


def test_a_changed_project_is_installed_anew(dev, monkeypatch):
    dev.main(["play", "x"])
    monkeypatch.setattr(dev, "fingerprint", lambda: "another")
    dev.calls.clear()
    dev.main(["play", "x"])
    assert any("pip" in command for command in dev.calls)


def test_a_failed_installation_is_tried_again(dev, monkeypatch, capsys):
    monkeypatch.setattr(dev.subprocess, "call", lambda command, **_: int("pip" in command))
    with pytest.raises(SystemExit) as left:
        dev.main(["play", "x"])
    assert left.value.code == 3
    assert "network" in capsys.readouterr().err
    assert not dev.STAMP.exists()


@pytest.mark.parametrize("words", [[], ["--seed", "3"]])
def test_a_game_is_chosen_for_who_names_none(dev, words):
    first, *rest = dev.game_and_options(words)
    assert (bool(first), first.startswith("-"), rest) == (True, False, words)
