"""The stages in their order: a file becomes a checked model, a model and its constants become a program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from parlour.interpreter.checking.checker import check
from parlour.interpreter.checking.settings import check_settings
from parlour.interpreter.diagnostics import Diagnostic, Report, RulesetError
from parlour.interpreter.functions import FUNCTIONS
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import Loaded, load
from parlour.interpreter.language.reader import read_ruleset
from parlour.interpreter.language.resolving.resolver import resolve
from parlour.interpreter.language.resolving.typed import Model
from parlour.interpreter.language.signatures import Statement, Vocabulary
from parlour.interpreter.language.validator import validate
from parlour.interpreter.lowering.programs import Programs
from parlour.interpreter.lowering.settled import Chosen, Settled
from parlour.interpreter.lowering.settling import settle
from parlour.interpreter.program.program import Program
from parlour.interpreter.statements import STATEMENTS

VERBS: dict[str, Statement] = dict(STATEMENTS)
VOCABULARY = Vocabulary(VERBS, FUNCTIONS)


class Checked(Struct, frozen=True):
    """A ruleset without errors: its text, its model with its programs, and the warnings that were found."""

    loaded: Loaded
    programs: Programs
    warnings: tuple[Diagnostic, ...]

    @property
    def model(self) -> Model:
        return self.programs.model


@contextmanager
def _depth_told(loaded: Loaded, report: Report) -> Iterator[None]:
    """Rules that are deeper in one another than this process can follow are a fault of the ruleset."""
    try:
        yield
    except RecursionError:
        hint = "make chains of formulas and effects shorter, and statements and expressions less deep"
        report.error("P516", "rules are too deep in one another", loaded.own.place, hint)
        raise RulesetError(report.found) from None


def checked(loaded: Loaded, report: Report) -> Checked:
    """validate → parse → resolve → check. Raises RulesetError with all faults of the first stage that has any."""
    with _depth_told(loaded, report):
        return _checked(loaded, report)


def _checked(loaded: Loaded, report: Report) -> Checked:
    validate(loaded.tree, report)
    report.barrier()
    ruleset = read_ruleset(loaded.tree, VERBS, report)
    report.barrier()
    model = resolve(ruleset, VOCABULARY, report)
    report.barrier()
    spoken = {s: language for s, language in zip(loaded.sources, loaded.languages, strict=True) if language}
    check(model, spoken, report)
    report.barrier()
    return Checked(loaded, Programs(model), tuple(report))


def validated(loaded: Loaded, report: Report) -> Checked:
    """All stages, so that what validates, plays: checked, then settled and lowered with every option at its ends.

    Raises RulesetError with all faults of the first stage that has any.
    """
    found = checked(loaded, report)
    with _depth_told(loaded, report):
        check_settings(found.programs, report)
    report.barrier()
    return Checked(loaded, found.programs, tuple(report))


def compiled(
    ruleset: Checked, seats: int | None = None, options: Mapping[str, Chosen] | None = None
) -> tuple[Program, Settled]:
    """settle → lower. Raises RulesetError."""
    report = Report()
    settled = settle(ruleset.model, report, seats, options)
    report.barrier()
    program = ruleset.programs.of(settled, report)
    report.barrier()
    assert program is not None
    return program, settled


def opened(reference: str | Path, library: Library) -> Checked:
    """Load and check a ruleset of the library or a file. Raises RulesetError, UnknownRuleset, OSError."""
    report = Report()
    loaded = load(reference, library, report)
    report.barrier()
    assert loaded is not None
    return checked(loaded, report)
