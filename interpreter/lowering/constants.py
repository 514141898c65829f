"""Constant expressions: computed while settling, before there is a state to read."""

from __future__ import annotations

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed
from parlour.interpreter.lowering.context import Context, NotConstant, Refused
from parlour.interpreter.lowering.expressions import constant_value, lower
from parlour.interpreter.lowering.settled import Settled


def constant(model: typed.Model, node: Typed, settled: Settled, report: Report) -> int:
    """The value of a constant expression; 0 after a fault: what in it changes during the game, or grows too large."""
    context = Context(model, settled, report)
    try:
        return constant_value(lower(context, node), node)
    except Refused:
        return 0
    except NotConstant as fault:
        refuse(fault, report)
        return 0


def refuse(fault: NotConstant, report: Report) -> None:
    """Tell what changes during the game where it may not."""
    message = "a constant is needed here, and this changes during the game"
    report.error("P415", message, fault.place, "only numbers, options and seat_count are constant")
