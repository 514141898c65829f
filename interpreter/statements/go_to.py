"""`go_to`: a pawn is put on a square."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.movement import pawn_of, place_on
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.program.expressions import TRUE
from parlour.interpreter.types import BOOL, PLAYER, TOKEN, Kind, Type


def lower(builder: Builder, step: typed.Step) -> None:
    land = step.arguments.get("land")
    lands = builder.lower(land) if land is not None else TRUE  # type: ignore[arg-type]
    square = builder.lower(step.arguments["to"])  # type: ignore[arg-type]
    place_on(builder, pawn_of(builder, step), square, lands, step.place)


ROW = StatementRow(
    verb="go_to",
    summary="puts a pawn on a square",
    manual="The pawn does not walk, so nothing is passed and `going` stays as it was. It arrives there like a pawn that "
    "walked; with `land: false` it is only put there.",
    example="- go_to: 12",
    parameters=(
        Parameter("to", ExpressionOf(Type(Kind.SQUARE)), "the square; 0 is off the board"),
        Parameter("who", ExpressionOf(PLAYER), "whose pawn; else the pawn that arrives, or me", required=False),
        Parameter("token", ExpressionOf(TOKEN), "which pawn, where there are several", required=False),
        Parameter("land", ExpressionOf(BOOL), "false: no arrival", required=False),
    ),
    main="to",
    implied="pawn",
    lower=lower,
)
