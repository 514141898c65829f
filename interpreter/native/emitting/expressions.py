"""An expression of a program in, the IR that computes it out: the same value and the same faults as the machine's.

Evaluation is driven from a list instead of by recursion, so that depth is no limit.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from parlour.interpreter.native.emitting import vectors
from parlour.interpreter.native.emitting.arithmetic import as_truth, binary, number, total
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.operands import Operand, constant, truth
from parlour.interpreter.native.emitting.tables import Tables
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.program.arithmetic import Interval, repeated
from parlour.interpreter.program.expressions import (
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
from parlour.interpreter.program.folding import add
from parlour.interpreter.program.intervals import Bounds, Scope, interval_of
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import every, inside
from parlour.interpreter.types import INT_HIGH, INT_LOW

CHEAP = 64  # a fold of at most so many steps is not counted by the guard: as the machine has it
SHORT = 12  # nodes of an expression that is rather evaluated in vain than jumped over

_Emission = Generator[Expr, Operand, Operand]


class Expressions:
    """Writes expressions into one function. `spent` points at what folds have counted since the last chance or choice."""

    def __init__(self, program: Program, facts: Bounds, code: Code, frame: Frame, tables: Tables) -> None:
        self.facts, self._program, self._code, self._frame, self._tables = facts, program, code, frame, tables
        self._temporaries: dict[int, list[Operand]] = {}
        self.spent = code.local()

    def operand(self, expr: Expr, temporaries: Mapping[int, Operand] | None = None) -> Operand:
        """The value; `temporaries`: those that no Fold inside it counts."""
        self._temporaries = {n: [operand] for n, operand in (temporaries or {}).items()}
        running, value = [self._emission(expr)], None
        while True:
            try:
                part = running[-1].send(value)  # type: ignore[arg-type]
                running.append(self._emission(part))
                value = None
            except StopIteration as done:
                running.pop()
                value = done.value
                if not running:
                    assert isinstance(value, Operand)
                    return value

    def number(self, expr: Expr, temporaries: Mapping[int, Operand] | None = None) -> str:
        """The value as i64."""
        return number(self._code, self.operand(expr, temporaries))

    def truth(self, expr: Expr, temporaries: Mapping[int, Operand] | None = None) -> str:
        """Whether the value is not 0, as i1."""
        return as_truth(self._code, self.operand(expr, temporaries))

    def inside(self, index: Operand, size: int, place: int) -> None:
        """The fault `index` unless 0 <= index < size."""
        if not index.interval.within(0, size - 1):
            text = number(self._code, index)
            self._code.check(self._code.test("uge", text, size), "index", place, text, size - 1)

    def _emission(self, node: Expr) -> _Emission:
        if isinstance(node, And | Or):
            return (yield from self._joined(node))
        if isinstance(node, Conditional):
            return (yield from self._conditional(node))
        if isinstance(node, Fold):
            return (yield from self._fold(node))
        operands = []
        for part in inside(node):
            operands.append((yield part))
        found = self._plain(node, operands, self._interval(node, operands))
        known = found.interval
        return constant(known.low) if known.low == known.high and not known.may_fault else found

    def _interval(self, node: Expr, parts: list[Operand]) -> Interval:
        scope = Scope({n: found[-1].interval for n, found in self._temporaries.items() if found})
        return interval_of(node, [p.interval for p in parts], self.facts, scope)

    def _plain(self, node: Expr, parts: list[Operand], interval: Interval) -> Operand:
        code = self._code
        match node:
            case Constant(value):
                return constant(value)
            case Slot(index):
                return Operand(self._frame.load(Spot(index)), interval)
            case Temporary():
                return self._temporaries[node.number][-1]
            case Element(base, _, size, place):
                self.inside(parts[0], size, place)
                return Operand(self._frame.load(Spot(base, number(code, parts[0]))), interval)
            case Lookup(table, _, place):
                values = self._program.tables[table].values
                self.inside(parts[0], len(values), place)
                at = Operand(number(code, parts[0]), parts[0].interval)
                return Operand(self._tables.load(code, values, at), interval)
            case Negate(_, place):
                exact = Interval(-parts[0].interval.high, -parts[0].interval.low)
                return Operand(total(code, "sub", "0", number(code, parts[0]), exact, place), interval)
            case Not():
                return truth(code.do(f"xor i1 {as_truth(code, parts[0])}, true"))
            case Binary(operator, _, _, place):
                return binary(code, operator, parts[0], parts[1], place, interval)
            case _:
                raise AssertionError(node)

    def _in_vain(self, expr: Expr) -> bool:
        """Whether evaluating it where it is not needed costs little and cannot fault."""
        waiting, nodes = [expr], 0
        while waiting:
            node = waiting.pop()
            nodes += 1
            if nodes > SHORT or isinstance(node, Fold):
                return False
            waiting.extend(inside(node))
        known = {n: found[-1].interval for n, found in self._temporaries.items() if found}
        return not self.facts.of(expr, known).may_fault

    def _joined(self, node: And | Or) -> _Emission:
        """A truth; the right side is jumped over where the left decides, or evaluated in vain where that is cheap."""
        code, both = self._code, isinstance(node, And)
        left = as_truth(code, (yield node.left))
        if self._in_vain(node.right):
            right = as_truth(code, (yield node.right))
            return truth(code.select(left, right, "false", "i1") if both else code.select(left, "true", right, "i1"))
        more, done, decided = code.new_label(), code.new_label(), code.label
        code.branch(left, more if both else done, done if both else more)
        code.begin(more)
        right = as_truth(code, (yield node.right))
        ways = [("false" if both else "true", decided), (right, code.label)]
        code.begin(done)
        return truth(code.phi(ways, "i1"))

    def _conditional(self, node: Conditional) -> _Emission:
        code = self._code
        test = yield node.test
        if not test.interval.holds(0) or test.interval.within(0, 0):
            return (yield node.then if test.interval.low or test.interval.high else node.otherwise)
        decided = as_truth(code, test)
        if self._in_vain(node.then) and self._in_vain(node.otherwise):
            then, otherwise = (yield node.then), (yield node.otherwise)
            chosen = code.select(decided, number(code, then), number(code, otherwise))
        else:
            first, second, done = code.new_label(), code.new_label(), code.new_label()
            code.branch(decided, first, second)
            code.begin(first)
            then = yield node.then
            ways = [(number(code, then), code.label)]
            code.jump(done)
            code.begin(second)
            otherwise = yield node.otherwise
            ways.append((number(code, otherwise), code.label))
            code.begin(done)
            chosen = code.phi(ways)
        return Operand(chosen, self._interval(node, [test, then, otherwise]))

    def _fold(self, node: Fold) -> _Emission:
        code = self._code
        start, stop = (yield node.start), (yield node.stop)
        row = self._row(node, start, stop)
        if row is not None:
            base, along, count = row
            index = number(code, (yield along))
            vector = vectors.load(code, self._frame, base, index, count)
            most = self.facts.span(base, node.value.size).high if isinstance(node.value, Element) else 0
            return Operand(vectors.total(code, vector), Interval(0, count * most))
        first, end = number(code, start), number(code, stop)
        counted = Interval(start.interval.low, max(start.interval.low, stop.interval.high - 1))
        count = max(0, stop.interval.high - start.interval.low)
        self._spend(node, first, end, count)
        gathered, some = code.local(), code.local("i1")
        code.store({Gathering.FIRST: "-1", Gathering.ALL: "1"}.get(node.gathering, "0"), gathered)
        code.store("false", some, "i1")
        on, done = code.new_label(), code.new_label()
        with code.counting(end, first) as now:
            self._temporaries.setdefault(node.number, []).append(Operand(now, counted))
            where = yield node.where
            self._where(where, on)
            value = yield node.value
            self._temporaries[node.number].pop()
            self._gather(node, value, count, (gathered, some, on, done))
            code.begin(on)
        code.begin(done)
        if node.gathering in (Gathering.MIN, Gathering.MAX):
            code.check(code.do(f"xor i1 {code.load(some, 'i1')}, true"), "nothing", node.place)
        return Operand(code.load(gathered), self._interval(node, [start, stop, where, value]))

    def _row(self, fold: Fold, start: Operand, stop: Operand) -> tuple[int, Expr, int] | None:
        """Of a sum over slots that stand side by side: the first slot, an index from there, how many; None of others."""
        if fold.gathering is not Gathering.SUM or fold.where != TRUE or not isinstance(fold.value, Element):
            return None
        low, high, value = start.interval, stop.interval, fold.value
        along = without(value.index, fold.number)
        count = high.high - low.low
        known = {n: found[-1].interval for n, found in self._temporaries.items() if found}
        known[fold.number] = Interval(low.low, max(low.low, high.high - 1))
        span = self.facts.span(value.base, value.size)
        safe = low.low == low.high and high.low == high.high and not self.facts.of(value, known).may_fault
        fits = count <= CHEAP and repeated(span, count).within(INT_LOW, INT_HIGH) and span.low >= 0
        if along is None or not safe or not fits or not vectors.fits(self._frame.stretch(value.base), count):
            return None
        return value.base, add(along, Constant(low.low)), count

    def _where(self, where: Operand, otherwise: str) -> None:
        if where.interval.holds(0):
            more = self._code.new_label()
            self._code.branch(as_truth(self._code, where), more, otherwise)
            self._code.begin(more)

    def _spend(self, fold: Fold, first: str, end: str, count: int) -> None:
        """Folds that may be long share an allowance."""
        if count > CHEAP:
            self.spend(first, end, fold.place)

    def spend(self, first: str, end: str, place: int) -> None:
        """Counting from first up to end; the fault `endless` beyond what is allowed between chances and choices."""
        code, steps = self._code, self._program.limits.steps
        length = code.do(f"call i64 @llvm.ssub.sat.i64(i64 {end}, i64 {first})")
        length = code.do(f"call i64 @llvm.smax.i64(i64 {length}, i64 0)")
        spent = code.do(f"call i64 @llvm.sadd.sat.i64(i64 {code.load(self.spent)}, i64 {length})")
        code.store(spent, self.spent)
        counted = code.test("sgt", length, 0)
        passed = code.do(f"and i1 {counted}, {code.test('sgt', spent, steps)}")
        code.check(passed, "endless", place, steps)

    def _gather(self, fold: Fold, value: Operand, count: int, ways: tuple[str, str, str, str]) -> None:
        """Add one value to what is gathered; `ways`: what is gathered, whether there is any, on, out."""
        code = self._code
        gathered, some, on, done = ways
        match fold.gathering:
            case Gathering.SUM:
                exact = repeated(value.interval, count)
                code.store(total(code, "add", code.load(gathered), number(code, value), exact, fold.place), gathered)
            case Gathering.ANY | Gathering.ALL:
                decided = code.new_label()
                anyone = fold.gathering is Gathering.ANY
                found = as_truth(code, value)
                code.branch(found, decided if anyone else on, on if anyone else decided)
                code.begin(decided)
                code.store("1" if anyone else "0", gathered)
                code.jump(done)
            case Gathering.FIRST:
                code.store(number(code, value), gathered)
                code.jump(done)
            case Gathering.MIN | Gathering.MAX:
                kept, seen = code.load(gathered), code.load(some, "i1")
                best = code.do(f"call i64 @llvm.s{fold.gathering.value}.i64(i64 {kept}, i64 {number(code, value)})")
                code.store(code.select(seen, best, number(code, value)), gathered)
                code.store("true", some, "i1")


def without(index: Expr, number: int) -> Expr | None:
    """What is added to a Temporary in an index; None where the index is anything else."""
    match index:
        case Temporary(own) if own == number:
            return Constant(0)
        case Binary(Operator.ADD, left, right):
            for part, other in ((left, right), (right, left)):
                rest = without(part, number)
                if rest is not None and all(node != Temporary(number) for node in every(other)):
                    return add(rest, other)
    return None
