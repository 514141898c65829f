"""The stages in their order: a text becomes a checked model. (Settle and lower, which make a program of it: checked.py.)"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from parlour.interpreter.checked import Checked
from parlour.interpreter.checking.checker import check
from parlour.interpreter.diagnostics import Report, RulesetError
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loaded import Loaded
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.language.loading.removals import with_removals
from parlour.interpreter.language.reader import read_ruleset
from parlour.interpreter.language.resolving.resolver import resolve
from parlour.interpreter.language.resolving.typed import Model
from parlour.interpreter.language.validator import validate
from parlour.interpreter.lowering.programs import Programs
from parlour.interpreter.source import Source
from parlour.interpreter.vocabulary import VOCABULARY


def made(source: Source, path: Path, library: Library) -> Checked:
    """load → … → check, of the text of a file. Raises RulesetError."""
    report = Report()
    loaded = load_source(source, library, report, path)
    report.barrier()
    assert loaded is not None
    return checked(loaded, report)


def checked(loaded: Loaded, report: Report) -> Checked:
    """validate → parse → resolve → check. Raises RulesetError with all faults of the first stage that has any."""
    with faults_told(loaded, report):
        return Checked(loaded, Programs(_inspected(loaded, report)), tuple(report))


def _inspected(loaded: Loaded, report: Report) -> Model:
    validate(loaded.tree, report)
    report.barrier()
    ruleset = read_ruleset(loaded.tree, VOCABULARY.statements, report)
    report.barrier()
    model = resolve(ruleset, VOCABULARY, report)
    report.barrier()
    spoken = {s: language for s, language in zip(loaded.sources, loaded.languages, strict=True) if language}
    check(model, spoken, report)
    report.barrier()
    return model


@contextmanager
def faults_told(loaded: Loaded, report: Report) -> Iterator[None]:
    """Faults at what is missing tell who took it away; rules that are deeper in one another than this process can follow
    are a fault of the ruleset."""
    try:
        yield
    except RulesetError as fault:
        raise RulesetError(with_removals(fault.diagnostics, loaded)) from None
    except RecursionError:
        hint = "make chains of formulas and effects shorter, and statements and expressions less deep"
        report.error("P516", "rules are too deep in one another", loaded.own.place, hint)
        raise RulesetError(report.found) from None
