"""Plural categories by CLDR: which there are, which number takes which, which a ruleset has to write."""

from importlib.metadata import version

import pytest
from babel.core import Locale
from babel.localedata import locale_identifiers

from parlour.interpreter.locale import cldr, plurals
from parlour.interpreter.locale.tags import languages
from parlour.interpreter.manual.plurals import plurals_text

CASES = {
    "ca": {"one": [1], "other": [0, 2, 3, 5, 11, 21, 22, 101, 102, 999_999]},
    "en": {"one": [1], "other": [0, 2, 3, 5, 11, 21, 22, 101, 102]},
    "nl": {"one": [1], "other": [0, 2, 3, 5, 11, 21, 22, 101, 102]},
    "hr": {"one": [1, 21, 101], "few": [2, 3, 22, 102], "other": [0, 5, 11, 12, 13, 14, 111, 112]},
    "sl": {"one": [1, 101], "two": [2, 102], "few": [3, 4, 103], "other": [0, 5, 11, 21, 22, 100, 111]},
    "uk": {"one": [1, 21, 101], "few": [2, 3, 22, 102], "many": [0, 5, 11, 12, 14, 111, 112]},
}


@pytest.mark.parametrize("language", CASES)
def test_categories_of_numbers(language):
    found = {c: [n for n in numbers if cldr.category(language, n) == c] for c, numbers in CASES[language].items()}
    assert found == CASES[language]
    assert plurals.required(language) == tuple(CASES[language])


@pytest.mark.parametrize("language", CASES)
def test_a_debt_is_counted_like_a_sum(language):
    assert [cldr.category(language, -n) for n in range(30)] == [cldr.category(language, n) for n in range(30)]


@pytest.mark.parametrize(
    ("tag", "required"),
    [
        ("nl-BE", ("one", "other")),
        ("NL-be", ("one", "other")),
        ("sr-Latn", ("one", "few", "other")),
        ("sr-Latn-RS", ("one", "few", "other")),
        ("sl-rozaj", ("one", "two", "few", "other")),
        ("uk-x-home", ("one", "few", "many")),
        ("en-US-x-twain", ("one", "other")),
        ("ja", ("other",)),
    ],
)
def test_tags_with_regions_scripts_and_variants(tag, required):
    assert plurals.known(tag)
    assert plurals.required(tag) == required


@pytest.mark.parametrize("tag", ["xx", "tlh", "x-home", "", "-", "12", "not a tag", "nl_BE", "../en"])
def test_an_unknown_language_tells_one_from_the_rest_and_requires_nothing(tag):
    assert not plurals.known(tag)
    assert plurals.required(tag) == ("other",)
    assert [cldr.category(tag, n) for n in (0, 1, 2, 5)] == ["other", "one", "other", "other"]
    assert cldr.english_name(tag) == tag


def test_examples_help_an_author():
    assert plurals.examples("sl", "two") == (2, 102, 202)
    assert plurals.examples("ca", "many") == ()
    assert cldr.english_name("sl") == "Slovenian"


def test_forms_of_one_number_alone():
    assert [plurals.is_single(language, "one") for language in CASES] == [True, True, True, False, False, False]
    assert not plurals.is_single("nl", "other")


def test_no_category_hides_between_the_numbers_that_are_tried():
    """`required` tries some numbers for all below a million; here, for every rule of CLDR, others are tried too."""
    rules = {}
    for identifier in locale_identifiers():
        rule = Locale.parse(identifier).plural_form
        rules.setdefault(str(rule), (identifier.replace("_", "-"), rule))
    assert len(rules) > 30
    for tag, rule in rules.values():
        tried = {rule(n) for n in (*range(1_000, 2_000, 3), *range(7, 1_000_000, 4_999))}
        assert tried <= set(cldr.reached(tag)), tag


def test_the_file_is_what_babel_says():
    """Of the version that it is from: another may know more of some language."""
    written = plurals.TABLE.read_text(encoding="utf-8")
    if plurals.table().babel != version("babel"):
        pytest.skip(f"Babel {plurals.table().babel} wrote it")
    assert written == plurals_text(), "it is old: run python -m parlour.interpreter.manual"


@pytest.mark.parametrize("language", languages())
def test_the_file_and_babel_agree_on_the_languages_of_the_engine(language):
    reached = cldr.reached(language)
    assert set(plurals.required(language)) == set(reached)
    assert all(plurals.examples(language, c) == numbers for c, numbers in reached.items())
