"""Rolling: a device with put-back is one chance; a bag without is drawn from one by one until it is empty, then refilled."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.throws import bag_counts, device_of
from parlour.interpreter.program.expressions import Constant, Expr, Fold, Gathering, Operator, Slot
from parlour.interpreter.program.folding import add, binary, element, equal
from parlour.interpreter.program.instructions import Clear, Draw, Target, Throw
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT


def roll(
    builder: Builder, symbol: typed.Symbol, number: Expr | None, name: typed.Argument | None, place: Place
) -> None:
    """Emit a roll of a declared device; `number` None throws all its dice."""
    context = builder.context
    device = next(d for d in context.model.devices if d.symbol is symbol)
    _, most = device_of(context, device)
    count = Constant(most) if number is None else number
    if number is not None and not device.alike:
        context.report.error(
            "P511", f"the dice of '{symbol.name}' are unlike and thrown together", place, "leave out 'number'"
        )
    if isinstance(count, Constant) and not 0 <= count.value <= most:
        hint = f"its `throw:` is {most}: the most that are ever thrown together"
        context.report.error("P511", f"'{symbol.name}' has no {count.value} dice", place, hint)
    into = builder.written(name)
    if device.put_back:
        index = [d.symbol.name for d in context.model.devices].index(symbol.name)
        builder.emit(Throw(index, count, most, into, context.place(place)))
    else:
        _draw(builder, device, count, into, place)


def _draw(builder: Builder, device: typed.Device, count: Expr, into: int, place: Place) -> None:
    """Tickets drawn from a bag and not put back: the bag is a field of counts, one a face."""
    context = builder.context
    field, at = context.field_named(f"bag of {device.symbol.name}", place), context.place(place)
    faces, start = len(context.throws.faces), bag_counts(context, device)
    with builder.frame():
        counter, face = builder.slot("drawn", INT, 0, 1000), builder.slot("face", INT, 0, max(0, faces - 1))
        builder.set_slot(into, Constant(0), place)

        def one() -> None:
            full = builder.label()
            with context.temporary() as kind:
                count = element(field.base, kind, faces, at)
                left = Fold(Gathering.SUM, kind.number, Constant(0), Constant(faces), Constant(1), count, at)
            builder.branch(equal(left, Constant(0)), full)
            builder.emit(Clear(field.base, start))
            builder.mark(full)
            builder.emit(Draw(Target(field.base, None, faces), faces, face, at))
            row = add(binary(Operator.MULTIPLY, Slot(into), Constant(faces)), Slot(face))
            builder.set_slot(into, context.lookup("throw and one more", context.throws.after, row, place), place)

        builder.loop(counter, Constant(0), count, place, one)
