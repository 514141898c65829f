"""`for`: statements for each of a set."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Body, Parameter, PickOf
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.looping import for_each
from parlour.interpreter.lowering.verbs import StatementRow


def lower(builder: Builder, step: typed.Step) -> None:
    picked, body = step.arguments["for"], step.arguments.get("do", ())
    assert isinstance(picked, typed.Picked) and isinstance(body, tuple)
    for_each(builder, picked, lambda: builder.block(body), step.place)


ROW = StatementRow(
    verb="for",
    summary="runs statements for each of a set",
    manual="`NAME in SET where COND`: the set is fixed when the loop begins, the condition is asked at each step. "
    "`me in players` makes each of them `me` in turn.",
    example="- {for: p in players where p.score > 2, do: {add: {p.score: 1}}}",
    parameters=(
        Parameter("for", PickOf(), "the name, the set and the condition"),
        Parameter("do", Body(), "what is done for each", beside=True),
    ),
    main="for",
    lower=lower,
)
