"""A slice in; the slots in it that are only added up out: their expectations can be carried along instead of their values.

A sum is written by additions of numbers and of other sums, and read by nothing else: no branch, chance, choice or
index depends on it, and no rounding, product or lesser of two is taken of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from parlour.interpreter.odds.slicing.effects import needed, reads, spread, stretch, written
from parlour.interpreter.odds.slicing.rewriting import value_of
from parlour.interpreter.odds.slicing.slicer import Slice
from parlour.interpreter.program.expressions import (
    Binary,
    Conditional,
    Constant,
    Element,
    Expr,
    Fold,
    Gathering,
    Negate,
    Operator,
    Slot,
)
from parlour.interpreter.program.instructions import Clear, End, Instruction, Set, Short, Transfer
from parlour.interpreter.types import INT_HIGH, INT_LOW


def sums(part: Slice, results: Sequence[Expr], till_the_end: bool = False) -> int:
    """The mask of the sums: the largest set of slots that fits, found by striking out what does not. `till_the_end`: who
    has won may depend on them."""
    operations = [
        (node.operation, part.after[number])
        for number, node in enumerate(part.graph.nodes)
        if node.operation is not None and part.kept[number] and not (till_the_end and isinstance(node.operation, End))
    ]
    found = 0
    for operation, after in operations:
        if isinstance(operation, Set | Transfer):
            found |= written(operation) & after
    before = -1
    while found != before:
        before = found
        found &= ~_struck_by_results(results, found)
        for operation, after in operations:
            found &= ~_struck(operation, after, found)
    return found


def accumulating(part: Slice, found: int) -> bool:
    """Whether each sum is only ever changed by numbers: none is set back or moved as a whole."""
    for number, node in enumerate(part.graph.nodes):
        operation, after = node.operation, part.after[number]
        if operation is None or not part.kept[number] or not written(operation) & after & found:
            continue
        match operation:
            case Set(target, Binary(Operator.ADD | Operator.SUBTRACT, left, right), _, _, place):
                if left != value_of(target, place) or reads((right,)) & found:
                    return False
            case Transfer(amount=amount, paid=paid, unpaid=unpaid) if amount is not None:
                if (reads((amount,)) | (stretch(paid) | stretch(unpaid)) & after) & found:
                    return False
            case _:
                return False
    return True


def freed(operation: Instruction, found: int) -> Instruction:
    """The instruction with sums that may be any number: they are taken not to leave their ranges."""
    match operation:
        case Set(target) if spread(target) & found:
            return replace(operation, low=INT_LOW, high=INT_HIGH)
        case Transfer(source=source, short=Short.FAULT) if spread(source) & found:
            return replace(operation, short=Short.OWES)
        case _:
            return operation


def _struck_by_results(results: Iterable[Expr], found: int) -> int:
    return _union(bent(result, found) for result in results)


def _struck(operation: Instruction, after: int, found: int) -> int:
    """The slots that cannot be sums because of one instruction."""
    match operation:
        case Set(target, value):
            indexes = reads((target.index,)) if target.index is not None else 0
            if not spread(target) & after:
                return 0
            whole = spread(target) & after & ~found
            return indexes | (reads((value,)) | spread(target) if whole else bent(value, found))
        case Transfer():
            return _struck_by_transfer(operation, after, found)
        case Clear():
            return 0
        case End(winners=winners):
            return reads((winners,))
        case _:
            return needed(operation, after) | written(operation)


def _struck_by_transfer(transfer: Transfer, after: int, found: int) -> int:
    source, to = spread(transfer.source) & after, spread(transfer.to) & after
    told = (stretch(transfer.paid) | stretch(transfer.unpaid)) & after
    struck = reads(index for index in (transfer.source.index, transfer.to.index) if index is not None)
    for span in (source, to):
        if span & ~found:
            struck |= span
    moved = spread(transfer.source) if transfer.amount is None else reads((transfer.amount,))
    if transfer.amount is not None:
        struck |= bent(transfer.amount, found)
        if transfer.short is Short.PAYS_ALL:
            struck |= spread(transfer.source) | moved
    if (source | to | told) & ~found:
        struck |= moved
    return struck


def bent(expr: Expr, found: int) -> int:
    """The slots that an expression does not only add up."""
    match expr:
        case Slot() | Constant():
            return 0
        case Element(base, index, size):
            span = stretch(base, size)
            return reads((index,)) | (span if span & found and span & ~found else 0)
        case Negate(operand):
            return bent(operand, found)
        case Binary(Operator.ADD | Operator.SUBTRACT, left, right):
            return bent(left, found) | bent(right, found)
        case Binary(Operator.MULTIPLY, left, right):
            if reads((left,)) & found and reads((right,)) & found:
                return reads((left, right))
            return bent(left, found) | bent(right, found)
        case Conditional(test, then, otherwise):
            return reads((test,)) | bent(then, found) | bent(otherwise, found)
        case Fold(Gathering.SUM, _, start, stop, where, value):
            return reads((start, stop, where)) | bent(value, found)
        case _:
            return reads((expr,))


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
