"""Texts become rulesets, and their scenarios are run by a machine that tests itself at every step."""

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.opening import opened
from parlour.interpreter.pipeline import checked
from parlour.interpreter.scenarios.runner import failures, run_scenarios


def checked_text(text):
    report = Report()
    source = decode(text.encode(), "example.yaml", report)
    loaded = load_source(source, Library(), report)
    report.barrier()
    return checked(loaded, report)


@pytest.fixture(scope="session")
def results_of():
    """The results of a ruleset's scenarios."""
    return lambda text: run_scenarios(checked_text(text), promises=True)


@pytest.fixture(scope="session")
def faults_of(results_of):
    """What `validate` would say of them."""
    return lambda text: list(failures(results_of(text)))


@pytest.fixture(scope="session")
def checked_file():
    """The results of the scenarios of a file."""
    return lambda path: run_scenarios(opened(path, Library()), promises=True)
