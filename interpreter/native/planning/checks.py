"""An instruction in, whether it can ever end in a fault out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.native.planning.writes import slots_of_target, written
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Set, Short, Target, Transfer
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program


class Checks:
    """`declared`: what each slot may hold; `facts`: what it can hold."""

    def __init__(self, program: Program, declared: Bounds, facts: Bounds) -> None:
        self.declared, self.facts = declared, facts
        self._groups = dict(_closed_groups(program, declared))

    def room(self, transfer: Transfer) -> bool:
        """Whether the receiver can hold all there is, so that it need not be tested: nothing is ever made or lost."""
        slots = {*slots_of_target(transfer.source), *slots_of_target(transfer.to)}
        groups = {self._groups.get(slot) for slot in slots}
        group = groups.pop()
        return not groups and group is not None and self.declared.allowed(transfer.to).high >= group[1]

    def set_fails(self, instruction: Set) -> bool:
        value, bound = self.facts.of(instruction.value), self.declared.allowed(instruction.target)
        low, high = max(instruction.low, bound.low), min(instruction.high, bound.high)
        return value.may_fault or not value.within(low, high) or self._outside(instruction.target)

    def transfer_fails(self, transfer: Transfer) -> bool:
        amount = None if transfer.amount is None else self.facts.of(transfer.amount)
        if self._outside(transfer.source) or self._outside(transfer.to):
            return True
        if amount and (amount.may_fault or amount.low < 0 or transfer.short is Short.FAULT):
            return True
        held, received = self.facts.held(transfer.source), self.facts.held(transfer.to)
        moved = held if amount is None else Interval(0, amount.high)
        source, to = self.declared.allowed(transfer.source), self.declared.allowed(transfer.to)
        left = min(0, held.low) if transfer.short is not Short.OWES else held.low - moved.high
        fits = self.room(transfer) or received.high + max(0, moved.high) <= to.high
        results = [self.declared.slots[slot] for slot in (transfer.paid, transfer.unpaid) if slot >= 0]
        fits = fits and all(moved.within(slot.low, slot.high) and slot.holds(0) for slot in results)
        return not fits or left < source.low or received.low + min(0, moved.low) < to.low

    def fails(self, expr: Expr) -> bool:
        return self.facts.of(expr).may_fault

    def _outside(self, target: Target) -> bool:
        """Whether its index may lie outside."""
        if target.index is None:
            return False
        index = self.facts.of(target.index)
        return index.may_fault or not index.within(0, target.size - 1)


def _closed_groups(program: Program, declared: Bounds) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each slot of a group that only transfers write and that cannot owe, with the group's number and its total."""
    touched = {
        slot
        for instruction in program.instructions
        for slot in (
            written(instruction) if not isinstance(instruction, Transfer) else {instruction.paid, instruction.unpaid}
        )
    }
    for number, group in enumerate(program.conserved):
        if touched.isdisjoint(group) and all(declared.slots[slot].low >= 0 for slot in group):
            total = sum(program.layout.initial[slot] for slot in group)
            yield from ((slot, (number, total)) for slot in group)
