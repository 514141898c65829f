"""`miss_turns`: a player passes his next turns."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.expressions import keyed, value_at
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.program.folding import add
from parlour.interpreter.program.instructions import Note
from parlour.interpreter.types import INT, PLAYER


def lower(builder: Builder, step: typed.Step) -> None:
    context = builder.context
    field = context.field_named("missing", step.place)
    player = builder.lower(step.arguments["who"])  # type: ignore[arg-type]
    number = builder.lower(step.arguments["n"])  # type: ignore[arg-type]
    slot = keyed(context, field, player, step.place)
    total = add(value_at(context, slot, step.place), number, context.place(step.place))
    builder.set(slot, total, step.place, field.low, field.high)
    builder.tell(Note.MISSES, (player, number), step.place)


ROW = StatementRow(
    verb="miss_turns",
    summary="makes a player miss his next turns",
    manual="Adds to the turns that he still has to miss. A missed turn counts as a turn.",
    example="- miss_turns: 2",
    parameters=(
        Parameter("n", ExpressionOf(INT), "how many turns"),
        Parameter("who", ExpressionOf(PLAYER), "who; else me", required=False),
    ),
    main="n",
    implied="me",
    lower=lower,
)
