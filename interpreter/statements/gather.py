"""`gather`: every card of a deck comes home."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Parameter, ReferenceTo
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.cards import gather
from parlour.interpreter.lowering.verbs import StatementRow


def lower(builder: Builder, step: typed.Step) -> None:
    zone = step.arguments["gather"]
    assert isinstance(zone, typed.Members)
    gather(builder, zone, step.place)


ROW = StatementRow(
    verb="gather",
    summary="brings every card of a deck home to a zone",
    manual="All zones that hold cards of this zone's deck are emptied into it.",
    example="- gather: stock",
    parameters=(Parameter("gather", ReferenceTo("zone"), "the zone that gets all cards"),),
    main="gather",
    lower=lower,
)
