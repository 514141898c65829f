"""`shuffle`: the order of a zone is unknown again."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Parameter, ReferenceTo
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.cards import shuffle
from parlour.interpreter.lowering.verbs import StatementRow


def lower(builder: Builder, step: typed.Step) -> None:
    zone = step.arguments["shuffle"]
    assert isinstance(zone, typed.Members)
    shuffle(builder, zone, step.place)


ROW = StatementRow(
    verb="shuffle",
    summary="shuffles a zone",
    manual="A shuffled zone keeps no order, so this only tells that it happened. A kept pile is drawn anew, card by card.",
    example="- shuffle: stock",
    parameters=(Parameter("shuffle", ReferenceTo("zone"), "the zone"),),
    main="shuffle",
    lower=lower,
)
