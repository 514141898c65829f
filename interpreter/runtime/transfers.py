"""A Transfer in, the lines of Python source that move the counters out."""

from __future__ import annotations

from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.instructions import Short, Transfer
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.runtime.writing import LineWriter


def write_transfer(writer: LineWriter, transfer: Transfer) -> None:
    """In this order: both accounts, the amount, the source, the receiver, `paid`, `unpaid`; a fault ends it there.

    `h` is what the source holds, `a` the amount, `m` what moves.
    """
    place, bounds = transfer.place, writer.bounds
    source, to = writer.slot(transfer.source, place), writer.slot(transfer.to, place)
    held, received = bounds.held(transfer.source), bounds.held(transfer.to)
    moved = _amount(writer, transfer, source, held)
    writer.store(source, "h - m", _left(transfer, held, moved), bounds.allowed(transfer.source), place)
    after = Interval(received.low + min(0, moved.low), received.high + moved.high)
    writer.store(to, f"v[{to}] + m", after, bounds.allowed(transfer.to), place)
    unpaid = "a - m" if transfer.short is Short.PAYS_ALL and transfer.amount is not None else "0"
    lacking = Interval(0, moved.high if unpaid != "0" else 0)
    if transfer.paid >= 0:
        writer.store(f"{transfer.paid:d}", "m", moved, bounds.slots[transfer.paid], place)
    if transfer.unpaid >= 0:
        writer.store(f"{transfer.unpaid:d}", unpaid, lacking, bounds.slots[transfer.unpaid], place)
    if writer.telling:
        writer.tell(Happening.TRANSFERRED, (source, to, "m", unpaid), place)


def _amount(writer: LineWriter, transfer: Transfer, source: str, held: Interval) -> Interval:
    """Lines that set `h`, `a` and `m`; what `m` can be."""
    writer.line(f"m = h = v[{source}]")
    if transfer.amount is None:
        return held
    piece = writer.expressions.piece(transfer.amount)
    amount = piece.interval
    writer.line(f"m = a = {piece.number}")
    if amount.low < 0:
        writer.line(f"if a < 0: negative({transfer.place:d}, a)")
    match transfer.short:
        case Short.FAULT:
            writer.line(f"if a > h and a: short({transfer.place:d}, a, h)")
        case Short.PAYS_ALL:
            writer.line("if a > h: m = h if h > 0 else 0")
        case Short.OWES:
            pass
    return Interval(0, max(0, amount.high))


def _left(transfer: Transfer, held: Interval, moved: Interval) -> Interval:
    """What the source can hold afterwards."""
    if transfer.amount is None:
        return Interval(0, 0)
    if transfer.short is Short.OWES:
        return Interval(held.low - moved.high, held.high)
    return Interval(min(0, held.low), held.high)
