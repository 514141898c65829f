"""What the tests of texts share: YAML as a tree, messages and words of it."""

from types import SimpleNamespace

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.locale.message import parse_message
from parlour.interpreter.locale.texts import parse_texts
from parlour.interpreter.locale.words import parse_word
from parlour.interpreter.source import Source


def tree_of(text):
    report = Report()
    tree = read(Source("texts.yaml", text), report)
    assert [d for d in report if d.severity == "error"] == []
    return tree


def parsed(reader):
    """Read the value behind `m: …` with a parser; gives what it makes and what it reports."""

    def parse(text):
        report = Report()
        return SimpleNamespace(made=reader(tree_of(text).get("m"), report), report=report, text=text)

    return parse


@pytest.fixture(scope="session")
def message():
    return parsed(parse_message)


@pytest.fixture(scope="session")
def word():
    return parsed(parse_word)


@pytest.fixture(scope="session")
def texts():
    """Texts of a language from a YAML text with `texts:` and `words:`; faults are not expected."""

    def make(language, text):
        report, tree = Report(), tree_of(text)
        made = parse_texts(language, tree.get("texts"), tree.get("words"), report)
        assert report.found == []
        return made

    return make


def marked(text, place):
    """What a place covers in a text: the very characters that a fault points at."""
    return text.split("\n")[place.line - 1][place.column - 1 : place.end_column - 1]


@pytest.fixture(scope="session")
def found():
    """`code: what is marked` for each fault in a report, in order."""

    def show(report, text):
        return [f"{d.code}: {marked(text, d.place)}" for d in report]

    return show
