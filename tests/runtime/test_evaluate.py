"""Generated evaluation against a naive walker of expressions, faults and their places included; intervals too."""

import operator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.expressions import (
    FALSE,
    TRUE,
    And,
    Binary,
    Conditional,
    Constant,
    Element,
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
from parlour.interpreter.program.instructions import End
from parlour.interpreter.program.program import Limits
from parlour.interpreter.program.simplifying import BRIEFLY, FULLY, Simplifier
from parlour.interpreter.program.traversal import every
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.types import INT_HIGH, INT_LOW

PLAIN = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "min": min,
    "max": max,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "bit": lambda mask, number: mask >> number & 1 if 0 <= number < 63 else 0,
}
TABLES = ((3, 1, 4, 1, 5), (INT_HIGH, INT_LOW, 0), (-7,))
STEPS = 2000


class Failed(Exception):
    """(id, place) of a fault."""


class Walker:
    """What the contract says, as plainly as it can be said."""

    def __init__(self, vector):
        self.vector, self.known, self.counted = vector, {}, 0

    def whole(self, value, place):
        if not INT_LOW <= value <= INT_HIGH:
            raise Failed("overflow", place)
        return int(value)

    def value(self, node):  # noqa: C901 (a case a node)
        match node:
            case Constant(value):
                return value
            case Slot(index):
                return self.vector[index]
            case Temporary(number):
                return self.known[number]
            case Element(base, index, size, place):
                return self.vector[base + self.inside(index, size, place)]
            case Lookup(table, index, place):
                return TABLES[table][self.inside(index, len(TABLES[table]), place)]
            case Negate(operand, place):
                return self.whole(-self.value(operand), place)
            case Not(operand):
                return int(self.value(operand) == 0)
            case And(left, right):
                return int(self.value(left) != 0 and self.value(right) != 0)
            case Or(left, right):
                return int(self.value(left) != 0 or self.value(right) != 0)
            case Conditional(test, then, otherwise):
                return self.value(then if self.value(test) else otherwise)
            case Binary(op, left, right, place):
                a, b = self.value(left), self.value(right)
                if b == 0 and op in ("//", "%"):
                    raise Failed("division_by_zero", place)
                return self.whole(PLAIN[op](a, b), place)
            case Fold():
                return self.fold(node)

    def inside(self, index, size, place):
        value = self.value(index)
        if not 0 <= value < size:
            raise Failed("index", place)
        return value

    def fold(self, node):
        start, stop = self.value(node.start), self.value(node.stop)
        if stop - start > STEPS:
            raise Failed("endless", node.place)
        self.counted += max(0, stop - start)
        outer, gathered = self.known.get(node.number), None
        for count in range(start, stop):
            self.known[node.number] = count
            if not self.value(node.where):
                continue
            value = self.value(node.value)
            gathered, decided = self.gather(node, gathered, value)
            if decided:
                break
        self.known[node.number] = outer
        return self.whole_of(node, gathered)

    def gather(self, node, gathered, value):
        match node.gathering:
            case Gathering.SUM:
                return self.whole((gathered or 0) + value, node.place), False
            case Gathering.MIN:
                return value if gathered is None else min(gathered, value), False
            case Gathering.MAX:
                return value if gathered is None else max(gathered, value), False
            case Gathering.ANY:
                return int(value != 0), value != 0
            case Gathering.ALL:
                return int(value != 0), value == 0
            case Gathering.FIRST:
                return value, True

    def whole_of(self, node, gathered):
        if gathered is not None:
            return gathered
        if node.gathering in (Gathering.MIN, Gathering.MAX):
            raise Failed("nothing", node.place)
        return {Gathering.SUM: 0, Gathering.ANY: 0, Gathering.ALL: 1, Gathering.FIRST: -1}[node.gathering]


