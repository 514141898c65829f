"""Each game of the library is lowered to the program that is recorded beside this file; README.md says how to record."""

import os
from difflib import unified_diff
from pathlib import Path

import pytest

from parlour.interpreter.face import Game, load
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.program.printing import listing

HERE = Path(__file__).parent
RECORD = "PARLOUR_RECORD"
IDS = Library().ids()


def recorded(identifier):
    return HERE / f"{identifier}.program"


@pytest.mark.parametrize("identifier", IDS)
def test_the_program_is_the_recorded_one(identifier, monkeypatch):
    monkeypatch.chdir(HERE.parents[1])  # places name files from the working folder
    now = listing(Game(load(identifier)).program)
    path = recorded(identifier)
    if os.environ.get(RECORD):
        path.write_text(now, encoding="utf-8", newline="\n")
    assert path.exists(), f"record it: {RECORD}=1 pytest {Path(__file__).relative_to(Path.cwd())}"
    before = path.read_text(encoding="utf-8")
    changes = unified_diff(before.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=1)
    assert "\n".join(changes) == ""


def test_no_record_is_left_over():
    assert {path.stem for path in HERE.glob("*.program")} <= set(IDS)
