"""Models of small rulesets and of the library, for tests of the checks' inner workings."""

from pathlib import Path

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.language.reader import read_ruleset
from parlour.interpreter.language.resolving.resolver import resolve
from parlour.interpreter.vocabulary import VOCABULARY

HEAD = "parlour: 1\nid: example\ntitle: Example\nplayers: {min: 2, max: 4}\n"


@pytest.fixture(scope="session")
def model_of():
    """The model of sections (a head is added) or of a whole ruleset; resolved, not checked."""

    def model(text, head=HEAD):
        report = Report()
        source = decode((head + text).encode(), "example.yaml", report)
        loaded = load_source(source, Library(Path(__file__).parents[2] / "rulesets"), report)
        ruleset = read_ruleset(loaded.tree, VOCABULARY.statements, report)
        found = resolve(ruleset, VOCABULARY, report)
        assert not report.has_errors, [str(d) for d in report]
        return found

    return model