WIDE, SMALL, FLAG = 5, 6, 8  # the first slots of the fields below
HUGE = st.one_of(st.integers(-9, 9), st.sampled_from((INT_LOW, INT_LOW + 1, INT_HIGH, 2**62, -(2**32), 2**32)))
VECTOR = st.tuples(HUGE, st.integers(-3, 4), st.integers(-3, 4), st.integers(0, 1), st.integers(0, 1))
PLACE = st.integers(0, 59)
PLACED = {Negate: 1, Binary: 2, Lookup: 1, Element: 1}


@st.composite
def expressions(draw, depth=5, temporaries=(0,)):
    """Any expression over the fields; folds count through few numbers, but may lie in one another."""
    if depth == 0 or draw(st.integers(0, 9)) == 0:
        leaves = [HUGE.map(Constant), st.sampled_from([Slot(s) for s in range(WIDE, FLAG + 2)])]
        return draw(st.one_of(*leaves, st.sampled_from(temporaries).map(Temporary)))
    part = expressions(depth - 1, temporaries)
    kind = draw(st.sampled_from((Binary, Binary, Binary, Element, Lookup, Negate, Not, And, Or, Conditional, Fold)))
    place = draw(PLACE)
    if kind is Binary:
        return Binary(draw(st.sampled_from(Operator)), draw(part), draw(part), place)
    if kind is Element:
        base, size = draw(st.sampled_from(((SMALL, 2), (FLAG, 2), (WIDE, 5))))
        return Element(base, draw(part), size, place)
    if kind is Lookup:
        return Lookup(draw(st.integers(0, len(TABLES) - 1)), draw(part), place)
    if kind is Fold:
        number = draw(st.integers(1, 3))
        bounds = st.one_of(
            st.integers(-3, 6).map(Constant), st.just(Slot(SMALL)), st.sampled_from(temporaries).map(Temporary)
        )
        inner = expressions(depth - 1, (*temporaries, number))
        where = draw(st.one_of(st.sampled_from((TRUE, FALSE)), inner))
        return Fold(draw(st.sampled_from(Gathering)), number, draw(bounds), draw(bounds), where, draw(inner), place)
    if kind is Negate:
        return Negate(draw(part), place)
    return kind(*(draw(part) for _ in range({Not: 1, Conditional: 3}.get(kind, 2))))


@pytest.fixture(scope="module")
def machine(sketch):
    s = sketch()
    assert (s.field("wide"), s.field("small", -3, 4, width=2), s.field("flag", 0, 1, width=2)) == (WIDE, SMALL, FLAG)
    for values in TABLES:
        s.table("table", values)
    return Machine(s.program([End(1, TRUE, -1, (), -1)], limits=Limits(steps=STEPS)))


def outcome(machine, expr, vector, known=0):
    """The value, or (id, line) of the fault."""
    machine.guard.restart()
    try:
        value = machine.evaluator(expr, {0: Interval(-4, 4)})(vector, known)
    except Fault as fault:
        return fault.id, fault.place.line
    assert type(value) is int
    return value


def expected(walker, expr):
    try:
        return walker.value(expr)
    except Failed as fault:
        return fault.args[0], fault.args[1] + 1


@settings(max_examples=250, deadline=None)
@given(expr=expressions(), values=VECTOR, known=st.integers(-4, 4))
def test_values_and_faults_are_those_of_the_walker(machine, expr, values, known):
    vector = [0] * WIDE + list(values)
    walker = Walker(vector)
    walker.known[0] = known
    ours, theirs = outcome(machine, expr, vector, known), expected(walker, expr)
    if isinstance(ours, tuple) and ours[0] == "endless":
        assert walker.counted > STEPS - 20 or theirs == ours
        return
    assert ours == theirs
    interval = machine.bounds.of(expr, {0: Interval(-4, 4)})
    assert interval.may_fault if isinstance(theirs, tuple) else interval.holds(theirs)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(Operator), HUGE, HUGE)
def test_operators_at_the_edges_of_64_bits(machine, op, left, right):
    """Once with constants, once with slots of which nothing is known."""
    vector = [0] * WIDE + [left, 0, 0, 0, 0]
    for a in (Constant(left), Slot(WIDE)):
        expr = Binary(op, a, Constant(right), 7)
        assert outcome(machine, expr, vector) == expected(Walker(vector), expr)


