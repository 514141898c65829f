"""A kept instruction and the slots that count after it in; the instructions that write those and no others out."""

from __future__ import annotations

from msgspec.structs import replace

from parlour.interpreter.odds.slicing.effects import spread, stretch
from parlour.interpreter.program.expressions import Binary, Constant, Element, Expr, Operator, Slot
from parlour.interpreter.program.folding import add, binary
from parlour.interpreter.program.instructions import (
    Clear,
    CountTurn,
    End,
    Instruction,
    Set,
    Short,
    Sort,
    Target,
    Tell,
    Transfer,
)
from parlour.interpreter.program.intervals import Bounds


def rewritten(operation: Instruction, live: int, bounds: Bounds) -> list[Instruction]:
    """What does the same to the slots of `live`; slots that do not count may be left as they are."""
    match operation:
        case Sort(bases, size):
            return [Sort(tuple(b for b in bases if live & stretch(b, size)), size)]
        case Transfer():
            return _transfer(operation, live, bounds)
        case Clear(base, values):
            return clearings({base + k: value for k, value in enumerate(values) if live >> (base + k) & 1})
        case End(outcome, winners, _, _, place):
            return [End(outcome, winners, -1, (), place)]
        case CountTurn(_, place):
            return [CountTurn(Constant(0), place)]
        case Tell():
            return []
        case _:
            return [operation]


def clearings(values: dict[int, int]) -> list[Instruction]:
    """Clear instructions that give slots these values."""
    found: list[Instruction] = []
    run: list[int] = []
    for slot in sorted(values):
        if run and slot != run[-1] + 1:
            found.append(Clear(run[0], tuple(values[s] for s in run)))
            run = []
        run.append(slot)
    if run:
        found.append(Clear(run[0], tuple(values[s] for s in run)))
    return found


def value_of(target: Target, place: int) -> Expr:
    """What stands in a target."""
    return Slot(target.base) if target.index is None else Element(target.base, target.index, target.size, place)


def _transfer(transfer: Transfer, live: int, bounds: Bounds) -> list[Instruction]:
    paid = transfer.paid if live & stretch(transfer.paid) else -1
    unpaid = transfer.unpaid if live & stretch(transfer.unpaid) else -1
    gives, gets = bool(live & spread(transfer.source)), bool(live & spread(transfer.to))
    if gives and gets:
        return [replace(transfer, paid=paid, unpaid=unpaid)]
    moved, place = _moved(transfer), transfer.place
    found: list[Instruction] = []
    if unpaid >= 0:
        lacking = Constant(0) if transfer.amount is None else _minus(transfer.amount, moved, place)
        found.append(_set(Target(unpaid), lacking, place, bounds))
    if paid >= 0:
        found.append(_set(Target(paid), moved, place, bounds))
        moved = Slot(paid)
    if gets:
        found.append(_set(transfer.to, add(value_of(transfer.to, place), moved, place), place, bounds))
    if gives:
        found.append(_set(transfer.source, _minus(value_of(transfer.source, place), moved, place), place, bounds))
    return found


def _moved(transfer: Transfer) -> Expr:
    held = value_of(transfer.source, transfer.place)
    if transfer.amount is None:
        return held
    if transfer.short is Short.PAYS_ALL:
        return binary(Operator.MIN, transfer.amount, binary(Operator.MAX, Constant(0), held))
    return transfer.amount


def _minus(left: Expr, right: Expr, place: int) -> Expr:
    return Constant(0) if left == right else Binary(Operator.SUBTRACT, left, right, place)


def _set(target: Target, value: Expr, place: int, bounds: Bounds) -> Instruction:
    bound = bounds.allowed(target)
    return Set(target, value, bound.low, bound.high, place)
