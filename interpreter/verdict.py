"""An id, a path or a text in; everything that is wrong with the ruleset there, its scenarios too, out."""

from __future__ import annotations

from pathlib import Path

from parlour.interpreter.checked import Checked
from parlour.interpreter.checking.settings import check_settings
from parlour.interpreter.diagnostics import Diagnostic, Report, RulesetError
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loaded import Loaded
from parlour.interpreter.language.loading.loader import load, load_source
from parlour.interpreter.pipeline import checked, faults_told
from parlour.interpreter.scenarios.inherited import problems
from parlour.interpreter.scenarios.runner import run_scenarios


def check(path: str | Path, library: Library | None = None, most: int | None = None) -> list[Diagnostic]:
    """Everything that is wrong with a ruleset, failing scenarios too; nothing where it can be played as it says.

    `most`: how many failing scenarios of its bases are told one by one (None: all). Raises UnknownRuleset and OSError.
    """
    report = Report()
    return _problems(load(path, library or Library(), report), report, most)


def check_text(content: bytes, name: str, library: Library | None = None, most: int | None = None) -> list[Diagnostic]:
    """As `check`, of a text that is no file; `name` is what diagnostics print."""
    report = Report()
    source = decode(content, name, report)
    return _problems(load_source(source, library or Library(), report) if source else None, report, most)


def validated(loaded: Loaded, report: Report) -> Checked:
    """All stages, so that what validates, plays: checked, then settled and lowered with every option at its ends.

    Raises RulesetError with all faults of the first stage that has any.
    """
    found = checked(loaded, report)
    with faults_told(loaded, report):
        check_settings(found.programs, report)
        report.barrier()
    return Checked(loaded, found.programs, tuple(report))


def _problems(loaded: Loaded | None, report: Report, most: int | None) -> list[Diagnostic]:
    try:
        report.barrier()
        assert loaded is not None
        ruleset = validated(loaded, report)
    except RulesetError as fault:
        return list(fault.diagnostics)
    return [*ruleset.warnings, *problems(ruleset, run_scenarios(ruleset), most)]
