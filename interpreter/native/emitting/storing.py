"""Targets and values in, the IR that finds a slot and stores what its bound allows out."""

from __future__ import annotations

from parlour.interpreter.native.emitting.arithmetic import number, overflowing
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.operands import Operand
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.faults import BEYOND
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.instructions import Target
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.types import INT_HIGH, INT_LOW


class Storing:
    """`declared`: what a slot may hold, to be tested; what it does hold is known to `expressions.facts`."""

    def __init__(self, declared: Bounds, code: Code, frame: Frame, expressions: Expressions) -> None:
        self.declared, self._code, self._frame, self._expressions = declared, code, frame, expressions

    def spot(self, target: Target, place: int, block: int = 1) -> Spot:
        """The first slot of a target; `block`: so many slots from there on belong to it."""
        if target.index is None:
            return Spot(target.base)
        index = self._expressions.operand(target.index)
        self._expressions.inside(index, target.size, place)
        text = number(self._code, index)
        if block > 1 and index.interval.high + block > target.size:
            last = target.size - block
            self._code.check(self._code.test("sgt", text, last), "index", place, text, last)
        return Spot(target.base, text)

    def within(self, text: str, value: Interval, bound: Interval, place: int) -> None:
        """The fault `range` where a value could leave its bound."""
        code = self._code
        tests = [code.test("slt", text, bound.low)] if value.low < bound.low else []
        tests += [code.test("sgt", text, bound.high)] if value.high > bound.high else []
        if tests:
            bad = tests[0] if len(tests) == 1 else code.do(f"or i1 {tests[0]}, {tests[1]}")
            code.check(bad, "range", place, text, bound.low, bound.high)

    def store(self, spot: Spot, value: Operand, bound: Interval, place: int) -> None:
        text = number(self._code, value)
        self.within(text, value.interval, bound, place)
        self._frame.store(spot, text)

    def total(self, operation: str, a: str, b: str, exact: Interval, bound: Interval, place: int) -> Operand:
        """a + b or a - b; beyond 64 bits it is certainly beyond its bound."""
        if exact.within(INT_LOW, INT_HIGH):
            return Operand(self._code.do(f"{operation} nsw i64 {a}, {b}"), exact)
        value, over = overflowing(self._code, operation, a, b)
        self._code.check(over, BEYOND, place, value, bound.low, bound.high)
        return Operand(value, exact.whole())
