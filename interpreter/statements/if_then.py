"""`if`: statements under a condition."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Body, ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.program.expressions import Constant
from parlour.interpreter.types import BOOL


def lower(builder: Builder, step: typed.Step) -> None:
    then, otherwise = step.arguments.get("then", ()), step.arguments.get("else", ())
    assert isinstance(then, tuple) and isinstance(otherwise, tuple)
    test = builder.lower(step.arguments["if"])  # type: ignore[arg-type]
    if isinstance(test, Constant):
        builder.block(then if test.value else otherwise)
        return
    other, after = builder.label(), builder.label()
    builder.branch(test, other)
    builder.block(then)
    builder.jump(after)
    builder.mark(other)
    builder.block(otherwise)
    builder.mark(after)


ROW = StatementRow(
    verb="if",
    summary="runs statements when a condition holds",
    manual="`then` runs when it holds, `else` when it does not. Beside any other verb, `if` is a guard for that one "
    "statement and needs no `then`.",
    example="- {if: me.score > 3, then: {end: turn}, else: {add: {me.score: 1}}}",
    parameters=(
        Parameter("if", ExpressionOf(BOOL), "the condition"),
        Parameter("then", Body(), "when it holds", beside=True),
        Parameter("else", Body(), "when it does not", required=False, beside=True),
    ),
    main="if",
    lower=lower,
)
