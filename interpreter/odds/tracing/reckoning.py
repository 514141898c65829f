"""An expression and a vector of which some slots are not known in; its form out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.interpreter.odds.slicing.effects import reads
from parlour.interpreter.odds.tracing.forms import Form, bent, combined, known, scaled
from parlour.interpreter.program.expressions import (
    And,
    Binary,
    Conditional,
    Element,
    Expr,
    Negate,
    Not,
    Operator,
    Or,
    Slot,
)
from parlour.interpreter.program.instructions import Target
from parlour.interpreter.runtime.choices import Evaluator
from parlour.interpreter.runtime.machine import Machine

Forms = Mapping[int, Form]


class Undecided(Exception):
    """Something that has to be known depends on an unknown slot, or an expression of one has no form."""


class Reckoner:
    """`free`: the mask of the unknown slots; `forms` holds what each of them is, the vector holds the others."""

    def __init__(self, machine: Machine, free: int) -> None:
        self._machine, self._free = machine, free
        self._met: dict[int, tuple[Expr, int, Evaluator | None]] = {}  # by identity, which is quicker than by value

    def asks(self, expr: Expr) -> bool:
        """Whether an expression may read an unknown slot."""
        return bool(self._free & self._known(expr)[1])

    def number(self, expr: Expr, vector: list[int]) -> int:
        """What an expression is worth that reads known slots only; raises Undecided of another."""
        evaluator = self._known(expr)[2]
        if evaluator is None:
            raise Undecided
        return evaluator(vector, 0)

    def slot(self, target: Target, vector: list[int]) -> int:
        return target.base if target.index is None else target.base + self.number(target.index, vector)

    def held(self, slot: int, vector: Sequence[int], forms: Forms) -> Form:
        return forms[slot] if self._free >> slot & 1 else known(vector[slot])

    def form(self, expr: Expr, vector: list[int], forms: Forms) -> Form:
        """What an expression is worth."""
        if not self.asks(expr):
            return known(self.number(expr, vector))
        match expr:
            case Slot(index):
                return forms[index]
            case Element(base, index):
                return self.held(base + self.number(index, vector), vector, forms)
            case Negate(operand):
                return scaled(self.form(operand, vector, forms), -1)
            case Not(operand):
                return bent("not", self.form(operand, vector, forms))
            case And(left, right):
                return bent("and", self.form(left, vector, forms), self.form(right, vector, forms))
            case Or(left, right):
                return bent("or", self.form(left, vector, forms), self.form(right, vector, forms))
            case Conditional(test, then, otherwise):
                decided = self.form(test, vector, forms)
                if decided.whole is not None:
                    return self.form(then if decided.whole else otherwise, vector, forms)
                return bent("if", decided, self.form(then, vector, forms), self.form(otherwise, vector, forms))
            case Binary(operator, left, right):
                return _binary(operator, self.form(left, vector, forms), self.form(right, vector, forms))
            case _:
                raise Undecided

    def _known(self, expr: Expr) -> tuple[Expr, int, Evaluator | None]:
        found = self._met.get(id(expr))
        if found is None:
            mask = reads((expr,))
            evaluator = None if mask & self._free else self._machine.evaluator(expr)
            found = self._met[id(expr)] = (expr, mask, evaluator)
        return found


def _binary(operator: Operator, left: Form, right: Form) -> Form:
    match operator:
        case Operator.ADD:
            return combined(left, right)
        case Operator.SUBTRACT:
            return combined(left, right, -1)
        case Operator.MULTIPLY if right.whole is not None:
            return scaled(left, right.whole)
        case Operator.MULTIPLY if left.whole is not None:
            return scaled(right, left.whole)
        case Operator.DIVIDE | Operator.REMAINDER if right.whole is None or right.whole <= 0:
            raise Undecided
        case _:
            return bent(operator, left, right)
