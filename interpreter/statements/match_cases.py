"""`match`: one of several cases."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import CaseList, ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.matching import match_cases
from parlour.interpreter.lowering.verbs import StatementRow


def lower(builder: Builder, step: typed.Step) -> None:
    cases = step.arguments["cases"]
    assert isinstance(cases, typed.Cases)
    match_cases(builder, step.arguments["match"], cases, step.place)  # type: ignore[arg-type]


ROW = StatementRow(
    verb="match",
    summary="runs the case that fits a value",
    manual="Cases are numbers, ranges, lists of them, words, cards, or throws (`6 3`, in any order). They must not overlap, "
    "and either cover every value or have `otherwise`.",
    example="- {match: me.score, cases: {1: {add: {me.score: 1}}, 2..4: [], otherwise: {end: turn}}}",
    parameters=(
        Parameter("match", ExpressionOf(), "the value"),
        Parameter("cases", CaseList(), "the cases", beside=True),
    ),
    main="match",
    lower=lower,
)
