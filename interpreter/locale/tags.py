"""A language tag comes in; the tags of the engine's catalogues to look in, nearest first, go out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.json import decode


class _Known(Struct, frozen=True):
    """The catalogues there are, and the one that every other language falls back to at the last."""

    catalogues: tuple[str, ...]
    fallback: str


@cache
def _known() -> _Known:
    return decode((Path(__file__).parent / "languages.json").read_bytes(), type=_Known)


def languages() -> tuple[str, ...]:
    """The tags of all catalogues."""
    return _known().catalogues


def fallback() -> str:
    """The language of the last catalogue in every chain."""
    return _known().fallback


def nearest(language: str) -> tuple[str, ...]:
    """The catalogues there are of `xx-YY`, `xx` and the fallback."""
    subtags = language.split("-")
    tags = ["-".join(subtags[:n]).casefold() for n in range(len(subtags), 0, -1)]
    by_tag = {tag.casefold(): tag for tag in languages()}
    return tuple(dict.fromkeys([by_tag[tag] for tag in tags if tag in by_tag] + [fallback()]))


def speaks(language: str) -> bool:
    """Whether there is a catalogue of this tag, or of a shorter one that it begins with."""
    return same_language(nearest(language)[0], language)


def same_language(one: str, other: str) -> bool:
    """Whether two tags are of one language, whatever its regions."""
    return one.split("-")[0].casefold() == other.split("-")[0].casefold()
