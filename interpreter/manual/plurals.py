"""What Babel knows of languages comes in; the file of their plural categories goes out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import version

from babel.core import get_global
from babel.localedata import locale_identifiers

from parlour.interpreter.locale import cldr
from parlour.interpreter.locale.plurals import Alike, Plurals

Numbers = dict[str, tuple[int, ...]]


def plurals() -> Plurals:
    """Of every language that Babel knows, under each tag that it goes by."""
    tags = {tag.replace("_", "-") for tag in (*locale_identifiers(), *get_global("language_aliases"))}
    reached = {tag: cldr.reached(tag) for tag in sorted(tags) if cldr.locale_of(tag)}
    groups: dict[str, list[str]] = {}
    for tag, numbers in reached.items():
        if numbers != _of_nearest(tag.rpartition("-")[0], reached):
            groups.setdefault(json.dumps(numbers, sort_keys=True), []).append(tag)
    return Plurals(version("babel"), tuple(Alike(" ".join(alike), reached[alike[0]]) for alike in groups.values()))


def _of_nearest(tag: str, reached: dict[str, Numbers]) -> Numbers | None:
    while tag not in reached and "-" in tag:
        tag = tag.rpartition("-")[0]
    return reached.get(tag)


def plurals_text() -> str:
    """A line a group."""
    found = plurals()
    return f'{{"babel": "{found.babel}", "groups": [\n' + ",\n".join(_lines(found)) + "\n]}\n"


def _lines(found: Plurals) -> Iterator[str]:
    for group in found.groups:
        yield json.dumps({"numbers": group.numbers, "languages": group.languages})
