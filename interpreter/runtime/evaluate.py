"""An expression of a program in, a piece of Python source that computes it out; only numbers ever reach that source.

The state is `v`, Temporary(n) is `t{n}`. Folds and parts that nest too deep become functions of their own, so that
neither Python's parser nor its stack sets a limit. Checks that intervals prove needless are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.interpreter.program.arithmetic import Interval, unchecked
from parlour.interpreter.program.expressions import (
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
from parlour.interpreter.program.intervals import Bounds, Scope, interval_of
from parlour.interpreter.program.traversal import bottom_up
from parlour.interpreter.runtime.folds import Piece, fold_source
from parlour.interpreter.types import INT_HIGH, INT_LOW

_NONE = frozenset[int]()
DEEPEST = 24  # brackets within brackets before a part becomes a function

_COMPARISONS = {
    Operator.EQUAL: "==",
    Operator.DIFFERENT: "!=",
    Operator.LESS: "<",
    Operator.AT_MOST: "<=",
    Operator.GREATER: ">",
    Operator.AT_LEAST: ">=",
}


class ExpressionWriter:
    """Writes expressions of one unit of source; `functions` collects what they call."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.functions: list[str] = []
        self._names = 0

    def name(self, prefix: str) -> str:
        """A name not yet used in this unit."""
        self._names += 1
        return f"{prefix}{self._names}"

    def piece(self, expr: Expr, temporaries: Mapping[int, Interval] | None = None) -> Piece:
        """The source of an expression; `temporaries`: what is known of those that no Fold inside it counts."""
        return bottom_up(expr, _Writing(self, Scope(temporaries or {})))

    def number(self, expr: Expr, temporaries: Mapping[int, Interval] | None = None) -> str:
        """Source whose value is an int, never a bool: what may be stored."""
        return self.piece(expr, temporaries).number


