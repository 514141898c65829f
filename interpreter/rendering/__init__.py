"""Diagnostics come in, a text in one of five formats goes out. Nothing is printed here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from parlour.interpreter.diagnostics import Diagnostic
from parlour.interpreter.rendering.exchange import as_github, as_json, as_sarif
from parlour.interpreter.rendering.text import as_concise, as_snippet, as_text, summary

__all__ = ["Format", "as_snippet", "render", "summary"]


class Format(StrEnum):
    """How diagnostics are written: for people, one line each, for programs, for two kinds of build servers."""

    TEXT = "text"
    CONCISE = "concise"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


_RENDERERS: dict[Format, Callable[[list[Diagnostic]], str]] = {
    Format.CONCISE: as_concise,
    Format.JSON: as_json,
    Format.GITHUB: as_github,
    Format.SARIF: as_sarif,
}


def render(diagnostics: Iterable[Diagnostic], style: Format = Format.TEXT, color: bool = False) -> str:
    """Write diagnostics, file by file and from top to bottom, ending in a line end. `color` is for TEXT alone."""
    ordered = _in_reading_order(diagnostics)
    return as_text(ordered, color) if style is Format.TEXT else _RENDERERS[style](ordered)


def _in_reading_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    found = list(diagnostics)
    files = {name: number for number, name in enumerate(dict.fromkeys(d.place.source.name for d in found))}
    return sorted(found, key=lambda d: (files[d.place.source.name], d.place.line, d.place.column))
