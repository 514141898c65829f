"""`move`: a pawn walks."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.movement import pawn_of, walk
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import INT, PLAYER, TOKEN


def lower(builder: Builder, step: typed.Step) -> None:
    by = step.arguments["by"]
    walk(builder, pawn_of(builder, step), builder.lower(by), step.place)  # type: ignore[arg-type]


ROW = StatementRow(
    verb="move",
    summary="walks a pawn so many squares",
    manual="A negative number walks back. Past the ends the board's `beyond` and `before` decide. In a phase the arrival, "
    "and all that follow from it, are over before the next statement; on a square the arrival waits until the square has "
    "finished. `move: 0` is no arrival.",
    example="- move: 3",
    parameters=(
        Parameter("by", ExpressionOf(INT), "how many squares"),
        Parameter("who", ExpressionOf(PLAYER), "whose pawn; else the pawn that arrives, or me", required=False),
        Parameter("token", ExpressionOf(TOKEN), "which pawn, where there are several", required=False),
    ),
    main="by",
    implied="pawn",
    lower=lower,
)
