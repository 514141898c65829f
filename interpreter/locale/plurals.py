"""A language tag and a whole number come in; the plural category of CLDR that the number takes there goes out."""

from __future__ import annotations

from functools import lru_cache

from babel.core import Locale, UnknownLocaleError

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
OTHER = "other"  # the category that every language has, and the form that stands in for a missing one

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


def known(language: str) -> bool:
    """Whether CLDR has the plural rules of this BCP 47 tag, or of a shorter one that it begins with."""
    return locale_of(language) is not None


def name(language: str) -> str:
    """The language's English name, for messages to authors; the tag itself where it has none."""
    locale = locale_of(language)
    return (locale.english_name if locale else None) or language


def category(language: str, n: int) -> str:
    """The plural category of a whole number: one of CATEGORIES. An unknown language tells one from the rest."""
    locale = locale_of(language)
    if locale is None:
        return "one" if abs(n) == 1 else OTHER
    return str(locale.plural_form(n))


def required(language: str) -> tuple[str, ...]:
    """The categories that whole numbers below a million reach, in CLDR's order; all of them need a form."""
    if not known(language):  # nobody can say which forms it needs
        return (OTHER,)
    return tuple(c for c in CATEGORIES if c in _reached(language))


def examples(language: str, of: str) -> tuple[int, ...]:
    """The first whole numbers of a category, three at most; none where the language does not use it."""
    return _reached(language).get(of, ())


def is_single(language: str, of: str) -> bool:
    """Whether one whole number alone takes this category, so that its form need not show the number."""
    return len(examples(language, of)) == 1


@lru_cache(maxsize=64)
def _reached(language: str) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for n in _PROBES:
        its = category(language, n)
        so_far = found.get(its, ())
        if len(so_far) < _EXAMPLES:
            found[its] = (*so_far, n)
    return found
