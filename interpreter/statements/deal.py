"""`deal`: cards are drawn from a zone, one chance a card."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, NewName, Parameter, ReferenceTo
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.cards import deal
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.program.expressions import Constant
from parlour.interpreter.types import INT


def lower(builder: Builder, step: typed.Step) -> None:
    source, to, number = step.arguments["from"], step.arguments["to"], step.arguments.get("cards")
    assert isinstance(source, typed.Members) and isinstance(to, typed.Members)
    count = builder.lower(number) if number is not None else Constant(1)  # type: ignore[arg-type]
    deal(builder, source, to, count, step.arguments.get("as"), step.place)


ROW = StatementRow(
    verb="deal",
    summary="deals cards from one zone to another",
    manual="From a shuffled zone each card is a chance, from a pile it is the top card. An empty zone with `refill` is "
    "filled first; dealing from a zone that stays empty is a fault. `as` names the card of a single deal.",
    example="- deal: {from: stock, to: me.hand, cards: 2}",
    parameters=(
        Parameter("from", ReferenceTo("zone"), "the zone that gives"),
        Parameter("to", ReferenceTo("zone"), "the zone that gets"),
        Parameter("cards", ExpressionOf(INT), "how many; 1 unless said", required=False),
        Parameter("as", NewName(None), "a name for the card", required=False),
    ),
    lower=lower,
)
