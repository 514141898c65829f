"""The table of codes: each wrong example gives its code, each right one does not."""

import ast
import re
from pathlib import Path

import pytest

from parlour.interpreter.codes import ALL

EXPLAINED = tuple(f"P{hundred}" for hundred in range(1, 8))
CHECKED = ("P1", "P2", "P4", "P5")  # whose examples are tried by all stages; the others have tests of their own
ALONE = ("P4", "P5")  # whose right examples have nothing else wrong
RUNNABLE = [r for r in ALL.values() if r.runnable and (r.code.startswith(CHECKED) or (r.beside and r.code < "P7"))]
INTERPRETER = Path(__file__).parents[1] / "interpreter"


FAULTS = (Path(__file__).parent / "faults", Path(__file__).parent / "scenarios" / "faults")
EXPECTED = re.compile(r"#\s*(?:error|warning)(?:\([+-]\d+\))?:\s*(P\d+)")
WITHOUT_A_CASE = {  # and who tests them
    "P101": "bytes that are no text: test_load.py",
    "P102": "a file too large to lie here: test_faults.py",
    "P204": "a chain of seventeen files: test_load.py",
    "P207": "a fault between two files, told in either: test_load.py",
    "P403": "the schema says it first; a guard for what is read without it",
    "P502": "an option that a command names: tests/commands",
    "P504": "a value that a command gives: tests/commands",
}


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


@pytest.mark.parametrize("row", [r for r in RUNNABLE if r.code.startswith(ALONE)], ids=lambda row: row.code)
def test_the_right_example_has_no_fault_at_all(row, tmp_path, check_text):
    assert found_in(row, row.right, tmp_path, check_text) == set()


def test_each_code_has_one_row():
    rows = [
        c for path in (INTERPRETER / "codes").glob("*.py") for c in re.findall(r'"(P\d\d\d)",', path.read_text("utf-8"))
    ]
    assert sorted(rows) == sorted(ALL)


def test_codes_that_are_given_are_explained():
    given = {c: p.name for p in INTERPRETER.rglob("*.py") if p.parent.name != "codes" for c in codes_in(p)}
    assert {c: name for c, name in given.items() if c.startswith(EXPLAINED) and c not in ALL} == {}


def test_codes_that_are_explained_are_given():
    given = {c for p in INTERPRETER.rglob("*.py") if p.parent.name != "codes" for c in codes_in(p)}
    assert set(ALL) - given == set()


def test_each_code_of_a_ruleset_has_a_case():
    cases = {
        c for folder in FAULTS for path in folder.glob("*.yaml") for c in EXPECTED.findall(path.read_text("utf-8"))
    }
    assert set(ALL) - cases == set(WITHOUT_A_CASE)


@pytest.mark.parametrize("row", ALL.values(), ids=lambda row: row.code)
def test_rows_are_written_out(row):
    assert row.title and not row.title.endswith(".")
    assert row.explanation.endswith(".")
    assert row.wrong != row.right
