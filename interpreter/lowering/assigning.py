"""Variables get values: the slot is found, the declared range is the check of the instruction."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.program.expressions import Constant, Expr
from parlour.interpreter.source import Place


def assign(builder: Builder, target: typed.Read, value: Expr, place: Place) -> None:
    """Set a variable; a constant outside its range is a fault now, any other value when the rule runs."""
    field = builder.context.field_of(target.symbol, target.place)
    if isinstance(value, Constant) and not field.low <= value.value <= field.high:
        message = f"'{field.name}' cannot be {value.value}: its range is {field.low}..{field.high}"
        builder.context.report.error("P505", message, place)
        return
    builder.set(builder.target(target), value, place, field.low, field.high)
