"""`put`: cards that one can see are moved."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, Parameter, PickOf, ReferenceTo, WordOf
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.cards import put_card, put_cards
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import INT, Kind, Type


def lower(builder: Builder, step: typed.Step) -> None:
    to, at, picked = step.arguments["to"], step.arguments.get("at"), step.arguments.get("cards")
    assert isinstance(to, typed.Members)
    on_top = not (isinstance(at, typed.Name) and at.text == "bottom")
    if isinstance(picked, typed.Picked):
        most = step.arguments.get("at_most")
        limit = builder.lower(most) if most is not None else None  # type: ignore[arg-type]
        put_cards(builder, picked, to, on_top, limit, step.place)
        return
    card, source = step.arguments.get("card"), step.arguments.get("from")
    if card is None or not isinstance(source, typed.Members):
        builder.context.report.error(
            "P406", "'put' needs 'cards', or 'card' and 'from'", step.place, "put: {cards: c in me.hand, to: pile}"
        )
        return
    put_card(builder, builder.lower(card), source, to, on_top, step.place)  # type: ignore[arg-type]


ROW = StatementRow(
    verb="put",
    summary="moves cards that are known from one zone to another",
    manual="`cards` picks them from a zone; `at_most` limits how many go. A single `card` is a kind, so it says `from` "
    "where it comes. `at` says where in a pile they go: top (unless said) or bottom.",
    example="- put: {cards: c in me.hand where c.value > 3, to: used}",
    parameters=(
        Parameter("cards", PickOf(), "which cards", required=False),
        Parameter("card", ExpressionOf(Type(Kind.CARD)), "one card", required=False),
        Parameter("from", ReferenceTo("zone"), "where that card is", required=False, only_with=("card",)),
        Parameter("to", ReferenceTo("zone"), "the zone that gets them"),
        Parameter("at", WordOf(("top", "bottom")), "where in a pile", required=False),
        Parameter("at_most", ExpressionOf(INT), "how many at most", required=False, only_with=("cards",)),
    ),
    either=("cards", "card"),
    lower=lower,
)
