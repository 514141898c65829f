"""`let`: names for values, for the rest of the list."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Bindings, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.verbs import StatementRow


def lower(builder: Builder, step: typed.Step) -> None:
    assigned = step.arguments["let"]
    assert isinstance(assigned, typed.Assigned)
    for name, value in assigned.pairs:
        assert isinstance(name, typed.Bound)
        builder.let(name.local, builder.lower(value), value.place)


ROW = StatementRow(
    verb="let",
    summary="names a value for the rest of the list",
    manual="The value is computed once, here. The name cannot be set and is gone where the list of statements ends.",
    example="- let: {half: pot // 2}",
    parameters=(Parameter("let", Bindings(), "the names and their values"),),
    main="let",
    lower=lower,
)
