"""The examples of the codes P6xx: each wrong one gives its code, each right one gives no fault of texts at all.

What `say` passes is read here by its looks (me: a player, digits: a number, words: a word).
"""

import pytest

from parlour.interpreter.codes.texts import TEXTS
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Scalar
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.locale.catalogue import chain, signatures
from parlour.interpreter.locale.parameters import Parameter, Shown, Use
from parlour.interpreter.locale.texts import parse_texts
from parlour.interpreter.locale.texts_checker import check_language, check_texts
from parlour.interpreter.source import Source


def parameter(value: Scalar):
    if value.text.isdigit():
        return Parameter(Shown.NUMBER)
    return Parameter(Shown.PLAYER) if value.text == "me" else Parameter(Shown.WORD, tuple(value.text.split(" or ")))


def faults(text):
    report = Report()
    tree = read(Source("example.yaml", text), report)
    (said,) = tree.get("phases").get("race").get("do").items[0].get("say")
    passed = {entry.key.text: parameter(entry.value) for entry in said.value}
    uses = {said.key.text: Use(passed, said.key.place, frozenset(passed))}
    language = tree.get("language")
    texts = parse_texts(language.text, tree.get("texts"), tree.get("words"), report)
    check_language(language.text, language.place, report)
    check_texts(texts, uses, report, fallback=chain(language.text), engine=signatures())
    return {d.code for d in report}


# Those with a base, and what is said of outcomes, are tried by all stages (tests/test_codes.py).
ALONE = [row for row in TEXTS if not row.beside and row.code != "P626"]


@pytest.mark.parametrize("row", ALONE, ids=lambda row: row.code)
def test_the_wrong_example_gives_the_code(row):
    assert row.code in faults(row.wrong)


@pytest.mark.parametrize("row", ALONE, ids=lambda row: row.code)
def test_the_right_example_gives_none(row):
    assert faults(row.right) <= ({"P620"} if row.code == "P622" else set())
