"""`roll`: chance shows a throw."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, NewName, Parameter, ReferenceTo
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.rolling import roll
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import INT, THROW


def lower(builder: Builder, step: typed.Step) -> None:
    device, number = step.arguments["with"], step.arguments.get("number")
    assert isinstance(device, typed.Symbol)
    count = builder.lower(number) if number is not None else None  # type: ignore[arg-type]
    roll(builder, device, count, step.arguments.get("as"), step.place)


ROW = StatementRow(
    verb="roll",
    summary="throws dice, spins a wheel, draws a ticket",
    manual="The device is declared in `chance:`. `number` says how many of its dice are thrown this time; none is an empty "
    "throw. The throw is a multiset: the order of the dice does not count. `as` names it for the rest of the list, or "
    "writes the declared variable of that name.",
    example="- roll: {with: dice, as: t}",
    parameters=(
        Parameter("with", ReferenceTo("device"), "a device of chance:"),
        Parameter("number", ExpressionOf(INT), "how many dice, if not all", required=False),
        Parameter("as", NewName(THROW), "a name for the throw"),
    ),
    lower=lower,
)
