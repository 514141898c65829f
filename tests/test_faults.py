"""Every case of tests/faults/ gives exactly the faults that its comments expect, each on its line."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from parlour.interpreter.language.document import yaml_reader
from parlour.interpreter.language.document.decoder import MAX_BYTES

FOLDER = Path(__file__).parent / "faults"
DIVIDER = re.compile(r"^=====.*\n", re.MULTILINE)
EXPECTED = re.compile(r"#\s*(error|warning)(?:\(([+-]\d+)\))?:\s*(P\d+)\s*(.*?)\s*(?=#\s*(?:error|warning)|$)")


class Expectation(NamedTuple):
    line: int
    severity: str
    code: str
    part: str


def cases():
    for path in sorted(FOLDER.glob("*.yaml")):
        for number, text in enumerate(DIVIDER.split(path.read_text(encoding="utf-8")), start=1):
            yield pytest.param(text, str(path), id=f"{path.stem}-{number}")


def expectations(text):
    return [
        Expectation(number + int(away or 0), severity, code, part)
        for number, line in enumerate(text.split("\n"), start=1)
        for severity, away, code, part in EXPECTED.findall(line)
    ]


def meets(expected, found):
    return (expected.line, expected.severity, expected.code) == (
        found.place.line,
        found.severity.value,
        found.code,
    ) and expected.part in found.message


@pytest.mark.parametrize(("text", "name"), list(cases()))
def test_faults(text, name, check_text):
    found = check_text(text, name)
    expected = expectations(text)
    assert expected, "a case expects something"
    missing = [e for e in expected if not any(meets(e, f) for f in found)]
    surplus = [f for f in found if not any(meets(e, f) for e in expected)]
    shown = [f"{f.place}: {f.severity}: {f.code} {f.message}" for f in surplus]
    assert (missing, shown) == ([], [])
    assert len(found) == len(expected)


@pytest.mark.parametrize(("text", "name"), list(cases()))
def test_places_lie_in_the_text(text, name, check_text):
    lines = text.split("\n")
    for found in check_text(text, name):
        place = found.place
        assert 1 <= place.line <= place.end_line <= len(lines)
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1
        assert 1 <= place.end_column <= len(lines[place.end_line - 1]) + 1
        assert (place.line, place.column) <= (place.end_line, place.end_column)


def test_a_large_file_is_refused_not_read(check_text):
    found = check_text("x: 1\n" * (MAX_BYTES // 5 + 1), "large.yaml")
    assert [f.code for f in found] == ["P102"]


def test_many_values(check_text):
    found = check_text("x: [" + "1," * 100_001 + "1]\n", "many.yaml")
    assert [f.code for f in found] == ["P116"]


def test_deep_nesting_in_every_style(check_text):
    for text in ("x: " + "[" * 5000, "x: " + "{a: " * 5000, "".join(" " * i + "a:\n" for i in range(400)), "- " * 5000):
        assert [f.code for f in check_text(text, "deep.yaml")] == ["P117"]


def test_a_very_long_number(check_text):
    assert [f.code for f in check_text("x: " + "9" * 10_000, "long.yaml")] == ["P119"]


@pytest.mark.parametrize(("text", "name"), list(cases()))
def test_the_loader_in_python_finds_the_same(text, name, check_text, monkeypatch):
    fast = check_text(text, name)
    monkeypatch.setattr(yaml_reader, "_LOADER", yaml_reader._SLOW_LOADER)
    assert check_text(text, name) == fast


def test_settings_that_are_too_deep_to_be_lowered(check_text, monkeypatch):
    def endless(*_):
        raise RecursionError

    monkeypatch.setattr("parlour.interpreter.verdict.check_settings", endless)
    text = "parlour: 1\nid: example\ntitle: Example\nplayers: 2\nphases: {play: {do: []}}\n"
    assert [f.code for f in check_text(text, "deep.yaml")] == ["P516"]
