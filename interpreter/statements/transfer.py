"""`transfer`: counters go from one account to another; the only way they move."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import ExpressionOf, NewName, Parameter, ReferenceTo, ShortRule
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.shortage import transfer
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.types import INT


def lower(builder: Builder, step: typed.Step) -> None:
    source, to, amount = (step.arguments[name] for name in ("from", "to", "amount"))
    assert isinstance(source, typed.Read) and isinstance(to, typed.Read)
    short = step.arguments.get("short")
    assert short is None or isinstance(short, typed.Shortage)
    paid = builder.written(step.arguments.get("as"))
    value = None if isinstance(amount, typed.Name) else builder.lower(amount)  # type: ignore[arg-type]
    transfer(builder, source, to, value, short, paid, step.place)


ROW = StatementRow(
    verb="transfer",
    summary="moves counters from one account to another",
    manual="The only statement that moves counters, so their total never changes. A negative amount is a fault. When the "
    "source holds less than the amount, its account (or `short` here) says what happens: pays_all moves what there is, "
    "owes goes below zero, {cover: ACCOUNT} lets another account pay the rest, {do: …} pays what it can and then runs "
    "statements, with `payer` and `unpaid` bound. `amount: all` moves the whole balance.",
    example="- transfer: {from: me.purse, to: pot, amount: 2}",
    parameters=(
        Parameter("from", ReferenceTo("account"), "the account that pays"),
        Parameter("to", ReferenceTo("account"), "the account that gets"),
        Parameter("amount", ExpressionOf(INT, ("all",)), "how much, or all"),
        Parameter("short", ShortRule(), "what happens when the source holds less", required=False),
        Parameter("as", NewName(INT), "a name for what was paid", required=False),
    ),
    lower=lower,
)
