"""Lines of Python source in the making: slots, checked stores and events, as every instruction needs them."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Note, Target
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.runtime.evaluate import ExpressionWriter
from parlour.interpreter.runtime.events import Happening

KINDS: tuple[Note | Happening, ...] = (*Note, *Happening)  # what the source calls K
_NUMBER = {kind: number for number, kind in enumerate(KINDS)}


class LineWriter:
    """The lines of one function, with the expressions in them. `telling`: they tell what happens to `g.listener`."""

    def __init__(self, bounds: Bounds, telling: bool) -> None:
        self.bounds, self.telling = bounds, telling
        self.expressions = ExpressionWriter(bounds)
        self.lines: list[str] = []

    def line(self, *lines: str) -> None:
        self.lines.extend(lines)

    def slot(self, target: Target, place: int) -> str:
        """Source of the index of a target's first slot, safe to write twice; its faults come first."""
        if target.index is None:
            return f"{target.base:d}"
        index = self.expressions.piece(target.index)
        name = self.expressions.name("i")
        self.line(f"{name} = {index.text}")
        if not index.interval.within(0, target.size - 1):
            self.line(f"if not 0 <= {name} < {target.size:d}: outside({place:d}, {name}, {target.size:d})")
        self.line(f"{name} += {target.base:d}")
        return name

    def within(self, name: str, value: Interval, bound: Interval, place: int) -> None:
        """A fault `range` where the value could leave its bound."""
        tests = [f"{name} < {bound.low:d}"] if value.low < bound.low else []
        tests += [f"{name} > {bound.high:d}"] if value.high > bound.high else []
        if tests:
            self.line(f"if {' or '.join(tests)}: beyond({place:d}, {name}, {bound.low:d}, {bound.high:d})")

    def store(self, slot: str, text: str, value: Interval, bound: Interval, place: int) -> None:
        """state[slot] := the value, if its bound allows it."""
        if value.within(bound.low, bound.high):
            self.line(f"v[{slot}] = {text}")
            return
        self.line(f"n = {text}")
        self.within("n", value, bound, place)
        self.line(f"v[{slot}] = n")

    def arguments(self, arguments: Sequence[Expr]) -> list[str]:
        """Those that can fault are evaluated also when nobody listens: a game is the same in either case."""
        return [self.expressions.number(a) for a in arguments if self.telling or self.bounds.of(a).may_fault]

    def tell(self, kind: Note | Happening, values: Sequence[str], place: int, text: int = -1) -> None:
        """An event with these values, when somebody listens; else they are only evaluated."""
        if self.telling:
            told = "".join(f"{value}, " for value in values)
            self.line(f"g.listener(Event(K[{_NUMBER[kind]:d}], ({told}), {place:d}, {text:d}))")
        else:
            self.line(*values)


def numbers(values: Sequence[int]) -> str:
    """The source of a tuple."""
    return "(" + "".join(f"{n:d}, " for n in values) + ")"
