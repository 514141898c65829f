"""Diagnostics as text, lines, JSON, GitHub commands and SARIF, letter by letter."""

import json
import re
from textwrap import dedent

import pytest

from parlour.interpreter.diagnostics import Diagnostic, Related, Severity
from parlour.interpreter.rendering import Format, render, summary
from parlour.interpreter.rendering.columns import show
from parlour.interpreter.source import NOWHERE, Place, Source

SOURCE = Source(
    "games/race.yaml", "parlour: 1\nsquares:\n  6: {name: Bridge, land: {go_to: brige}}\n" + "\n" * 8 + "x: y\n"
)
BASE = Source("games/base.yaml", "sets: {bridge: [6]}\n")


def fault(line=3, start=35, end=40, severity=Severity.ERROR, source=SOURCE, **more):
    place = Place(source, line, start, line, end)
    return Diagnostic("P401", severity, "there is no square 'brige'", place, **more)


FULL = fault(
    hint="did you mean 'bridge'?", path="squares.6.land", related=(Related("declared here", Place(BASE, 1, 8, 1, 14)),)
)
SECOND = fault(12, 1, 2, Severity.WARNING)


def test_text():
    assert render([SECOND, FULL]) == dedent(
        """\
        error[P401]: there is no square 'brige'
         --> games/race.yaml:3:35
          |
        3 |   6: {name: Bridge, land: {go_to: brige}}
          |                                   ^^^^^
          = help: did you mean 'bridge'?
        note: declared here
         --> games/base.yaml:1:8
          |
        1 | sets: {bridge: [6]}
          |        ^^^^^^

        warning[P401]: there is no square 'brige'
          --> games/race.yaml:12:1
           |
        12 | x: y
           | ^

        Found 1 error and 1 warning.
        """
    )


def test_color_changes_nothing_but_color():
    colored = render([FULL, SECOND], color=True)
    assert "\x1b[1;31merror[P401]\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render([FULL, SECOND])


def test_concise():
    assert render([SECOND, FULL], Format.CONCISE) == (
        "games/race.yaml:3:35: error[P401] there is no square 'brige' (did you mean 'bridge'?)\n"
        "games/race.yaml:12:1: warning[P401] there is no square 'brige'\n"
    )


def test_json_is_the_contract():
    (record,) = json.loads(render([FULL], Format.JSON))
    assert record == {
        "code": "P401",
        "severity": "error",
        "message": "there is no square 'brige'",
        "hint": "did you mean 'bridge'?",
        "file": "games/race.yaml",
        "line": 3,
        "column": 35,
        "end_line": 3,
        "end_column": 40,
        "path": "squares.6.land",
        "related": [{"message": "declared here", "file": "games/base.yaml", "line": 1, "column": 8}],
    }
    assert render([], Format.JSON) == "[]\n"


def test_github_escapes_what_would_end_a_command():
    source = Source("a, b:c.yaml", "x\n")
    place = Place(source, 1, 1, 1, 2)
    odd = Diagnostic("P105", Severity.NOTE, "50%\nof it: all, really", place, "100%")
    assert render([odd], Format.GITHUB) == (
        "::notice file=a%2C b%3Ac.yaml,line=1,endLine=1,col=1,endColumn=2,title=P105"
        "::50%25%0Aof it: all, really%0Ahelp: 100%25\n"
    )


def test_github_knows_columns_only_within_a_line():
    wide = Diagnostic("P105", Severity.ERROR, "m", Place(SOURCE, 1, 2, 3, 4))
    assert render([wide], Format.GITHUB) == "::error file=games/race.yaml,line=1,endLine=3,title=P105::m\n"


def test_sarif():
    report = json.loads(render([FULL, SECOND, fault(1, 1, 2)], Format.SARIF))
    (run,) = report["runs"]
    assert (report["version"], run["columnKind"]) == ("2.1.0", "unicodeCodePoints")
    assert [r["id"] for r in run["tool"]["driver"]["rules"]] == ["P401"]
    assert [(r["level"], r["ruleIndex"]) for r in run["results"]] == [("error", 0), ("error", 0), ("warning", 0)]
    result = run["results"][1]
    assert result["message"]["text"] == "there is no square 'brige' (did you mean 'bridge'?)"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "games/race.yaml"},
        "region": {"startLine": 3, "startColumn": 35, "endLine": 3, "endColumn": 40},
    }
    assert result["relatedLocations"][0]["message"] == {"text": "declared here"}


def test_sarif_file_names_are_uris():
    source = Source("/a b/č.yaml", "x\n")
    result = json.loads(render([fault(1, 1, 2, source=source)], Format.SARIF))["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///a%20b/%C4%8D.yaml"


@pytest.mark.parametrize(
    ("line", "start", "end", "shown"),
    [
        ("abcdef", 2, 4, ("abcdef", 2, 2)),
        ("漢字: x", 0, 2, ("漢字: x", 0, 4)),
        ("漢字: x", 4, 5, ("漢字: x", 6, 1)),
        ("e\u0301e\u0301 x", 5, 6, ("e\u0301e\u0301 x", 3, 1)),
        ("\tx", 1, 2, ("    x", 4, 1)),
        ("ab\tx", 2, 4, ("ab  x", 2, 3)),
        ("🎲 x", 2, 3, ("🎲 x", 3, 1)),
        ("ab", 2, 2, ("ab", 2, 1)),
        ("ab", 9, 12, ("ab", 2, 1)),
        ("", 0, 1, ("", 0, 1)),
        ("\x1b[2Jx\u202e", 4, 5, ("\ufffd[2Jx\ufffd", 4, 1)),
    ],
)
def test_carets_stand_under_the_fault(line, start, end, shown):
    found = show(line, start, end)
    assert (found.text, found.before, found.width) == shown


def test_a_long_line_is_cut_around_the_fault():
    found = show("a" * 500 + "FAULT" + "b" * 500, 500, 505)
    assert len(found.text) < 170
    assert found.text[found.before : found.before + found.width] == "FAULT"
    assert (found.text[0], found.text[-1]) == ("…", "…")


def test_a_stretch_over_lines_is_marked_to_the_end_of_the_first():
    text = render([Diagnostic("P105", Severity.ERROR, "m", Place(SOURCE, 1, 10, 3, 2))])
    assert "1 | parlour: 1\n  |          ^\n" in text


def test_a_fault_without_a_place_has_no_snippet():
    assert render([Diagnostic("P800", Severity.ERROR, "m", NOWHERE)]) == "error[P800]: m\n\nFound 1 error.\n"


def test_messages_do_nothing_to_a_terminal():
    assert "\x1b" not in render([Diagnostic("P105", Severity.ERROR, "\x1b[2J", NOWHERE)])


def test_summary_counts():
    other = Source("other.yaml", "x\n")
    assert summary([]) == "No problems found."
    assert summary([FULL, FULL, fault(1, 1, 2, source=other)]) == "Found 3 errors in 2 files."
