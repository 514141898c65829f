""".pre-commit-hooks.yaml: the hook is as pre-commit wants it, and its entry checks the files that it is given."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from parlour.interpreter.authoring.header import Header
from parlour.interpreter.authoring.templates import from_template

ROOT = Path(__file__).parents[1]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


def run(folder: Path, *files: str) -> subprocess.CompletedProcess[str]:
    """The entry, as pre-commit runs it: by a shell's rules, in the repository, with the files behind it."""
    name, *words = shlex.split(HOOKS[0]["entry"])
    program = shutil.which(name, path=str(Path(sys.executable).parent))
    assert program, "the package installs the entry's program"
    return subprocess.run([program, *words, *files], cwd=folder, capture_output=True, text=True, encoding="utf-8")


def test_there_is_one_hook_with_what_pre_commit_needs():
    (hook,) = HOOKS
    assert hook["id"] == "parlour-validate"
    assert {"id", "name", "entry", "language", "files"} <= set(hook)
    assert hook["language"] == "python"


@pytest.mark.parametrize(
    ("path", "taken"),
    [("rulesets/a.yaml", True), ("games/rulesets/a.yml", True), ("compose.yaml", False), ("norulesets/a.yaml", False)],
)
def test_only_rulesets_are_taken(path, taken):
    assert bool(re.search(HOOKS[0]["files"], path)) == taken


def test_the_entry_runs(tmp_path):
    folder = tmp_path / "rulesets"
    folder.mkdir()
    (folder / "sound.yaml").write_text(from_template("dice", Header("sound")), "utf-8")
    (folder / "faulty.yaml").write_text("parlour: 1\nid: faulty\ntitel: Faulty\n", "utf-8")
    assert run(tmp_path, "rulesets/sound.yaml").returncode == 0
    both = run(tmp_path, "rulesets/sound.yaml", "rulesets/faulty.yaml")
    assert both.returncode == 1
    assert re.search(r"rulesets.faulty\.yaml:3", both.stdout + both.stderr)
