"""`phase`: the game goes on with another phase."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Parameter, ReferenceTo
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.leaving import go_to_phase
from parlour.interpreter.lowering.verbs import StatementRow


def lower(builder: Builder, step: typed.Step) -> None:
    name = step.arguments["phase"]
    assert isinstance(name, typed.Name)
    go_to_phase(builder, name)


ROW = StatementRow(
    verb="phase",
    summary="goes on with another phase",
    manual="Leaves every loop, effect and arrival at once and begins the phase of that name.",
    example="- phase: play",
    parameters=(Parameter("phase", ReferenceTo("phase"), "which phase"),),
    main="phase",
    lower=lower,
)