def chain(depth, node):
    expr = Slot(SMALL)
    for _ in range(depth):
        expr = node(expr)
    return expr


DEEP = {
    "sum": lambda e: Binary(Operator.ADD, e, Constant(1), 0),
    "max": lambda e: Binary(Operator.MAX, Slot(SMALL), e, 0),
    "not": lambda e: Not(Not(Not(e))),
    "if": lambda e: And(TRUE, Conditional(Slot(FLAG), Constant(0), Or(e, FALSE))),
    "divided": lambda e: Binary(Operator.DIVIDE, Constant(9), Binary(Operator.ADD, e, Constant(4), 0), 0),
    "looked up": lambda e: Lookup(0, Binary(Operator.REMAINDER, e, Constant(5), 0), 0),
    "fold": lambda e: Fold(Gathering.SUM, 1, FALSE, TRUE, TRUE, e, 0),
}


@pytest.mark.parametrize("depth", [10, 200, 2000])
@pytest.mark.parametrize("name", DEEP)
def test_depth_is_no_limit(machine, name, depth):
    depth = min(depth, 300) if name == "fold" else depth  # each fold is a call of Python
    vector = [0] * WIDE + [0, 3, 0, 0, 0]
    value = 3
    for _ in range(depth):
        value = Walker(vector).value(DEEP[name](Constant(value)))
    assert outcome(machine, chain(depth, DEEP[name]), vector) == value


def test_a_fold_through_too_many_numbers_is_a_fault(machine):
    vector = [0] * WIDE + [10**15, 0, 0, 0, 0]
    fold = Fold(Gathering.SUM, 1, Constant(0), Slot(WIDE), TRUE, Constant(1), 11)
    assert outcome(machine, fold, vector) == ("endless", 12)
    inside = Fold(Gathering.SUM, 1, Constant(0), Constant(90), TRUE, Constant(1), 13)
    nested = Fold(Gathering.SUM, 2, Constant(0), Constant(90), TRUE, inside, 14)
    assert outcome(machine, nested, vector) == ("endless", 14)


def test_what_is_not_needed_is_not_evaluated(machine):
    fault = Binary(Operator.DIVIDE, TRUE, Slot(SMALL), 3)
    vector = [0] * WIDE + [0, 0, 0, 0, 1]
    for expr in (And(Slot(FLAG), fault), Or(Slot(FLAG + 1), fault), Conditional(Slot(FLAG), fault, TRUE)):
        assert outcome(machine, expr, vector) in (0, 1)
    any_first = Fold(Gathering.ANY, 1, Constant(0), Constant(3), TRUE, Conditional(Temporary(1), fault, TRUE), 0)
    assert outcome(machine, any_first, vector) == 1


def test_the_left_faults_first(machine):
    vector = [0] * WIDE + [INT_HIGH, 0, 0, 0, 0]
    over = Binary(Operator.ADD, Slot(WIDE), Slot(WIDE), 20)
    for op in (Operator.DIVIDE, Operator.REMAINDER, Operator.BIT, Operator.MIN):
        wrong = Lookup(0, Binary(Operator.SUBTRACT, Slot(SMALL), Constant(1), 21), 22)
        assert outcome(machine, Binary(op, over, wrong, 23), vector) == ("overflow", 21)
    assert outcome(machine, Binary(Operator.DIVIDE, over, Slot(SMALL), 23), vector) == ("overflow", 21)


def test_a_fold_may_use_the_number_of_the_one_around_it(machine):
    inner = Fold(Gathering.SUM, 1, Constant(0), Constant(4), TRUE, Temporary(1), 0)
    outer = Fold(Gathering.SUM, 1, Constant(0), Constant(3), TRUE, Binary(Operator.ADD, inner, Temporary(1), 0), 0)
    assert outcome(machine, outer, [0] * 10) == 3 * 6 + 3