class _Writing:
    """Bottom up: the piece of a node from those of its parts."""

    def __init__(self, writer: ExpressionWriter, scope: Scope) -> None:
        self._writer, self._scope = writer, scope

    def bind(self, fold: Fold, start: Piece, stop: Piece) -> None:
        self._scope.enter(fold.number, start.interval, stop.interval)

    def build(self, node: Expr, parts: Sequence[Piece]) -> Piece:
        if isinstance(node, Fold):
            self._scope.leave(node.number)
        interval = interval_of(node, [p.interval for p in parts], self._writer.bounds, self._scope)
        if interval.low == interval.high and not interval.may_fault:
            return Piece(_literal(interval.low), interval)
        piece = self._fold(node, parts, interval) if isinstance(node, Fold) else self._plain(node, parts, interval)
        return piece if piece.depth < DEEPEST else self._apart(piece)

    def _plain(self, node: Expr, parts: Sequence[Piece], interval: Interval) -> Piece:
        text, truth = self._text(node, parts)
        if not parts:
            free = frozenset((node.number,)) if isinstance(node, Temporary) else _NONE
            return Piece(text, interval, 0, free, truth)
        depth, steps = 2 + max([p.depth for p in parts]), sum([p.steps for p in parts])
        free = _NONE.union(*[p.free for p in parts])
        return Piece(text, interval, depth, free, truth, steps)

    def _text(self, node: Expr, parts: Sequence[Piece]) -> tuple[str, bool]:  # noqa: C901 (a case a node)
        """The source, and whether its value may be a bool of Python."""
        match node:
            case Constant(value):
                return _literal(value), False
            case Slot(index):
                return f"v[{index:d}]", False
            case Temporary(number):
                return f"t{number:d}", False
            case Element(base, _, size, place):
                return self._element(f"v[{base:d} + ", parts[0], size, place), False
            case Lookup(table, _, place):
                return self._element(f"T{table:d}[", parts[0], self._writer.bounds.lengths[table], place), False
            case Negate(_, place):
                high = -parts[0].interval.low
                return self._checked(f"-{parts[0].text}", high > INT_HIGH, place), False
            case Not():
                return f"(not {parts[0].text})", True
            case And():
                return _joined("and", parts)
            case Or():
                return _joined("or", parts)
            case Conditional():
                test, then, otherwise = parts
                return f"({then.text} if {test.text} else {otherwise.text})", then.truth or otherwise.truth
            case Binary(operator, _, _, place):
                return self._binary(operator, parts[0], parts[1], place)
            case Fold():
                raise AssertionError("a fold is a function of its own")

    def _element(self, opening: str, index: Piece, size: int, place: int) -> str:
        low, high = index.interval.low < 0, index.interval.high >= size
        if not low and not high:
            return f"{opening}{index.text}]"
        name, bound = self._bound(index)
        test = f"0 <= {bound} < {size:d}" if low and high else f"{bound} < {size:d}" if high else f"0 <= {bound}"
        return f"({opening}{name}] if {test} else outside({place:d}, {name}, {size:d}))"

    def _bound(self, piece: Piece) -> tuple[str, str]:
        """A name for a value, and the source that gives it that name where it is first used."""
        if piece.atomic:
            return piece.text, piece.text
        name = self._writer.name("w")
        return name, f"({name} := {piece.text})"

    def _checked(self, text: str, needed: bool, place: int) -> str:
        if not needed:
            return f"({text})"
        name = self._writer.name("w")
        return f"({name} if {INT_LOW:d} <= ({name} := {text}) <= {INT_HIGH:d} else overflow({place:d}))"

    def _binary(self, operator: Operator, left: Piece, right: Piece, place: int) -> tuple[str, bool]:
        if operator in _COMPARISONS:
            return f"({left.text} {_COMPARISONS[operator]} {right.text})", True
        if operator in (Operator.MIN, Operator.MAX):
            return self._extreme(operator, left, right), left.truth or right.truth
        leaves = not unchecked(operator, left.interval, right.interval).within(INT_LOW, INT_HIGH)
        if operator in (Operator.DIVIDE, Operator.REMAINDER):
            return self._divided(operator, left, right, leaves, place), False
        if operator is Operator.BIT:
            return self._bit(left, right), False
        return self._checked(f"{left.text} {operator.value} {right.text}", leaves, place), False

    def _extreme(self, operator: Operator, left: Piece, right: Piece) -> str:
        (a, first), (b, second) = self._bound(left), self._bound(right)
        sign = "<=" if operator is Operator.MIN else ">="
        return f"({a} if {first} {sign} {second} else {b})"

    def _divided(self, operator: Operator, left: Piece, right: Piece, leaves: bool, place: int) -> str:
        if not right.interval.holds(0):
            return self._checked(f"{left.text} {operator.value} {right.text}", leaves, place)
        a, b, first = self._ordered(left, right)
        quotient = self._checked(f"{a} {operator.value} {b}", leaves, place)
        return f"({quotient} if {first} else by_zero({place:d}))"

    def _bit(self, mask: Piece, number: Piece) -> str:
        if number.interval.within(0, 62):
            return f"({mask.text} >> {number.text} & 1)"
        a, b, _ = self._ordered(mask, number)
        given = "" if mask.atomic else f"({a} := {mask.text}) is None or "
        return f"(({a} >> {b} & 1) if {given}0 <= {b if number.atomic else f'({b} := {number.text})'} < 63 else 0)"

    def _ordered(self, left: Piece, right: Piece) -> tuple[str, str, str]:
        """Names for both values, and source that evaluates the left, then the right, and is the right."""
        a, first = self._bound(left)
        b, second = self._bound(right)
        return a, b, second if left.atomic else f"({first} is None or {second})"

    def _fold(self, node: Fold, parts: Sequence[Piece], interval: Interval) -> Piece:
        name = self._writer.name("f")
        piece, source = fold_source(name, node, parts, interval, self._writer.bounds.longest)
        self._writer.functions.append(source)
        return piece

    def _apart(self, piece: Piece) -> Piece:
        """The same value from a call of a function."""
        name = self._writer.name("x")
        arguments = "".join(f", t{n:d}" for n in sorted(piece.free))
        self._writer.functions.append(f"def {name}(v{arguments}):\n return {piece.text}\n")
        return Piece(f"{name}(v{arguments})", piece.interval, 1, piece.free, piece.truth, piece.steps)


def _literal(value: int) -> str:
    return f"{value:d}" if value >= 0 else f"({value:d})"


def _joined(word: str, parts: Sequence[Piece]) -> tuple[str, bool]:
    left, right = parts
    joined = f"({left.text} {word} {right.text})"
    if left.interval.within(0, 1) and right.interval.within(0, 1):
        return joined, left.truth or right.truth
    return f"(1 if {joined} else 0)", False
