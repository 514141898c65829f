"""The stages in their order: a file becomes a checked model, a model and its constants become a program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from parlour.interpreter.diagnostics import Diagnostic, Report, RulesetError
from parlour.interpreter.functions import FUNCTIONS
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import Loaded, load
from parlour.interpreter.language.loading.removals import with_removals
from parlour.interpreter.language.reader import read_ruleset
from parlour.interpreter.language.resolving.resolver import resolve
from parlour.interpreter.language.resolving.typed import Model
from parlour.interpreter.language.signatures import Statement, Vocabulary
from parlour.interpreter.lowering.programs import Programs
from parlour.interpreter.lowering.settled import Chosen, Settled
from parlour.interpreter.lowering.settling import settle
from parlour.interpreter.program.program import Program
from parlour.interpreter.sound import is_known_to_be_sound, remember_to_be_sound
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


def checked(loaded: Loaded, report: Report, sound: bool = False) -> Checked:
    """validate → parse → resolve → check. Raises RulesetError with all faults of the first stage that has any.

    `sound`: this was done before, and nothing was found.
    """
    with faults_told(loaded, report):
        if sound:
            return Checked(loaded, Programs(_read(loaded, report)), ())
        # jsonschema-rs and Babel, two heavy libraries, come with it, and what is known to be sound does without
        from parlour.interpreter.inspection import inspected  # noqa: PLC0415

        model = inspected(loaded, _read, report)
        return Checked(loaded, Programs(model), tuple(report))


def _read(loaded: Loaded, report: Report) -> Model:
    """parse → resolve."""
    ruleset = read_ruleset(loaded.tree, VERBS, report)
    report.barrier()
    model = resolve(ruleset, VOCABULARY, report)
    report.barrier()
    return model


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
    sound = not report.found and is_known_to_be_sound(loaded)
    ruleset = checked(loaded, report, sound)
    if not sound and not report.found:
        remember_to_be_sound(loaded)
    return ruleset