def test_a_condition_that_may_fault_is_evaluated(machine):
    nothing = Fold(Gathering.MIN, 1, Constant(0), Constant(0), TRUE, TRUE, 30)
    fold = Fold(Gathering.SUM, 1, Constant(0), Constant(1), nothing, Constant(0), 31)
    assert outcome(machine, fold, [0] * 10) == ("nothing", 31)


@pytest.mark.parametrize("unfolding", [BRIEFLY, FULLY], ids=["briefly", "fully"])
@settings(max_examples=120, deadline=None)
@given(expr=expressions(), values=VECTOR, temporary=st.integers(-4, 4), known=st.sets(st.sampled_from(range(WIDE, 10))))
def test_simplified_expressions_have_the_same_values_and_faults(machine, unfolding, expr, values, temporary, known):
    """Whatever is known of slots, and whether the temporary is known."""
    vector = [0] * WIDE + list(values)
    simplifier = Simplifier(machine.program, machine.bounds, unfolding)
    was = outcome(machine, expr, vector, temporary)
    for temporaries in ({}, {0: temporary}):
        simple = simplifier.simple(expr, {slot: vector[slot] for slot in known}, temporaries)
        found = outcome(machine, simple, vector, temporary)
        assert found == was or "endless" in (_fault(found), _fault(was))


def _fault(found):
    return found[0] if isinstance(found, tuple) else ""


@pytest.mark.parametrize("unfolding", [BRIEFLY, FULLY], ids=["briefly", "fully"])
def test_what_is_simplified_away(machine, unfolding):
    simplifier = Simplifier(machine.program, machine.bounds, unfolding)
    wide, small, flag = Slot(WIDE), Slot(SMALL), Slot(FLAG)
    counted = Fold(Gathering.SUM, 1, Constant(0), Constant(30), TRUE, Temporary(1), 0)
    twice = Fold(Gathering.SUM, 1, Constant(0), Constant(2), TRUE, counted, 0)
    assert simplifier.simple(twice, {}) == Binary(Operator.ADD, counted, counted, 0), "the inner one counts for itself"
    middle = Fold(Gathering.SUM, 2, Constant(0), Constant(2), TRUE, Element(WIDE, Temporary(1), 5, 0), 0)
    through = Fold(Gathering.SUM, 1, Constant(0), Slot(WIDE), TRUE, middle, 0)
    elements = Element(WIDE, Temporary(1), 5, 0)
    kept = Fold(Gathering.SUM, 1, Constant(0), Slot(WIDE), TRUE, Binary(Operator.ADD, elements, elements, 0), 0)
    assert simplifier.simple(through, {}, {1: 3}) == kept, "what is known is of another one around"
    for expr, simple in [
        (Conditional(flag, wide, wide), wide),
        (Binary(Operator.MIN, wide, wide, 0), wide),
        (And(flag, FALSE), FALSE),
        (Binary(Operator.LESS, small, Constant(5), 0), TRUE),
        (Element(SMALL, flag, 2, 0), Slot(SMALL + 1)),
        (Fold(Gathering.MAX, 1, Constant(0), Constant(3), Temporary(1), Temporary(1), 0), Constant(2)),
        (Fold(Gathering.FIRST, 1, Constant(0), Constant(3), Temporary(1), Temporary(1), 0), TRUE),
    ]:
        assert simplifier.simple(expr, {FLAG: 1} if isinstance(expr, Element) else {}) == simple
    over = Binary(Operator.DIVIDE, TRUE, small, 0)
    for expr in (Conditional(over, wide, wide), And(over, FALSE)):
        assert simplifier.simple(expr, {}) == expr, "it may fault"


def test_how_long_folds_are_written_out(machine):
    long = Fold(Gathering.SUM, 1, Constant(0), Constant(9), TRUE, Element(WIDE, Temporary(1), 5, 0), 0)
    assert Simplifier(machine.program, machine.bounds, BRIEFLY).simple(long, {}) == long
    written = Simplifier(machine.program, machine.bounds, FULLY).simple(long, {})
    assert not any(isinstance(node, Fold) for node in every(written))
