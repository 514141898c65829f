"""Diagnostics come in; what other programs read goes out: JSON, GitHub's workflow commands, SARIF 2.1.0."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from parlour.interpreter.codes import ALL
from parlour.interpreter.diagnostics import Diagnostic, Severity
from parlour.interpreter.source import Place

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_GITHUB_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def as_json(diagnostics: list[Diagnostic]) -> str:
    """One list, an object each; lines and columns count from 1, ends are exclusive."""
    return _dump([_record(d) for d in diagnostics])


def as_github(diagnostics: list[Diagnostic]) -> str:
    """One workflow command each, which GitHub shows beside the line."""
    return "".join(f"{_command(d)}\n" for d in diagnostics)


def as_sarif(diagnostics: list[Diagnostic]) -> str:
    """One run of the tool, with the rules that were broken."""
    codes = sorted({d.code for d in diagnostics})
    numbers = {code: number for number, code in enumerate(codes)}
    driver = {"name": "Parlour", "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, numbers[d.code]) for d in diagnostics],
    }
    return _dump({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]})


def _dump(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _record(diagnostic: Diagnostic) -> dict[str, Any]:
    place = diagnostic.place
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "file": place.source.name,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
        "path": diagnostic.path,
        "related": [
            {"message": r.message, "file": r.place.source.name, "line": r.place.line, "column": r.place.column}
            for r in diagnostic.related
        ],
    }


def _command(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    properties = {"file": place.source.name, "line": place.line, "endLine": place.end_line}
    if place.line == place.end_line:  # GitHub knows columns only within one line
        properties |= {"col": place.column, "endColumn": place.end_column}
    properties["title"] = diagnostic.code
    told = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    hint = f"\nhelp: {diagnostic.hint}" if diagnostic.hint else ""
    return f"::{_GITHUB_WORDS[diagnostic.severity]} {told}::{_data(diagnostic.message + hint)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _rule(code: str) -> dict[str, Any]:
    row = ALL.get(code)
    if row is None:
        return {"id": code}
    return {"id": code, "shortDescription": {"text": row.title}, "fullDescription": {"text": row.explanation}}


def _result(diagnostic: Diagnostic, rule_number: int) -> dict[str, Any]:
    hint = f" ({diagnostic.hint})" if diagnostic.hint else ""
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule_number,
        "level": diagnostic.severity.value,
        "message": {"text": diagnostic.message + hint},
        "locations": [{"physicalLocation": _location(diagnostic.place)}],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": r.message}, "physicalLocation": _location(r.place)}
            for number, r in enumerate(diagnostic.related)
        ]
    return result


def _location(place: Place) -> dict[str, Any]:
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    return {"artifactLocation": {"uri": _uri(place.source.name)}, "region": region}


def _uri(name: str) -> str:
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
