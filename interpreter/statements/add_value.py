"""`add`: a variable grows by a number."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Assignments, Parameter
from parlour.interpreter.lowering.assigning import assign
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.program.folding import add


def lower(builder: Builder, step: typed.Step) -> None:
    assigned = step.arguments["add"]
    assert isinstance(assigned, typed.Assigned)
    for target, value in assigned.pairs:
        assert isinstance(target, typed.Read)
        total = add(builder.lower(target), builder.lower(value), builder.context.place(value.place))
        assign(builder, target, total, value.place)


ROW = StatementRow(
    verb="add",
    summary="adds to variables of numbers",
    manual="As set, with the value added to what the variable holds; a negative value takes away.",
    example="- add: {me.score: 2}",
    parameters=(Parameter("add", Assignments(), "what grows, and by how much"),),
    main="add",
    lower=lower,
)
