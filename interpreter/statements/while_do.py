"""`while`: statements as long as a condition holds."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Body, ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import BOOL


def lower(builder: Builder, step: typed.Step) -> None:
    body = step.arguments.get("do", ())
    assert isinstance(body, tuple)
    again, done = builder.label(), builder.label()
    builder.mark(again)
    builder.branch(builder.lower(step.arguments["while"]), done)  # type: ignore[arg-type]
    builder.block(body)
    builder.jump(again)
    builder.mark(done)


ROW = StatementRow(
    verb="while",
    summary="repeats statements as long as a condition holds",
    manual="The condition is asked before each round. `end: turn`, `end: phase` and the end of the game leave the loop. "
    "Going round without a chance or a choice for very long is a fault.",
    example="- {while: me.score < 3, do: {add: {me.score: 1}}}",
    parameters=(
        Parameter("while", ExpressionOf(BOOL), "the condition"),
        Parameter("do", Body(), "what is repeated", beside=True),
    ),
    main="while",
    lower=lower,
)
