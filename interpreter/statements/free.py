"""`free`: lets a caught player play again."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.capturing import free
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import PLAYER


def lower(builder: Builder, step: typed.Step) -> None:
    free(builder, builder.lower(step.arguments["free"]), step.place)  # type: ignore[arg-type]


ROW = StatementRow(
    verb="free",
    summary="lets a caught player play again",
    manual="He is no longer caught and has no turns to miss.",
    example="- free: me",
    parameters=(Parameter("free", ExpressionOf(PLAYER), "the player"),),
    main="free",
    lower=lower,
)
