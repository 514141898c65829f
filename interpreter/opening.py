"""What somebody calls a ruleset in; the ruleset, checked, out: kept from before, or made by the stages."""

from __future__ import annotations

from pathlib import Path

from parlour.interpreter.checked import Checked
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.kept import recall, remember
from parlour.interpreter.language.document.decoder import read_source
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.locating import located


def opened(reference: str | Path, library: Library) -> Checked:
    """A ruleset of the library or a file. Raises RulesetError, UnknownRuleset, OSError."""
    path, name = located(reference, library)
    report = Report()
    source = read_source(path, report, name)  # once: what a pipe held is gone then
    report.barrier()
    assert source is not None
    known = recall(source, path, library)
    if known is not None:
        return known
    # lark, PyYAML and jsonschema-rs, heavy libraries, come with it, and what is known does without
    from parlour.interpreter.pipeline import made  # noqa: PLC0415

    ruleset = made(source, path, library)
    remember(ruleset)
    return ruleset
