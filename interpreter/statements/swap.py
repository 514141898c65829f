"""`swap`: all cards of two zones change places."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Parameter, ReferenceTo
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.cards import same_deck
from parlour.interpreter.lowering.expressions import value_at
from parlour.interpreter.lowering.verbs import StatementRow
from parlour.interpreter.lowering.zones import ZoneCode
from parlour.interpreter.program.expressions import Constant, Operator, Slot
from parlour.interpreter.program.folding import binary
from parlour.interpreter.program.instructions import Note
from parlour.interpreter.program.program import Role
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT

ZERO = Constant(0)


def lower(builder: Builder, step: typed.Step) -> None:
    this, that = step.arguments["this"], step.arguments["that"]
    assert isinstance(this, typed.Members) and isinstance(that, typed.Members)
    same_deck(builder, this, that, step.place)
    one, other = ZoneCode(builder, this, step.place), ZoneCode(builder, that, step.place)
    if (one.field.role, one.field.width) != (other.field.role, other.field.width):
        message = f"'{this.symbol.name}' and '{that.symbol.name}' keep their cards in different ways"
        builder.context.report.error("P512", message, step.place, "two zones of one order, piles with equal room")
        return
    _exchange(builder, one, other, step.place)


def _exchange(builder: Builder, one: ZoneCode, other: ZoneCode, place: Place) -> None:
    """Slot by slot: the counts of bags, the length and the cards of piles."""
    with builder.frame():
        offset, held = builder.slot("offset", INT, 0, one.field.width), builder.slot("held", INT)

        def each() -> None:
            if one.field.role is Role.BAG:
                _tell(builder, one, other, Slot(offset), place)
                _tell(builder, other, one, Slot(offset), place)
            builder.set_slot(held, value_at(builder.context, one.block, place, Slot(offset)), place)
            builder.set(one.of_kind(Slot(offset)), value_at(builder.context, other.block, place, Slot(offset)), place)
            builder.set(other.of_kind(Slot(offset)), Slot(held), place)

        builder.loop(offset, ZERO, Constant(one.field.width), place, each)


def _tell(builder: Builder, source: ZoneCode, to: ZoneCode, kind: Slot, place: Place) -> None:
    """That the cards of a kind, if there are any, go from one zone to the other."""
    nothing = builder.label()
    builder.branch(binary(Operator.GREATER, source.count(kind), ZERO), nothing)
    ends = (source.number, source.owner, to.number, to.owner)
    builder.tell(Note.PUT, (kind, *ends, source.count(kind)), place)
    builder.mark(nothing)


ROW = StatementRow(
    verb="swap",
    summary="lets two zones change their cards",
    manual="All cards of each zone go to the other; both hold cards of one deck, and are of one order. A zone swapped with "
    "itself stays as it is.",
    example="- swap: {this: me.hand, that: next(me).hand}",
    parameters=(
        Parameter("this", ReferenceTo("zone"), "one zone"),
        Parameter("that", ReferenceTo("zone"), "the other"),
    ),
    lower=lower,
)
