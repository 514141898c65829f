"""A slice in; the slots that its outcomes need not know, because they are only reckoned with, out.

Wider than the sums: here a slot may also be rounded, compared and chosen the lesser of, as long as no chance, choice, index
or kept slot depends on it. Whether a branch that asks about one decides anything is seen when it is gone both ways.
"""

from __future__ import annotations

from parlour.interpreter.odds.slicing.effects import needed, reads, spread, stretch, written
from parlour.interpreter.odds.slicing.slicer import Slice
from parlour.interpreter.program.expressions import Element, Expr, Fold
from parlour.interpreter.program.instructions import Branch, Clear, Instruction, Set, Short, Target, Transfer
from parlour.interpreter.program.traversal import every


def unknowns(part: Slice, carried: int) -> int:
    """The mask of the slots; `carried` are those that the states of the outcomes hold."""
    operations = [
        (node.operation, part.after[number])
        for number, node in enumerate(part.graph.nodes)
        if node.operation is not None and part.kept[number]
    ]
    found = 0
    for operation, after in operations:
        if isinstance(operation, Set | Transfer):
            found |= written(operation) & after
    found &= ~carried
    before = -1
    while found != before:
        before = found
        for operation, after in operations:
            found &= ~_struck(operation, after, found)
    return found


def _struck(operation: Instruction, after: int, found: int) -> int:
    match operation:
        case Set(target, value):
            if not spread(target) & after:
                return 0
            return _indexes(value, found) | _written(target, reads((value,)), found)
        case Transfer():
            return _by_transfer(operation, after, found)
        case Branch(test):
            return _indexes(test, found)
        case Clear():
            return 0
        case _:
            return needed(operation, after) | written(operation)


def _written(target: Target, value: int, found: int) -> int:
    """What a write strikes: the value where a slot that is known gets it, and the index."""
    index = reads((target.index,)) if target.index is not None else 0
    span = spread(target)
    return index | (value | span if span & ~found else 0)


def _by_transfer(transfer: Transfer, after: int, found: int) -> int:
    source, to = transfer.source, transfer.to
    value = spread(source) if transfer.amount is None else reads((transfer.amount,))
    struck = _indexes(transfer.amount, found) if transfer.amount is not None else 0
    if transfer.short is Short.PAYS_ALL and transfer.amount is not None:
        struck |= value | spread(source)
    for told in (transfer.paid, transfer.unpaid):
        if stretch(told) & after & ~found:
            struck |= value
    for end in (source, to):
        struck |= _written(end, value, found) if spread(end) & after else _written(end, 0, found) & ~spread(end)
    return struck


def _indexes(expr: Expr, found: int) -> int:
    """What an expression reads to find out what it reads, and stretches that are only partly unknown."""
    struck = 0
    for node in every(expr):
        match node:
            case Element(base, index, size):
                span = stretch(base, size)
                struck |= reads((index,)) | (span if span & found and span & ~found else 0)
            case Fold():
                struck |= reads((node,))
            case _:
                pass
    return struck
