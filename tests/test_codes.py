"""The table of codes: each wrong example gives its code, each right one does not."""

import ast
import re
from pathlib import Path

import pytest

from parlour.interpreter.codes import ALL

# The codes of the stages that `check_text` runs: their examples are tried, and all that Python names are explained.
CHECKED = ("P1", "P2")
RUNNABLE = [row for row in ALL.values() if row.runnable and row.code.startswith(CHECKED)]
INTERPRETER = Path(__file__).parents[1] / "interpreter"


def codes_in(path):
    """The codes that a module names in its strings, documentation aside."""
    strings = (n.value for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Constant))
    return {s for s in strings if isinstance(s, str) and re.fullmatch(r"P[1-8]\d\d", s)}


def found_in(row, example, folder, check_text):
    for name, text in {**row.beside, "example.yaml": example}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return {d.code for d in check_text(example, str(folder / "example.yaml"))}


@pytest.mark.parametrize("row", RUNNABLE, ids=lambda row: row.code)
def test_the_wrong_example_gives_the_code(row, tmp_path, check_text):
    assert row.code in found_in(row, row.wrong, tmp_path, check_text)


@pytest.mark.parametrize("row", RUNNABLE, ids=lambda row: row.code)
def test_the_right_example_does_not(row, tmp_path, check_text):
    assert row.code not in found_in(row, row.right, tmp_path, check_text)


def test_each_code_has_one_row():
    rows = [
        c for path in (INTERPRETER / "codes").glob("*.py") for c in re.findall(r'"(P\d\d\d)",', path.read_text("utf-8"))
    ]
    assert sorted(rows) == sorted(ALL)


def test_codes_that_are_given_are_explained():
    given = {c: p.name for p in INTERPRETER.rglob("*.py") if p.parent.name != "codes" for c in codes_in(p)}
    assert {c: name for c, name in given.items() if c.startswith(CHECKED) and c not in ALL} == {}


def test_codes_that_are_explained_are_given():
    given = {c for p in INTERPRETER.rglob("*.py") if p.parent.name != "codes" for c in codes_in(p)}
    assert set(ALL) - given == set()


@pytest.mark.parametrize("row", ALL.values(), ids=lambda row: row.code)
def test_rows_are_written_out(row):
    assert row.title and not row.title.endswith(".")
    assert row.explanation.endswith(".")
    assert row.wrong != row.right
