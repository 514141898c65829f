"""The files that are written from the code are what the code writes; what they show is right."""

from pathlib import Path

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.language.steps import StepReader
from parlour.interpreter.manual.pages import pages
from parlour.interpreter.source import Source
from parlour.interpreter.statements import STATEMENTS

ROOT = Path(__file__).parents[1]
PAGES = pages()


@pytest.mark.parametrize("name", PAGES)
def test_the_file_is_what_the_code_writes(name):
    written = (ROOT / name).read_bytes().decode("utf-8")
    assert written == PAGES[name], "it is old: run python -m parlour.interpreter.manual"


def example_of(row):
    lines = "".join(f"  {line}\n" for line in row.example.strip().splitlines())
    report = Report()
    tree = read(Source(row.verb, f"example:\n{lines}"), report)
    assert isinstance(tree, Mapping)
    return StepReader(STATEMENTS, frozenset(), report).block(tree.get("example")), report.found


@pytest.mark.parametrize("row", STATEMENTS.values(), ids=lambda row: row.verb)
def test_the_example_of_a_statement_is_read(row):
    steps, found = example_of(row)
    assert found == []
    assert row.verb in [step.statement.verb for step in steps]


@pytest.mark.parametrize("row", STATEMENTS.values(), ids=lambda row: row.verb)
def test_a_row_is_written_out(row):
    assert row.summary and not row.summary.endswith(".") and row.manual.endswith(".")
    assert all(p.help and not p.help.endswith(".") for p in row.parameters)
    assert row.main in ("", *(p.name for p in row.inside))
    assert f"\n## {row.verb}\n" in PAGES["docs/statements.md"]


def test_every_function_has_its_line():
    page = PAGES["docs/functions.md"]
    assert page.count("\n| `") == len({line for line in page.splitlines() if line.startswith("| `")})
