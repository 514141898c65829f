"""`out`: takes a player out of the game."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.capturing import knock_out
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import PLAYER


def lower(builder: Builder, step: typed.Step) -> None:
    knock_out(builder, builder.lower(step.arguments["out"]), step.place)  # type: ignore[arg-type]


ROW = StatementRow(
    verb="out",
    summary="takes a player out of the game",
    manual="He has no more turns and is no longer one of `players`; his counters and cards stay.",
    example="- out: me",
    parameters=(Parameter("out", ExpressionOf(PLAYER), "the player"),),
    main="out",
    lower=lower,
)
