"""A ruleset without errors: with options and seats it becomes a program. The stages settle and lower."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from parlour.interpreter.diagnostics import Diagnostic, Report
from parlour.interpreter.language.loading.loaded import Loaded
from parlour.interpreter.language.resolving.typed import Model
from parlour.interpreter.lowering.programs import Programs
from parlour.interpreter.lowering.settled import Chosen, Settled
from parlour.interpreter.lowering.settling import settle
from parlour.interpreter.program.program import Program


class Checked(Struct, frozen=True):
    """Its text, its model with its programs, and the warnings that were found."""

    loaded: Loaded
    programs: Programs
    warnings: tuple[Diagnostic, ...]

    @property
    def model(self) -> Model:
        return self.programs.model


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
