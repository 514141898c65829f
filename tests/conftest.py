"""What all tests share. `check_text` is the one place that says which stages a text is checked by."""

from pathlib import Path

import pytest

from parlour.interpreter.diagnostics import Diagnostic, Report
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.language.validator import validate


def check(text: str, name: str) -> list[Diagnostic]:
    """Everything that is found in a text; `name` is the path it is (or would be) read from."""
    report = Report()
    source = decode(text.encode("utf-8", "surrogatepass"), name, report)
    if source:
        loaded = load_source(source, Library(Path(name).parent / "no library"), report, Path(name))
        if loaded and not report.has_errors:
            validate(loaded.tree, report)
    return report.found


@pytest.fixture(scope="session")
def check_text():
    return check
