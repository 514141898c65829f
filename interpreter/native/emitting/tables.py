"""Constants by index in, the IR that looks one up out: arithmetic where the numbers follow a rule, else an array."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.native.emitting.operands import Operand
from parlour.interpreter.native.emitting.streams import signed
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.program.arithmetic import Interval


def width_of(interval: Interval) -> tuple[int, str]:
    """The bits that hold such numbers, and how they are widened to 64 bits again."""
    for bits in (8, 16, 32):
        if interval.within(0, 2**bits - 1):
            return bits, "zext"
        if interval.within(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1):
            return bits, "sext"
    return 64, ""


class Tables:
    """The constant arrays of one module."""

    def __init__(self) -> None:
        self._names: dict[tuple[int, ...], str] = {}

    def load(self, code: Code, values: Sequence[int], index: Operand) -> str:
        """values[index]; the index is known to be inside."""
        low, high = max(0, index.interval.low), min(len(values) - 1, index.interval.high)
        reached = values[low : high + 1]
        rule = _by_rule(code, reached, low, index.text)
        return rule if rule is not None else self._from_array(code, tuple(values), index.text)

    def _from_array(self, code: Code, values: tuple[int, ...], index: str) -> str:
        name = self._names.setdefault(values, f"@table{len(self._names)}")
        bits, widen = width_of(_span(values))
        found = code.load(code.at(name, index, f"i{bits}"), f"i{bits}")
        return code.do(f"{widen} i{bits} {found} to i64") if widen else found

    def text(self) -> str:
        return "".join(_array(name, values) for values, name in self._names.items())


def _array(name: str, values: tuple[int, ...]) -> str:
    bits, _ = width_of(_span(values))
    listed = ", ".join(f"i{bits} {value}" for value in values)
    return f"{name} = internal unnamed_addr constant [{len(values)} x i{bits}] [ {listed} ], align 32\n"


def _span(values: Sequence[int]) -> Interval:
    return Interval(min(values, default=0), max(values, default=0))


def _by_rule(code: Code, values: Sequence[int], first: int, index: str) -> str | None:
    """The value by arithmetic, where all that can be reached are alike, go up evenly or double each time."""
    if len(set(values)) <= 1:
        return str(values[0]) if values else "0"
    step = values[1] - values[0] if len(values) > 1 else 0
    if step in (-1, 1) and all(v == values[0] + k * step for k, v in enumerate(values)):
        operation = "add" if step > 0 else "sub"
        start = values[0] - step * first
        return code.do(f"{operation} i64 {start}, {index}")
    if all(v == 1 << first + k for k, v in enumerate(values)):
        return code.do(f"shl i64 1, {index}")
    if first + len(values) <= 64 and set(values) == {0, 1}:
        mask = sum(v << first + k for k, v in enumerate(values))
        return code.do(f"and i64 {code.do(f'lshr i64 {signed(mask)}, {index}')}, 1")
    return None
