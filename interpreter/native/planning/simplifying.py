"""An expression and the slots whose values are known in, an expression that computes no more than it must out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.program.arithmetic import Interval
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
    mapped,
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
        self._program, self._tables, self.facts = program, program.tables, facts

    def simple(self, expr: Expr, known: Known, temporaries: Known | None = None) -> Expr:
        """The same value and the same faults, where the slots have these values."""
        if isinstance(expr, Constant):
            return expr
        return bottom_up(expr, _Simplifying(self, known, temporaries or {}))

    def narrowed(self, ranges: Mapping[int, Interval]) -> Simplifier:
        """The same where more is known of some slots."""
        return Simplifier(self._program, narrowed(self.facts, ranges))

    def decided(self, test: Expr, temporaries: Mapping[int, Interval] | None = None) -> bool | None:
        """Whether a test holds; None where it depends on the game or may fault."""
        if isinstance(test, Constant):
            return test.value != 0
        interval = self.facts.of(test, temporaries)
        if interval.may_fault or (interval.holds(0) and not interval.within(0, 0)):
            return None
        return not interval.holds(0)

    def conditional(self, test: Expr, then: Expr, otherwise: Expr, temporaries: Mapping[int, Interval]) -> Expr:
        """Only one of both where that is decided."""
        decided = self.decided(test, temporaries)
        if decided is None:
            return Conditional(test, then, otherwise)
        return then if decided else otherwise

    def compared(self, expr: Expr, temporaries: Mapping[int, Interval]) -> Expr:
        """A comparison, or its truth where what both sides can be decides it."""
        if not isinstance(expr, Binary):
            return expr
        left, right = self.facts.of(expr.left, temporaries), self.facts.of(expr.right, temporaries)
        if left.may_fault or right.may_fault:
            return expr
        if expr.operator in (Operator.EQUAL, Operator.DIFFERENT):
            expr = self._without_table(expr)
        outcomes = {compute(expr.operator, a, b) for a, b in ((left.low, right.high), (left.high, right.low))}
        apart = left.high < right.low or right.high < left.low
        match expr.operator:
            case Operator.EQUAL | Operator.DIFFERENT if not apart:
                same = left.low == left.high == right.low == right.high
                return truth_of(expr.operator is Operator.EQUAL) if same else expr
            case _:
                return truth_of(outcomes == {1}) if len(outcomes) == 1 else expr

    def _without_table(self, expr: Binary) -> Binary:
        """Two values of a table that has none twice are the same where their indexes are."""
        match expr.left, expr.right:
            case Lookup(one, a), Lookup(other, b) if one == other and len(set(self.table(one))) == len(self.table(one)):
                return replace(expr, left=a, right=b)
            case _:
                return expr

    def looked_up(self, expr: Expr, temporaries: Mapping[int, Interval]) -> Expr:
        """The index itself, where all that can be looked up is so."""
        if not isinstance(expr, Lookup):
            return expr
        index, values = self.facts.of(expr.index, temporaries), self.table(expr.table)
        inside = not index.may_fault and index.within(0, len(values) - 1)
        same = inside and all(values[k] == k for k in range(index.low, index.high + 1))
        return expr.index if same else expr

    def table(self, number: int) -> tuple[int, ...]:
        return self._tables[number].values


def narrowed(facts: Bounds, ranges: Mapping[int, Interval]) -> Bounds:
    """The same bounds where more is known of some slots."""
    slots = list(facts.slots)
    for slot, interval in ranges.items():
        slots[slot] = interval
    return replace(facts, slots=tuple(slots))


class _Simplifying:
    """Bottom up: a node from its simple parts."""

    def __init__(self, simplifier: Simplifier, known: Known, temporaries: Known) -> None:
        self._simplifier, self._known, self._temporaries = simplifier, known, temporaries
        self._scope: dict[int, list[Interval]] = {}

    def bind(self, fold: Fold, start: Expr, stop: Expr) -> None:
        first, end = self._simplifier.facts.of(start, self._counted()), self._simplifier.facts.of(stop, self._counted())
        self._scope.setdefault(fold.number, []).append(Interval(first.low, max(first.low, end.high - 1)))

    def _counted(self) -> dict[int, Interval]:
        """What is known of the temporaries of the folds around."""
        return {number: found[-1] for number, found in self._scope.items() if found}

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
                found = lookup(table, self._simplifier.table(table), parts[0], place)
                return self._simplifier.looked_up(found, self._counted())
            case Negate(_, place):
                return negate(parts[0], place)
            case Not():
                return truth(negated(parts[0]))
            case Binary(operator, _, _, place):
                found = binary(operator, parts[0], parts[1], place)
                return self._simplifier.compared(found, self._counted()) if operator in COMPARING else found
            case And():
                return truth(both(parts[0], parts[1]))
            case Or():
                return truth(either(parts[0], parts[1]))
            case Conditional():
                return self._simplifier.conditional(parts[0], parts[1], parts[2], self._counted())
            case Fold():
                self._scope[node.number].pop()
                return self._fold(node, parts)

    def _slot(self, node: Slot, index: int) -> Expr:
        if index in self._known:
            return Constant(self._known[index])
        interval = self._simplifier.facts.slots[index]
        return Constant(interval.low) if interval.low == interval.high else node

    def _fold(self, fold: Fold, parts: Sequence[Expr]) -> Expr:
        simple = _rebuilt(fold, parts)
        start, stop, where, _ = parts
        pinned = self._pinned(simple)
        if pinned is not None:
            return pinned
        if not (isinstance(start, Constant) and isinstance(stop, Constant)):
            return simple
        counted = range(start.value, stop.value)
        if len(counted) > FEW or len(every(simple)) > SHORT:
            return simple
        terms = [(self._at(where, fold, k), self._at(simple.value, fold, k)) for k in counted]
        return _written_out(simple, terms)

    def _pinned(self, fold: Fold) -> Expr | None:
        """A sum over the one number that equals something: what it adds there, if it is counted at all."""
        match fold.where:
            case Binary(Operator.EQUAL, Temporary(number), pin, _) if number == fold.number:
                pass
            case Binary(Operator.EQUAL, pin, Temporary(number), _) if number == fold.number:
                pass
            case _:
                return None
        simple = not any(isinstance(node, Fold | Temporary) for node in every(pin))
        scope = self._counted()
        bounds = [self._simplifier.facts.of(expr, scope) for expr in (fold.start, fold.stop, pin)]
        if fold.gathering is not Gathering.SUM or not simple or any(bound.may_fault for bound in bounds):
            return None
        value = put_in(fold.value, fold.number, pin)
        start, stop, at = bounds
        if start.high <= at.low and at.high < stop.low:
            return value
        inside = both(Binary(Operator.AT_LEAST, pin, fold.start, -1), Binary(Operator.LESS, pin, fold.stop, -1))
        return Conditional(inside, value, Constant(0))

    def _at(self, expr: Expr, fold: Fold, number: int) -> Expr:
        return self._simplifier.simple(expr, self._known, {**self._temporaries, fold.number: number})


def put_in(expr: Expr, number: int, value: Expr) -> Expr:
    """An expression with a value in the place of a Temporary; a fold inside that counts with the same stays."""

    def put(node: Expr) -> Expr:
        if isinstance(node, Temporary):
            return value if node.number == number else node
        if isinstance(node, Fold) and node.number == number:
            return replace(node, start=put(node.start), stop=put(node.stop))
        return mapped(node, put)

    return put(expr)


def _rebuilt(fold: Fold, parts: Sequence[Expr]) -> Fold:
    start, stop, where, value = parts
    return replace(fold, start=start, stop=stop, where=where, value=value)


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
        parts = tuple(_simplified(part, simple, known) for part in node)
        return node if all(a is b for a, b in zip(parts, node, strict=True)) else parts
    if isinstance(node, Expr):
        return simple.simple(node, known)
    changed = {}
    for name in _holders(type(node)):
        value = getattr(node, name)
        new = _simplified(value, simple, known)
        if new is not value:
            changed[name] = new
    found = replace(node, **changed) if changed else node  # type: ignore[type-var]
    return _target(found) if isinstance(found, Target) else found


_PLAIN = {"int", "bool", "Short", "Note", "tuple[int, ...]"}
_holding: dict[type, tuple[str, ...]] = {}


def _holders(node: type[object]) -> tuple[str, ...]:
    """The fields of a class in which expressions can be."""
    if node not in _holding:
        inside = node.__struct_fields__ if issubclass(node, Struct) else ()
        _holding[node] = tuple(name for name in inside if node.__annotations__[name] not in _PLAIN)
    return _holding[node]


def _target(target: Target) -> Target:
    """A slot where the index is known and inside."""
    match target:
        case Target(base, Constant(index), size) if 0 <= index < size:
            return Target(base + index)
        case _:
            return target
