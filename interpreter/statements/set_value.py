"""`set`: a variable gets a value."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Assignments, Parameter
from parlour.interpreter.lowering.assigning import assign
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.verbs import StatementRow


def lower(builder: Builder, step: typed.Step) -> None:
    assigned = step.arguments["set"]
    assert isinstance(assigned, typed.Assigned)
    for target, value in assigned.pairs:
        assert isinstance(target, typed.Read)
        assign(builder, target, builder.lower(value), value.place)


ROW = StatementRow(
    verb="set",
    summary="gives variables a value",
    manual="Each target is a declared variable, with its key where it has one. Several are set one after the other. "
    "A value outside the variable's range is a fault.",
    example="- set: {me.score: 3}",
    parameters=(Parameter("set", Assignments(), "what is set, and to what"),),
    main="set",
    lower=lower,
)
