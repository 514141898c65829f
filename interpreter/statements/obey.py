"""`obey`: the statements of an event card run."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.matching import match_cases
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import Kind, Type


def lower(builder: Builder, step: typed.Step) -> None:
    cases = step.arguments["cases"]
    assert isinstance(cases, typed.Cases)
    match_cases(builder, step.arguments["obey"], cases, step.place)  # type: ignore[arg-type]


ROW = StatementRow(
    verb="obey",
    summary="does what a card says",
    manual="Runs the `do:` of the card's kind in its deck's `cards:`; a card without one says nothing.",
    example="- obey: card",
    parameters=(Parameter("obey", ExpressionOf(Type(Kind.CARD)), "the card"),),
    main="obey",
    implied="card",
    lower=lower,
)
