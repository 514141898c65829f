"""An expression and the slots whose values are known in, an expression that computes no more than it must out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from parlour.interpreter.program.expressions import (
    FALSE,
    TRUE,
    And,
    Binary,
    Conditional,
    Constant,
    Element,
    Expr,
    Fold,
    Gathering,
    Lookup,
    Negate,
    Not,
    Operator,
    Or,
    Slot,
    Temporary,
)
from parlour.interpreter.program.folding import (
    COMPARING,
    add,
    binary,
    both,
    compute,
    either,
    element,
    lookup,
    negate,
    negated,
)
from parlour.interpreter.program.folding import truth as truth_of
from parlour.interpreter.program.instructions import Instruction, Target
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import bottom_up, every

FEW = 4  # a fold through so many numbers is written out
SHORT = 40  # nodes of a fold that is written out

Known = Mapping[int, int]  # slot → its value


class Simplifier:
    """Simplifies the expressions of one program."""

    def __init__(self, program: Program, facts: Bounds) -> None:
        self._tables, self.facts = program.tables, facts

    def simple(self, expr: Expr, known: Known, temporaries: Known | None = None) -> Expr:
        """The same value and the same faults, where the slots have these values."""
        return bottom_up(expr, _Simplifying(self, known, temporaries or {}))

    def decided(self, test: Expr) -> bool | None:
        """Whether a test holds; None where it depends on the game or may fault."""
        if isinstance(test, Constant):
            return test.value != 0
        interval = self.facts.of(test)
        if interval.may_fault or (interval.holds(0) and not interval.within(0, 0)):
            return None
        return not interval.holds(0)

    def conditional(self, test: Expr, then: Expr, otherwise: Expr) -> Expr:
        """Only one of both where that is decided."""
        decided = self.decided(test)
        if decided is None:
            return Conditional(test, then, otherwise)
        return then if decided else otherwise

    def compared(self, expr: Expr) -> Expr:
        """A comparison, or its truth where what both sides can be decides it."""
        if not isinstance(expr, Binary):
            return expr
        left, right = self.facts.of(expr.left), self.facts.of(expr.right)
        if left.may_fault or right.may_fault:
            return expr
        outcomes = {compute(expr.operator, a, b) for a, b in ((left.low, right.high), (left.high, right.low))}
        apart = left.high < right.low or right.high < left.low
        match expr.operator:
            case Operator.EQUAL | Operator.DIFFERENT if not apart:
                same = left.low == left.high == right.low == right.high
                return truth_of(expr.operator is Operator.EQUAL) if same else expr
            case _:
                return truth_of(outcomes == {1}) if len(outcomes) == 1 else expr

    def table(self, number: int) -> tuple[int, ...]:
        return self._tables[number].values


class _Simplifying:
    """Bottom up: a node from its simple parts."""

    def __init__(self, simplifier: Simplifier, known: Known, temporaries: Known) -> None:
        self._simplifier, self._known, self._temporaries = simplifier, known, temporaries

    def bind(self, fold: Fold, start: Expr, stop: Expr) -> None:
        """A Temporary stays what it is."""

    def build(self, node: Expr, parts: Sequence[Expr]) -> Expr:  # noqa: C901 (a case a node)
        match node:
            case Constant():
                return node
            case Slot(index):
                return self._slot(node, index)
            case Temporary(number):
                return Constant(self._temporaries[number]) if number in self._temporaries else node
            case Element(base, _, size, place):
                found = element(base, parts[0], size, place)
                return self.build(found, ()) if isinstance(found, Slot) else found
            case Lookup(table, _, place):
                return lookup(table, self._simplifier.table(table), parts[0], place)
            case Negate(_, place):
                return negate(parts[0], place)
            case Not():
                return truth(negated(parts[0]))
            case Binary(operator, _, _, place):
                found = binary(operator, parts[0], parts[1], place)
                return self._simplifier.compared(found) if operator in COMPARING else found
            case And():
                return truth(both(parts[0], parts[1]))
            case Or():
                return truth(either(parts[0], parts[1]))
            case Conditional():
                return self._simplifier.conditional(parts[0], parts[1], parts[2])
            case Fold():
                return self._fold(node, parts)

    def _slot(self, node: Slot, index: int) -> Expr:
        if index in self._known:
            return Constant(self._known[index])
        interval = self._simplifier.facts.slots[index]
        return Constant(interval.low) if interval.low == interval.high else node

    def _fold(self, fold: Fold, parts: Sequence[Expr]) -> Expr:
        simple = _rebuilt(fold, parts)
        start, stop, where, _ = parts
        if not (isinstance(start, Constant) and isinstance(stop, Constant)):
            return simple
        counted = range(start.value, stop.value)
        if len(counted) > FEW or len(every(simple)) > SHORT or _inner(simple):
            return simple
        terms = [(self._at(where, fold, k), self._at(simple.value, fold, k)) for k in counted]
        return _written_out(simple, terms)

    def _at(self, expr: Expr, fold: Fold, number: int) -> Expr:
        return self._simplifier.simple(expr, self._known, {**self._temporaries, fold.number: number})


def _rebuilt(fold: Fold, parts: Sequence[Expr]) -> Fold:
    start, stop, where, value = parts
    return replace(fold, start=start, stop=stop, where=where, value=value)


def _inner(fold: Fold) -> bool:
    """Whether folds are left inside."""
    return any(isinstance(node, Fold) for part in (fold.where, fold.value) for node in every(part))


def truth(expr: Expr) -> Expr:
    """1 for what is not 0."""
    match expr:
        case Constant(value):
            return TRUE if value else FALSE
        case And() | Or() | Not() | Fold(gathering=Gathering.ANY | Gathering.ALL):
            return expr
        case Binary(operator=operator) if operator in _TRUTHS:
            return expr
        case _:
            return Binary(Operator.DIFFERENT, expr, Constant(0), -1)


_TRUTHS = frozenset(
    {
        Operator.EQUAL,
        Operator.DIFFERENT,
        Operator.LESS,
        Operator.AT_MOST,
        Operator.GREATER,
        Operator.AT_LEAST,
        Operator.BIT,
    }
)


def _written_out(fold: Fold, terms: Sequence[tuple[Expr, Expr]]) -> Expr:
    """Where and value of each number, gathered; the fold itself where that cannot be said without it."""
    found: Expr
    match fold.gathering:
        case Gathering.SUM:
            found = Constant(0)
            for where, value in terms:
                found = add(found, _if(where, value, Constant(0)), fold.place)
            return found
        case Gathering.ANY:
            found = FALSE
            for where, value in terms:
                found = either(found, truth(both(where, truth(value))))
            return found
        case Gathering.ALL:
            found = TRUE
            for where, value in terms:
                found = both(found, truth(either(truth(negated(where)), truth(value))))
            return found
        case Gathering.FIRST:
            found = Constant(-1)
            for where, value in reversed(terms):
                found = _if(where, value, found)
            return found
        case Gathering.MIN | Gathering.MAX:
            if not terms or any(where != TRUE for where, _ in terms):
                return fold
            operator = Operator.MIN if fold.gathering is Gathering.MIN else Operator.MAX
            found = terms[0][1]
            for _, value in terms[1:]:
                found = binary(operator, found, value, fold.place)
            return found


def _if(test: Expr, then: Expr, otherwise: Expr) -> Expr:
    if isinstance(test, Constant):
        return then if test.value else otherwise
    return Conditional(test, then, otherwise)


def simplified(instruction: Instruction, simple: Simplifier, known: Known) -> Instruction:
    """An instruction with each expression in it simplified."""
    found = _simplified(instruction, simple, known)
    assert isinstance(found, Instruction)
    return found


def _simplified(node: object, simple: Simplifier, known: Known) -> object:
    if isinstance(node, tuple):
        return tuple(_simplified(part, simple, known) for part in node)
    if isinstance(node, Expr):
        return simple.simple(node, known)
    if not hasattr(node, "__dataclass_fields__"):
        return node
    changed = {}
    for field in fields(node):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        new = _simplified(value, simple, known)
        if new is not value:
            changed[field.name] = new
    found = replace(node, **changed) if changed else node  # type: ignore[type-var]
    return _target(found) if isinstance(found, Target) else found


def _target(target: Target) -> Target:
    """A slot where the index is known and inside."""
    match target:
        case Target(base, Constant(index), size) if 0 <= index < size:
            return Target(base + index)
        case _:
            return target
