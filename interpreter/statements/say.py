"""`say`: a sentence of the ruleset is told."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter, Speech
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.program.expressions import Constant
from parlour.interpreter.program.instructions import Note
from parlour.interpreter.types import PLAYER


def lower(builder: Builder, step: typed.Step) -> None:
    spoken, to = step.arguments["say"], step.arguments.get("to")
    assert isinstance(spoken, typed.Spoken)
    hearer = builder.lower(to) if to is not None else Constant(-1)  # type: ignore[arg-type]
    text = builder.text(spoken.text, spoken.arguments)
    values = tuple(builder.lower(value) for _, value in spoken.arguments)
    builder.tell(Note.SAID, (hearer, *values), step.place, text)


ROW = StatementRow(
    verb="say",
    summary="tells the players a sentence",
    manual="The sentence is in `texts:`, in the ruleset's language; the values fill its placeholders. `to` tells one player.",
    example="- say: {pays: {who: me, n: 2}}",
    parameters=(
        Parameter("say", Speech(), "the text and its values"),
        Parameter("to", ExpressionOf(PLAYER), "who hears it; else all", required=False, beside=True),
    ),
    main="say",
    lower=lower,
)
