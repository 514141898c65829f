"""`catch`: holds a player until somebody frees him."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.capturing import catch
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import PLAYER


def lower(builder: Builder, step: typed.Step) -> None:
    catch(builder, builder.lower(step.arguments["catch"]), step.place)  # type: ignore[arg-type]


ROW = StatementRow(
    verb="catch",
    summary="holds a player until somebody frees him",
    manual="His turns come and count, but he does not play them. A race where players are caught says in "
    "`stuck` what happens when nobody can go on.",
    example="- catch: me",
    parameters=(Parameter("catch", ExpressionOf(PLAYER), "the player"),),
    main="catch",
    lower=lower,
)
