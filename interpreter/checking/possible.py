"""What a number can be: a list of values or, where they are many, the range around them; arithmetic on these."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from itertools import product

from msgspec import Struct

from parlour.interpreter.program.arithmetic import Interval, unchecked
from parlour.interpreter.program.expressions import Operator
from parlour.interpreter.types import INT_HIGH, INT_LOW

MOST_LISTED = 1_000
MOST_PAIRS = 5_000


class Possible(Struct, frozen=True):
    """Any of `members`; where they are None, any whole number from low to high. At least one of these."""

    low: int
    high: int
    members: frozenset[int] | None

    @property
    def single(self) -> int | None:
        """The value, where there is but one."""
        return self.low if self.low == self.high else None

    @property
    def is_bounded(self) -> bool:
        return self.low > INT_LOW and self.high < INT_HIGH

    def may_be(self, value: int) -> bool:
        return value in self.members if self.members is not None else self.low <= value <= self.high


def between(low: int, high: int) -> Possible:
    """low..high; the ends may come in the wrong order where a range is faulty."""
    low, high = min(low, high), max(low, high)
    return Possible(low, high, frozenset(range(low, high + 1)) if high - low < MOST_LISTED else None)


def one_of(values: Iterable[int]) -> Possible:
    """One of these, at least one."""
    members = frozenset(values)
    low, high = min(members), max(members)
    return Possible(low, high, members) if len(members) <= MOST_LISTED else between(low, high)


def only(value: int) -> Possible:
    return Possible(value, value, frozenset((value,)))


ANY = between(INT_LOW, INT_HIGH)
TRUTH = one_of((0, 1))
YES, NO = only(1), only(0)


def either(found: Iterable[Possible]) -> Possible:
    """What one of several can be; at least one."""
    parts = list(found)
    if all(part.members is not None for part in parts):
        return one_of(m for part in parts for m in part.members or ())
    return between(min(p.low for p in parts), max(p.high for p in parts))


def disjoint(a: Possible, b: Possible) -> bool:
    """Whether both can never be the same."""
    if a.high < b.low or b.high < a.low:
        return True
    return a.members is not None and b.members is not None and not a.members & b.members


EXACT: dict[str, tuple[Callable[[int, int], int], Operator]] = {
    "+": (operator.add, Operator.ADD),
    "-": (operator.sub, Operator.SUBTRACT),
    "*": (operator.mul, Operator.MULTIPLY),
    "//": (operator.floordiv, Operator.DIVIDE),
    "%": (operator.mod, Operator.REMAINDER),
    "min": (min, Operator.MIN),
    "max": (max, Operator.MAX),
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def combined(name: str, a: Possible, b: Possible) -> Possible:
    """What `a name b` can be, for an operator of EXACT or COMPARISONS."""
    pairs = _pairs(a, b)
    if name in COMPARISONS:
        return _compared(name, a, b) if pairs is None else one_of(int(COMPARISONS[name](x, y)) for x, y in pairs)
    exact, rough = EXACT[name]
    if pairs is not None:
        pairs = [(x, y) for x, y in pairs if y or name not in ("//", "%")]
        return one_of(exact(x, y) for x, y in pairs) if pairs else ANY
    found = unchecked(rough, Interval(a.low, a.high), Interval(b.low, b.high)).whole()
    return between(found.low, found.high)


def _pairs(a: Possible, b: Possible) -> list[tuple[int, int]] | None:
    if a.members is None or b.members is None or len(a.members) * len(b.members) > MOST_PAIRS:
        return None
    return list(product(a.members, b.members))


def _compared(name: str, a: Possible, b: Possible) -> Possible:
    """A comparison of ranges: certain where they lie apart."""
    if name in ("==", "!="):
        return (NO if name == "==" else YES) if disjoint(a, b) else TRUTH
    at_ends = {COMPARISONS[name](x, y) for x in (a.low, a.high) for y in (b.low, b.high)}
    return TRUTH if len(at_ends) == 2 else only(int(at_ends.pop()))


def negated(truth: Possible) -> Possible:
    return one_of(1 - m for m in truth.members or (0, 1))
