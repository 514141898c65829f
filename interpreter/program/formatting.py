"""An expression of a program in, one line of text for a reader out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from parlour.interpreter.program.expressions import (
    TRUE,
    And,
    Binary,
    Conditional,
    Constant,
    Element,
    Expr,
    Fold,
    Lookup,
    Negate,
    Not,
    Operator,
    Or,
    Slot,
    Temporary,
)
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import bottom_up

CONDITIONAL, OR, AND, NOT, COMPARE, SUM, PRODUCT, SIGN, ATOM = range(9)  # what binds tighter has a higher level

_LEVELS = {
    Operator.ADD: SUM,
    Operator.SUBTRACT: SUM,
    Operator.MULTIPLY: PRODUCT,
    Operator.DIVIDE: PRODUCT,
    Operator.REMAINDER: PRODUCT,
    Operator.MIN: ATOM,
    Operator.MAX: ATOM,
    Operator.BIT: ATOM,
}


class Written(Struct, frozen=True):
    """Text, and how tight its outermost operator binds."""

    text: str
    level: int = ATOM

    def at(self, level: int) -> str:
        """The text where only what binds at least so tight needs no brackets."""
        return self.text if self.level >= level else f"({self.text})"


class Formatter:
    """Writes the expressions of one program, slots and tables by name; Temporary(n) is `tn`."""

    def __init__(self, program: Program) -> None:
        self.names = SlotNames(program.layout)
        self._tables = program.tables

    def text(self, expr: Expr) -> str:
        return bottom_up(expr, self).text

    def bind(self, fold: Fold, start: Written, stop: Written) -> None:
        """Nothing: a temporary is its number."""

    def build(self, node: Expr, parts: Sequence[Written]) -> Written:  # noqa: C901 (a case a node)
        match node:
            case Constant(value):
                return Written(str(value), ATOM if value >= 0 else SIGN)
            case Slot(index):
                return Written(self.names.name(index))
            case Temporary(number):
                return Written(f"t{number}")
            case Element(base, _, size):
                return Written(self.names.block(base, size, parts[0].text, lambda _: parts[0].at(SUM)))
            case Lookup(table):
                name = self._tables[table].name if table < len(self._tables) else ""
                return Written(f"{name or f'table {table}'}({parts[0].text})".replace(" ", "_", name.count(" ")))
            case Negate():
                return Written(f"-{parts[0].at(SIGN)}", SIGN)
            case Not():
                return Written(f"not {parts[0].at(NOT)}", NOT)
            case And():
                return Written(f"{parts[0].at(AND)} and {parts[1].at(AND)}", AND)
            case Or():
                return Written(f"{parts[0].at(OR)} or {parts[1].at(OR)}", OR)
            case Binary(operator):
                return _binary(operator, parts[0], parts[1])
            case Conditional():
                test, then, otherwise = parts
                return Written(f"{then.at(OR)} if {test.at(OR)} else {otherwise.at(CONDITIONAL)}", CONDITIONAL)
            case Fold():
                return _fold(node, parts)


def _binary(operator: Operator, left: Written, right: Written) -> Written:
    level = _LEVELS.get(operator, COMPARE)
    if level == ATOM:
        return Written(f"{operator.value}({left.text}, {right.text})")
    return Written(f"{left.at(level + (level == COMPARE))} {operator.value} {right.at(level + 1)}", level)


def _fold(fold: Fold, parts: Sequence[Written]) -> Written:
    start, stop, where, value = (part.text for part in parts)
    condition = "" if fold.where == TRUE else f" where {where}"
    return Written(f"{fold.gathering.value}({value} for t{fold.number} in {start} to before {stop}{condition})")
