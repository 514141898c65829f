"""Program expressions come in as they are made; a fault goes out where one of them, written out, grows too large."""

from __future__ import annotations

from msgspec import Struct, field

from parlour.interpreter.program.expressions import Constant, Expr, Slot, Temporary
from parlour.interpreter.program.traversal import inside

MOST_PARTS = 5_000  # of one expression
MOST_LEVELS = 100
MOST_WORK = 200_000  # expressions lowered for one game, each as often as it is written out


class Extent(Struct, frozen=True):
    """How many parts an expression has, written out, and how deep they stand in one another."""

    parts: int
    levels: int


_LEAF = Extent(1, 1)
_LEAVES = frozenset((Constant, Slot, Temporary))


class Growth(Struct, eq=False):
    """Measures each expression once: parts that are shared are known already, however often they occur."""

    work: int = 0
    # by identity, which the expression keeps alive
    _known: dict[int, tuple[Expr, Extent]] = field(default_factory=dict)

    def excess(self, expr: Expr) -> str:
        """What is too much about an expression that was lowered now; nothing where all is well."""
        self.work += 1
        if self.work > MOST_WORK:
            return f"all expressions together unfold to more than {MOST_WORK}"
        if type(expr) in _LEAVES:
            return ""
        extent = self._of(expr)
        if extent.parts > MOST_PARTS:
            return f"this expression unfolds to {extent.parts} parts, more than {MOST_PARTS}"
        return f"this expression unfolds to more than {MOST_LEVELS} levels" if extent.levels > MOST_LEVELS else ""

    def _of(self, expr: Expr) -> Extent:
        if type(expr) in _LEAVES:
            return _LEAF
        known = self._known.get(id(expr))
        if known is not None:
            return known[1]
        parts, levels = 1, 0
        for part in inside(expr):
            extent = self._of(part)
            parts += extent.parts
            levels = max(levels, extent.levels)
        extent = Extent(parts, levels + 1)
        self._known[id(expr)] = expr, extent
        return extent
