"""A language tag comes in; what CLDR says of that language, through Babel, goes out: how it counts, and its name."""

from __future__ import annotations

from functools import lru_cache

from babel.core import Locale, UnknownLocaleError

from parlour.interpreter.locale.plurals import OTHER

# CLDR's rules for whole numbers below a million look at the number itself when it is small, at its last two digits, and
# at whole hundreds and thousands: what these numbers do not reach, no number below a million does.
_PROBES = (
    *range(210),
    *range(300, 1_000, 100),
    *range(1_000, 21_000, 1_000),
    *range(30_000, 100_000, 10_000),
    *range(100_000, 1_000_000, 100_000),
)
_EXAMPLES = 3


@lru_cache(maxsize=64)
def locale_of(language: str) -> Locale | None:
    """What CLDR knows of the nearest language: a tag it does not know is shortened from its end (`xx-YY`, `xx`)."""
    subtags = language.split("-")
    while subtags:
        try:
            return Locale.parse("-".join(subtags), sep="-")
        except (UnknownLocaleError, ValueError):
            subtags.pop()
    return None


def english_name(language: str) -> str:
    """The language's English name, for messages to authors; the tag itself where it has none."""
    locale = locale_of(language)
    return (locale.english_name if locale else None) or language


def category(language: str, n: int) -> str:
    """The plural category of a whole number: one of CATEGORIES. An unknown language tells one from the rest."""
    locale = locale_of(language)
    if locale is None:
        return "one" if abs(n) == 1 else OTHER
    return str(locale.plural_form(n))


def reached(language: str) -> dict[str, tuple[int, ...]]:
    """The categories that whole numbers below a million reach, each with the first whole numbers in it."""
    found: dict[str, tuple[int, ...]] = {}
    for n in _PROBES:
        its = category(language, n)
        so_far = found.get(its, ())
        if len(so_far) < _EXAMPLES:
            found[its] = (*so_far, n)
    return found
