"""Faults of a ruleset in; the same, where a name is missing that its file took away, with that place, out."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from parlour.interpreter.diagnostics import Diagnostic, Related
from parlour.interpreter.language.loading.loaded import Loaded
from parlour.interpreter.source import Place

_MISSING = frozenset({"P402", "P404", "P410", "P413", "P414"})  # a name that nothing has, whatever it should name


def with_removals(found: Iterable[Diagnostic], loaded: Loaded) -> tuple[Diagnostic, ...]:
    """A `null` that takes a name away often breaks a rule of the base, in whose file nothing is wrong."""
    return tuple(_with_removal(diagnostic, loaded) for diagnostic in found)


def _with_removal(diagnostic: Diagnostic, loaded: Loaded) -> Diagnostic:
    removal = loaded.removal_of(_text(diagnostic.place)) if diagnostic.code in _MISSING else None
    if removal is None:
        return diagnostic
    took = Related(f"'{removal.path[-1]}' was taken away here", removal.place)
    return replace(diagnostic, related=(*diagnostic.related, took))


def _text(place: Place) -> str:
    """What stands there, on one line."""
    return (
        place.source.line(place.line)[place.column - 1 : place.end_column - 1] if place.line == place.end_line else ""
    )
