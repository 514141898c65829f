"""`end`: the turn, the phase or the game is over."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Ending, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.leaving import leave
from parlour.interpreter.lowering.verbs import StatementRow


def lower(builder: Builder, step: typed.Step) -> None:
    ended = step.arguments["end"]
    assert isinstance(ended, typed.Ended)
    leave(builder, ended)


ROW = StatementRow(
    verb="end",
    summary="ends the turn, the phase or the game",
    manual="Leaves every loop, effect and arrival at once. The game ends with an outcome, whose text is told, and winners: "
    "a player, a pick, or nobody; `say` passes values to the text, which also knows `who`.",
    example="- end: {outcome: reached, winners: me}",
    parameters=(Parameter("end", Ending(), "what ends"),),
    main="end",
    lower=lower,
)
