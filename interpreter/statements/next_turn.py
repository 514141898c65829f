"""`next_turn`: who has the next turn."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.program.expressions import Constant
from parlour.interpreter.program.folding import add
from parlour.interpreter.types import PLAYER


def lower(builder: Builder, step: typed.Step) -> None:
    player = builder.lower(step.arguments["next_turn"])  # type: ignore[arg-type]
    slot = builder.context.field_named("next turn", step.place).base
    builder.set_slot(slot, add(player, Constant(1)), step.place)


ROW = StatementRow(
    verb="next_turn",
    summary="says whose turn is next",
    manual="Remembered until the turn is over; the order goes on from that player. The last one said counts.",
    example="- next_turn: me",
    parameters=(Parameter("next_turn", ExpressionOf(PLAYER), "the player"),),
    main="next_turn",
    lower=lower,
)
