"""Settings of one model come in, their programs go out, each lowered once however often it is asked for."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.diagnostics import Diagnostic, Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.lowering import Emitted, emitted
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.program.program import Program

MOST_KEPT = 100  # programs; the oldest makes room

Setting = tuple[int, tuple[tuple[str, int], ...]]


class _Known(Struct):
    """What came of a setting: its program is linked when somebody runs it."""

    emitted: Emitted | None
    faults: tuple[Diagnostic, ...]
    program: Program | None = None


class Programs:
    """The programs of a model: to check it, to run its scenarios and to play it takes many of the same."""

    def __init__(self, model: typed.Model) -> None:
        self.model = model
        self._known: dict[Setting, _Known] = {}

    def __reduce__(self) -> tuple[type[Programs], tuple[typed.Model]]:
        """As it travels: the model alone, of which programs are made."""
        return Programs, (self.model,)

    def try_out(self, settled: Settled, report: Report) -> None:
        """Find the faults of a setting that nobody may play."""
        report.found.extend(self._of(settled).faults)

    def of(self, settled: Settled, report: Report) -> Program | None:
        """The program of a setting; None after faults, which every report gets that it is asked with."""
        known = self._of(settled)
        if known.program is None and known.emitted is not None:
            known.program, known.emitted = known.emitted.linked(), None
        report.found.extend(known.faults)
        return known.program

    def _of(self, settled: Settled) -> _Known:
        setting = settled.seats, tuple(settled.options.items())
        if setting not in self._known:
            own = Report()
            if len(self._known) >= MOST_KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[setting] = _Known(emitted(self.model, settled, own), tuple(own))
        return self._known[setting]
