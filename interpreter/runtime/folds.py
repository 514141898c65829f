"""A fold and the Python source of its parts in, the source of a function that counts it through out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from parlour.interpreter.program.arithmetic import Interval, repeated
from parlour.interpreter.program.expressions import Fold, Gathering
from parlour.interpreter.types import INT_HIGH, INT_LOW

ALWAYS = Interval(1, 1)  # 1, and never a fault
CHEAP = 64  # a fold of at most so many steps, those inside it included, is not counted by the guard


class Piece(Struct, frozen=True):
    """Python source of one expression: `depth` of its brackets, the temporaries `free` in it, `truth` when its value
    may be a bool of Python, `steps` that evaluating it takes in folds."""

    text: str
    interval: Interval
    depth: int = 0
    free: frozenset[int] = frozenset()
    truth: bool = False
    steps: int = 0

    @property
    def atomic(self) -> bool:
        """Short and without effect: it may be written twice."""
        return self.depth == 0

    @property
    def number(self) -> str:
        """Source whose value is an int, never a bool: what may be stored."""
        return f"+({self.text})" if self.truth else self.text


def fold_source(name: str, fold: Fold, parts: Sequence[Piece], interval: Interval, longest: int) -> tuple[Piece, str]:
    """The call, and the function."""
    start, stop, where, value = parts
    count = max(0, stop.interval.high - start.interval.low)
    steps = start.steps + stop.steps + count * (1 + where.steps + value.steps)
    free = (where.free | value.free) - {fold.number} | start.free | stop.free
    arguments = "".join(f", t{n:d}" for n in sorted(free))
    before, each, after = _gathered(fold, value, count)
    lines = [f"def {name}(v{arguments}):", *before]
    bounds = f"{start.text}, {stop.text}"
    if steps > CHEAP:
        lines += [f" a = {start.text}", f" b = {stop.text}", f" spend(b - a, {fold.place:d})"]
        bounds = "a, b"
    lines.append(f" for t{fold.number:d} in range({bounds}):")
    if where.interval != ALWAYS:
        lines += [f"  if not {where.text}: continue"]
    lines += [*each, *after, ""]
    truth = value.truth and fold.gathering not in (Gathering.SUM, Gathering.ANY, Gathering.ALL)
    return Piece(f"{name}(v{arguments})", interval, 1, free, truth, min(steps, longest)), "\n".join(lines)


def _gathered(fold: Fold, value: Piece, count: int) -> tuple[list[str], list[str], list[str]]:
    """Lines before the loop, in it and after it."""
    match fold.gathering:
        case Gathering.SUM:
            each = [f"  s += {value.text}"]
            if not repeated(value.interval, count).within(INT_LOW, INT_HIGH):
                each.append(f"  if not {INT_LOW:d} <= s <= {INT_HIGH:d}: overflow({fold.place:d})")
            return [" s = 0"], each, [" return s"]
        case Gathering.ANY:
            return [], [f"  if {value.text}: return 1"], [" return 0"]
        case Gathering.ALL:
            return [], [f"  if not {value.text}: return 0"], [" return 1"]
        case Gathering.FIRST:
            return [], [f"  return {value.text}"], [" return -1"]
        case Gathering.MIN | Gathering.MAX:
            sign = "<" if fold.gathering is Gathering.MIN else ">"
            each = [f"  x = {value.text}", f"  if s is None or x {sign} s: s = x"]
            return [" s = None"], each, [f" return nothing({fold.place:d}) if s is None else s"]
