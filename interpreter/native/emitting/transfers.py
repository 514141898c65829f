"""A Transfer in, the IR that moves the counters out; in the order that docs/machine.md lays down."""

from __future__ import annotations

from parlour.interpreter.native.emitting.arithmetic import number
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.operands import Operand, constant
from parlour.interpreter.native.emitting.storing import Storing
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.planning.checks import Checks
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.instructions import Short, Transfer


class Transfers:
    """Writes transfers."""

    def __init__(self, code: Code, frame: Frame, expressions: Expressions, storing: Storing, checks: Checks) -> None:
        self._code, self._frame, self._checks = code, frame, checks
        self._expressions, self._storing = expressions, storing

    def write(self, transfer: Transfer) -> None:
        place, declared, facts = transfer.place, self._storing.declared, self._expressions.facts
        source, to = self._storing.spot(transfer.source, place), self._storing.spot(transfer.to, place)
        held = Operand(self._frame.load(source), facts.held(transfer.source))
        amount = self._amount(transfer)
        moved = self._moved(transfer, held, amount)
        bound = declared.allowed(transfer.source)
        left = self._left(transfer, held, moved, bound)
        self._storing.store(source, left, bound, place)
        bound, received = declared.allowed(transfer.to), facts.held(transfer.to)
        exact = Interval(received.low + min(0, moved.interval.low), received.high + max(0, moved.interval.high))
        got = self._storing.total("add", self._frame.load(to), moved.text, exact, bound, place)
        if self._checks.room(transfer) and got.interval.low >= bound.low:
            self._frame.store(to, got.text)
        else:
            self._storing.store(to, got, bound, place)
        self._results(transfer, amount, moved)

    def _amount(self, transfer: Transfer) -> Operand | None:
        """What is to be moved; None: everything."""
        if transfer.amount is None:
            return None
        operand = self._expressions.operand(transfer.amount)
        text = number(self._code, operand)
        if operand.interval.low < 0:
            self._code.check(self._code.test("slt", text, 0), "negative_amount", transfer.place, text)
        return Operand(text, Interval(max(0, operand.interval.low), max(0, operand.interval.high)))

    def _moved(self, transfer: Transfer, held: Operand, amount: Operand | None) -> Operand:
        """What moves: everything, the amount, or what there is of it."""
        code = self._code
        if amount is None:
            return held
        low, high = held.interval.low, held.interval.high
        if low >= amount.interval.high:
            return amount
        match transfer.short:
            case Short.FAULT:
                lacking = code.test("sgt", amount.text, held.text)
                if amount.interval.low == 0 and low < 0:
                    lacking = code.do(f"and i1 {lacking}, {code.test('ne', amount.text, 0)}")
                code.check(lacking, "short", transfer.place, amount.text, held.text)
                return amount
            case Short.PAYS_ALL:
                there = held.text if low >= 0 else code.do(f"call i64 @llvm.smax.i64(i64 {held.text}, i64 0)")
                least = code.do(f"call i64 @llvm.smin.i64(i64 {amount.text}, i64 {there})")
                return Operand(least, Interval(0, max(0, min(amount.interval.high, high))))
            case Short.OWES:
                return amount

    def _left(self, transfer: Transfer, held: Operand, moved: Operand, bound: Interval) -> Operand:
        """What the source holds afterwards."""
        if transfer.amount is None:
            return constant(0)
        owes = transfer.short is Short.OWES
        low = held.interval.low - moved.interval.high if owes else min(0, held.interval.low)
        exact = Interval(low, held.interval.high - moved.interval.low)
        return self._storing.total("sub", held.text, moved.text, exact, bound, transfer.place)

    def _results(self, transfer: Transfer, amount: Operand | None, moved: Operand) -> None:
        """What was paid and what is lacking, where the rules want to know."""
        slots = self._storing.declared.slots
        if transfer.paid >= 0:
            self._storing.store(Spot(transfer.paid), moved, slots[transfer.paid], transfer.place)
        if transfer.unpaid >= 0:
            lacking = constant(0)
            if amount is not None and transfer.short is Short.PAYS_ALL:
                text = self._code.do(f"sub nsw i64 {amount.text}, {moved.text}")
                lacking = Operand(text, Interval(0, amount.interval.high))
            self._storing.store(Spot(transfer.unpaid), lacking, slots[transfer.unpaid], transfer.place)
