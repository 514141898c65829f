"""Operands in, the IR of an operator on them out; tests that intervals prove needless are left out."""

from __future__ import annotations

from parlour.interpreter.native.emitting.operands import Operand, truth
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.program.arithmetic import Interval, unchecked
from parlour.interpreter.program.expressions import Operator
from parlour.interpreter.types import INT_HIGH, INT_LOW

_COMPARISONS = {
    Operator.EQUAL: "eq",
    Operator.DIFFERENT: "ne",
    Operator.LESS: "slt",
    Operator.AT_MOST: "sle",
    Operator.GREATER: "sgt",
    Operator.AT_LEAST: "sge",
}
_SUMS = {Operator.ADD: "add", Operator.SUBTRACT: "sub", Operator.MULTIPLY: "mul"}


def number(code: Code, operand: Operand) -> str:
    """The value as i64."""
    return code.do(f"zext i1 {operand.text} to i64") if operand.bit else operand.text


def as_truth(code: Code, operand: Operand) -> str:
    """Whether the value is not 0, as i1."""
    return operand.text if operand.bit else code.test("ne", operand.text, 0)


def binary(code: Code, operator: Operator, left: Operand, right: Operand, place: int, result: Interval) -> Operand:
    """The value of an operator; a fault at `place` where the machine finds one."""
    a, b = number(code, left), number(code, right)
    exact = unchecked(operator, left.interval, right.interval)
    match operator:
        case Operator.ADD | Operator.SUBTRACT | Operator.MULTIPLY:
            text = total(code, _SUMS[operator], a, b, exact, place)
        case Operator.DIVIDE:
            text = _quotient(code, a, b, left.interval, right.interval, place)
        case Operator.REMAINDER:
            text = _remainder(code, a, b, left.interval, right.interval, place)
        case Operator.MIN | Operator.MAX:
            text = code.do(f"call i64 @llvm.s{operator.value}.i64(i64 {a}, i64 {b})")
        case Operator.BIT:
            text = _bit(code, a, b, right.interval)
        case _:
            return truth(code.test(_COMPARISONS[operator], a, b))
    return Operand(text, result)


def total(code: Code, operation: str, a: str, b: str, exact: Interval, place: int) -> str:
    """a + b, a - b or a * b; the fault `overflow` where it leaves 64 bits. `exact`: what it is without that limit."""
    if exact.within(INT_LOW, INT_HIGH):
        return code.do(f"{operation} nsw i64 {a}, {b}")
    value, over = overflowing(code, operation, a, b)
    code.check(over, "overflow", place)
    return value


def overflowing(code: Code, operation: str, a: str, b: str) -> tuple[str, str]:
    """The value, and whether it left 64 bits."""
    pair = code.do(f"call {{i64, i1}} @llvm.s{operation}.with.overflow.i64(i64 {a}, i64 {b})")
    return code.do(f"extractvalue {{i64, i1}} {pair}, 0"), code.do(f"extractvalue {{i64, i1}} {pair}, 1")


def _quotient(code: Code, a: str, b: str, left: Interval, right: Interval, place: int) -> str:
    """Rounded down."""
    _no_zero(code, b, right, place)
    if left.low >= 0 and right.low >= 0:
        return code.do(f"udiv i64 {a}, {b}")
    if left.holds(INT_LOW) and right.holds(-1):
        least, minus = code.test("eq", a, INT_LOW), code.test("eq", b, -1)
        code.check(code.do(f"and i1 {least}, {minus}"), "overflow", place)
    quotient, rest = code.do(f"sdiv i64 {a}, {b}"), code.do(f"srem i64 {a}, {b}")
    return code.do(f"add i64 {quotient}, {code.do(f'sext i1 {_uneven(code, rest, b)} to i64')}")


def _remainder(code: Code, a: str, b: str, left: Interval, right: Interval, place: int) -> str:
    """With the sign of the divisor."""
    _no_zero(code, b, right, place)
    if left.low >= 0 and right.low >= 0:
        if left.high < 2 * right.low:
            less = code.do(f"sub i64 {a}, {b}")
            return code.select(code.test("slt", a, b), a, less)
        return code.do(f"urem i64 {a}, {b}")
    if right.holds(-1):  # the processor cannot divide the least number by -1; the rest by 1 is 0 as well
        b = code.select(code.test("eq", b, -1), "1", b)
    rest = code.do(f"srem i64 {a}, {b}")
    return code.do(f"add i64 {rest}, {code.select(_uneven(code, rest, b), b, '0')}")


def _uneven(code: Code, rest: str, divisor: str) -> str:
    """Whether a rest has not the sign of its divisor."""
    signs = code.test("slt", code.do(f"xor i64 {rest}, {divisor}"), 0)
    return code.do(f"and i1 {code.test('ne', rest, 0)}, {signs}")


def _no_zero(code: Code, divisor: str, interval: Interval, place: int) -> None:
    if interval.holds(0):
        code.check(code.test("eq", divisor, 0), "division_by_zero", place)


def _bit(code: Code, mask: str, at: str, interval: Interval) -> str:
    if interval.within(0, 62):
        return code.do(f"and i64 {code.do(f'ashr i64 {mask}, {at}')}, 1")
    shifted = code.do(f"ashr i64 {mask}, {code.do(f'and i64 {at}, 63')}")
    inside = code.test("ult", at, 63)
    return code.select(inside, code.do(f"and i64 {shifted}, 1"), "0")
