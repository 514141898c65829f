"""Settings of one model come in, their programs go out, each lowered once however often it is asked for."""

from __future__ import annotations

from parlour.interpreter.diagnostics import Diagnostic, Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.lowering import lower
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.program.program import Program

MOST_KEPT = 100  # programs; the oldest makes room

Setting = tuple[int, tuple[tuple[str, int], ...]]


class Programs:
    """The programs of a model: to check it, to run its scenarios and to play it takes many of the same."""

    def __init__(self, model: typed.Model) -> None:
        self.model = model
        self._known: dict[Setting, tuple[Program | None, tuple[Diagnostic, ...]]] = {}

    def of(self, settled: Settled, report: Report) -> Program | None:
        """The program of a setting; None after faults, which every report gets that it is asked with."""
        setting = settled.seats, tuple(settled.options.items())
        if setting not in self._known:
            own = Report()
            if len(self._known) >= MOST_KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[setting] = lower(self.model, settled, own), tuple(own)
        program, found = self._known[setting]
        report.found.extend(found)
        return program
