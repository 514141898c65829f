"""A language tag comes in; the plural categories of CLDR that its texts need forms for go out, with examples.

They stand in a file that is written from Babel's (manual/plurals.py): to check a ruleset needs no more of CLDR, and to load all
that is known of a language takes longer than to check its texts. Which number takes which category, cldr.py says.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.json import decode

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
OTHER = "other"  # the category that every language has, and the form that stands in for a missing one
TABLE = Path(__file__).parent / "plurals.json"


class Alike(Struct, frozen=True):
    """Languages that count alike. `numbers`: each category, with the first whole numbers in it, three at most."""

    languages: str  # tags between spaces; those of regions and scripts where they differ from their language
    numbers: dict[str, tuple[int, ...]]


class Plurals(Struct, frozen=True):
    """`babel`: the version that this is from."""

    babel: str
    groups: tuple[Alike, ...]


def known(language: str) -> bool:
    """Whether CLDR has the plural rules of this BCP 47 tag, or of a shorter one that it begins with."""
    return _numbers(language) is not None


def required(language: str) -> tuple[str, ...]:
    """The categories that whole numbers below a million reach, in CLDR's order; all of them need a form."""
    reached = _numbers(language) or {OTHER: ()}  # of an unknown language nobody can say which forms it needs
    return tuple(c for c in CATEGORIES if c in reached)


def examples(language: str, of: str) -> tuple[int, ...]:
    """The first whole numbers of a category, three at most; none where the language does not use it."""
    return (_numbers(language) or {}).get(of, ())


def is_single(language: str, of: str) -> bool:
    """Whether one whole number alone takes this category, so that its form need not show the number."""
    return len(examples(language, of)) == 1


def table() -> Plurals:
    """What the file holds."""
    return decode(TABLE.read_bytes(), type=Plurals)


@cache
def _by_tag() -> dict[str, dict[str, tuple[int, ...]]]:
    return {tag.casefold(): group.numbers for group in table().groups for tag in group.languages.split()}


def _numbers(language: str) -> dict[str, tuple[int, ...]] | None:
    """Of the nearest language: a tag that is not known is shortened from its end."""
    tag = language.casefold()
    while tag not in _by_tag() and "-" in tag:
        tag = tag.rpartition("-")[0]
    return _by_tag().get(tag)
