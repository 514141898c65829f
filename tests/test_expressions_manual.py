"""docs/expressions.md: what it shows is read, what it calls refused is refused with the code it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.interpreter.codes import ALL
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.grammar import nodes, parser
from parlour.interpreter.source import NOWHERE, Place

MANUAL = (Path(__file__).parents[1] / "docs" / "expressions.md").read_text(encoding="utf-8")
PARSERS: dict[str, Callable[[str, Place, Report], object]] = {
    "expression": parser.parse_expression,
    "pick": parser.parse_pick,
    "case": parser.parse_faces,
}


def blocks(head: str) -> list[tuple[str, str]]:
    """(kind, line) of the code blocks whose first line is `head` and a kind."""
    found = re.findall(rf"```{head}(expression|pick|case)\n(.*?)```", MANUAL, re.DOTALL)
    return [(kind, line) for kind, block in found for line in block.strip().splitlines()]


def codes_of(kind: str, text: str) -> set[str]:
    report = Report()
    PARSERS[kind](text, NOWHERE, report)
    return {fault.code for fault in report}


@pytest.mark.parametrize(("kind", "text"), blocks(""))
def test_what_is_shown_is_read(kind: str, text: str) -> None:
    assert codes_of(kind, text) == set()


@pytest.mark.parametrize(("kind", "line"), blocks("refused "))
def test_what_is_refused_and_what_to_write(kind: str, line: str) -> None:
    code, wrong, right = re.split(r"\s{2,}→?\s*", line)
    assert codes_of(kind, wrong) == {code}
    assert codes_of(kind, right) == set()


def test_every_code_is_in_the_manual() -> None:
    assert set(re.findall(r"\bP3\d\d\b", MANUAL)) == {code for code in ALL if code.startswith("P3")}


def test_reserved_words_and_limits_are_those_of_the_parser() -> None:
    assert " ".join(sorted(nodes.RESERVED_WORDS)) in MANUAL
    assert f"{parser.MAX_LENGTH:,} characters and {parser.MAX_DEPTH} levels" in MANUAL
