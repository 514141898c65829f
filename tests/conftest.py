"""What all tests share. `check_text` checks a text by all stages, as `parlour validate` does, scenarios aside."""

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from parlour.interpreter.diagnostics import Diagnostic, Report, RulesetError
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.verdict import validated

# A busy machine is no fault of what is tested; the gate tries the same examples each time.
settings.register_profile(
    "parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("parlour")

# A shell starts what runs behind it without Ctrl-C, and `nohup` without the end of a terminal; so would be all that the
# tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def check(text: str, name: str) -> list[Diagnostic]:
    """Everything that is found in a text; `name` is the path it is (or would be) read from."""
    report = Report()
    source = decode(text.encode("utf-8", "surrogatepass"), name, report)
    if source:
        loaded = load_source(source, Library(Path(name).parent / "no library"), report, Path(name))
        if loaded and not report.has_errors:
            with suppress(RulesetError):
                validated(loaded, report)
    return report.found


@pytest.fixture(scope="session")
def check_text():
    return check
