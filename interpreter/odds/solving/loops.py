"""Nothing in, the IR of the loops of `kernels.py` out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from parlour.interpreter.native.emitting.writing import Code

INFINITE = "0x7FF0000000000000"
LEAST = "0xFFF0000000000000"
STALLED = "0x3D3C25C268497682"  # 1e-13: a part whose last round moved no more than this is not expected to move less
TERMS = "ptr noalias %starts, ptr noalias %columns, ptr noalias %codes"


def relax_text() -> str:
    """Gauss and Seidel over parts first .. last - 1, each until it comes to rest; the number of the first that does not,
    where it stops, or `last`."""
    code = Code()
    rounds = code.local()
    change, great, before = (code.local("double") for _ in range(3))
    code.store(code.load("%moved", "double"), change, "double")
    with code.counting("%last", "%first") as part:
        low = code.load(code.at("%parts", part))
        high = code.load(code.at("%parts", code.do(f"add nsw i64 {part}, 1")))
        alone = code.test("eq", code.do(f"sub i64 {high}, {low}"), 1)
        code.store("0", rounds)
        again, judge, moving, tired, on = (code.new_label() for _ in range(5))
        code.begin(again)
        code.store(code.load(change, "double"), before, "double")
        code.store("0.0", change, "double")
        code.store("0.0", great, "double")
        with code.counting(high, low) as k:
            row = code.do(f"zext i32 {code.load(code.at('%order', k, 'i32'), 'i32')} to i64")
            _row(code, row, change, great)
        count = code.do(f"add nsw i64 {code.load(rounds)}, 1")
        code.store(count, rounds)
        code.branch(alone, on, judge)
        code.begin(judge)
        resting = _rests(code, *(code.load(at, "double") for at in (change, great, before)))
        code.branch(resting, on, moving)
        code.begin(moving)
        code.branch(code.test("slt", count, "%most"), again, tired)
        code.begin(tired)
        code.store(code.load(change, "double"), "%moved", "double")
        code.give(f"i64 {part}")
        code.begin(on)
        code.store(code.load(change, "double"), "%moved", "double")
        code.store(INFINITE, change, "double")
    code.give("i64 %last")
    return "declare double @llvm.fabs.f64(double)\ndeclare double @llvm.maxnum.f64(double, double)\n" + code.text(
        f"define i64 @relax(i64 %first, i64 %last, ptr noalias %order, ptr noalias %parts, {TERMS}, ptr noalias %shares,"
        " ptr noalias %gains, ptr noalias %b, ptr noalias %x, ptr noalias %kinds, ptr noalias %away, i64 %count,"
        " i64 %most, double %tolerance, double %enough, ptr noalias %moved)"
    )


def _rests(code: Code, moved: str, great: str, before: str) -> str:
    """Whether a round has moved nothing much, or `enough`; or little, and no less than the round before."""
    nothing = code.do(f"fcmp ole double {moved}, {code.do(f'fmul double %tolerance, {great}')}")
    little = code.do(f"fcmp ole double {moved}, {code.do(f'fmul double {STALLED}, {great}')}")
    no_less = code.do(f"fcmp oge double {moved}, {before}")
    enough = code.do(f"fcmp ole double {moved}, %enough")
    return code.do(f"or i1 {code.do(f'or i1 {nothing}, {enough}')}, {code.do(f'and i1 {little}, {no_less}')}")


def _row(code: Code, row: str, change: str, great: str) -> None:
    """A new value of one row."""
    place = code.at("%x", row, "double")
    old, new = code.load(place, "double"), code.local("double")
    summed, perhaps, chosen, done = (code.new_label() for _ in range(4))
    code.branch(code.do("icmp eq ptr %kinds, null"), summed, perhaps)
    code.begin(perhaps)
    kind = code.load(code.at("%kinds", row, "i8"), "i8")
    code.branch(code.do(f"icmp eq i8 {kind}, 0"), summed, chosen)
    code.begin(summed)
    _sum(code, row, new)
    code.jump(done)
    code.begin(chosen)
    _best(code, row, code.do(f"sitofp i8 {kind} to double"), new)
    code.begin(done)
    value = code.load(new, "double")
    code.store(value, place, "double")
    for number, kept in ((code.do(f"fsub double {value}, {old}"), change), (value, great)):
        size = code.do(f"call double @llvm.fabs.f64(double {number})")
        most = code.do(f"call double @llvm.maxnum.f64(double {code.load(kept, 'double')}, double {size})")
        code.store(most, kept, "double")


def _span(code: Code, row: str) -> tuple[str, str]:
    first = code.load(code.at("%starts", row))
    return first, code.load(code.at("%starts", code.do(f"add nsw i64 {row}, 1")))


def _term(code: Code, at: str) -> tuple[str, str, str, str]:
    """Column, share, gain and the value there."""
    column = code.do(f"sext i32 {code.load(code.at('%columns', at, 'i32'), 'i32')} to i64")
    ending = code.do(f"sub i64 {code.do('sub i64 %count, 1')}, {column}")
    place = code.select(code.test("slt", column, 0), ending, column)
    told = code.do(f"zext i32 {code.load(code.at('%codes', at, 'i32'), 'i32')} to i64")
    share, gain = (code.load(code.at(name, told, "double"), "double") for name in ("%shares", "%gains"))
    return column, share, gain, code.load(code.at("%x", place, "double"), "double")


def _sum(code: Code, row: str, new: str) -> None:
    """What comes back to the row itself is solved for: `away` is what does not."""
    total = code.local("double")
    code.store(code.load(code.at("%b", row, "double"), "double"), total, "double")
    first, last = _span(code, row)
    with code.counting(last, first) as at:
        column, share, gain, value = _term(code, at)
        itself = code.test("eq", column, row)
        worth = code.do(f"fadd double {gain}, {code.select(itself, '0.0', value, 'double')}")
        more = code.do(f"fmul double {share}, {worth}")
        code.store(code.do(f"fadd double {code.load(total, 'double')}, {more}"), total, "double")
    left = code.load(code.at("%away", row, "double"), "double")
    some = code.do(f"fcmp ogt double {left}, 0.0")
    whole = code.load(total, "double")
    code.store(code.do(f"fdiv double {whole}, {code.select(some, left, '1.0', 'double')}"), new, "double")


def _best(code: Code, row: str, sign: str, new: str) -> None:
    best = code.local("double")
    code.store(LEAST, best, "double")
    first, last = _span(code, row)
    with code.counting(last, first) as at:
        _, _, gain, value = _term(code, at)
        signed = code.do(f"fmul double {sign}, {code.do(f'fadd double {gain}, {value}')}")
        most = code.do(f"call double @llvm.maxnum.f64(double {code.load(best, 'double')}, double {signed})")
        code.store(most, best, "double")
    code.store(code.do(f"fmul double {sign}, {code.load(best, 'double')}"), new, "double")


def transpose_text() -> str:
    """`found`: where each new row begins; it is all 0 before."""
    code = Code()
    last = code.load(code.at("%starts", "%count"))
    with code.counting(last) as at, _of_state(code, at) as column:
        _counted(code, column, 1)
    total = code.local()
    code.store("0", total)
    with code.counting("%count") as row:  # to where each row ends
        place = code.at("%found", row)
        end = code.do(f"add nsw i64 {code.load(total)}, {code.load(place)}")
        code.store(end, total)
        code.store(end, place)
    code.store(code.load(total), code.at("%found", "%count"))
    with code.counting("%count") as back:  # rows from the last on, each filled from its end
        row = code.do(f"sub nsw i64 {code.do('sub nsw i64 %count, 1')}, {back}")
        first, end = _span(code, row)
        with code.counting(end, first) as forth:
            both = code.do(f"add nsw i64 {first}, {code.do(f'sub nsw i64 {end}, 1')}")
            at = code.do(f"sub nsw i64 {both}, {forth}")
            with _of_state(code, at) as column:
                to = code.do(f"sub nsw i64 {_counted(code, column, -1)}, 1")
                code.store(code.do(f"trunc i64 {row} to i32"), code.at("%sources", to, "i32"), "i32")
                code.store(code.load(code.at("%codes", at, "i32"), "i32"), code.at("%told", to, "i32"), "i32")
    code.give("i64 0")
    return code.text(
        f"define i64 @transpose(i64 %count, {TERMS}, ptr noalias %found, ptr noalias %sources, ptr noalias %told)"
    )


@contextmanager
def _of_state(code: Code, at: str) -> Iterator[str]:
    """What is written inside is done where the column of a term is a state."""
    column = code.do(f"sext i32 {code.load(code.at('%columns', at, 'i32'), 'i32')} to i64")
    state, on = code.new_label(), code.new_label()
    code.branch(code.test("sge", column, 0), state, on)
    code.begin(state)
    yield column
    code.begin(on)


def _counted(code: Code, column: str, by: int) -> str:
    """One more or less in `found`; the number before."""
    place = code.at("%found", column)
    number = code.load(place)
    code.store(code.do(f"add nsw i64 {number}, {by}"), place)
    return number


def components_text() -> str:
    """Tarjan's algorithm, without recursion; the number of components."""
    return _Components().text()


class _Components:
    """`index` and `part` count from 1; 0: not met, not placed. `leaves` is of states, `out` of components."""

    def __init__(self) -> None:
        self._code = code = Code()
        self._clock, self._top, self._depth, self._found = (code.local() for _ in range(4))
        for at in (self._clock, self._top, self._depth, self._found):
            code.store("0", at)

    def text(self) -> str:
        code = self._code
        with code.counting("%count") as root:
            walk, step, back, on = (code.new_label() for _ in range(4))
            enter = code.new_label()
            code.branch(code.test("eq", self._at("%index", root), 0), enter, on)
            code.begin(enter)
            self._push(root)
            code.begin(walk)
            depth = code.load(self._depth)
            busy = code.new_label()
            code.branch(code.test("sgt", depth, 0), busy, on)
            code.begin(busy)
            last = code.do(f"sub nsw i64 {depth}, 1")
            node, edge = self._at("%path", last), code.load(code.at("%edges", last))
            end = code.load(code.at("%starts", code.do(f"add nsw i64 {node}, 1")))
            code.branch(code.test("slt", edge, end), step, back)
            code.begin(step)
            code.store(code.do(f"add nsw i64 {edge}, 1"), code.at("%edges", last))
            self._step(node, edge)
            code.jump(walk)
            code.begin(back)
            code.store(last, self._depth)
            self._back(node, last)
            code.jump(walk)
            code.begin(on)
        code.give(f"i64 {code.load(self._found)}")
        return code.text(
            f"define i64 @components(i64 %count, {TERMS}, ptr noalias %shares, ptr noalias %index, ptr noalias %low,"
            " ptr noalias %stack, ptr noalias %path, ptr noalias %edges, ptr noalias %part, ptr noalias %leaves,"
            " ptr noalias %out)"
        )

    def _at(self, array: str, index: str) -> str:
        code = self._code
        return code.do(f"sext i32 {code.load(code.at(array, index, 'i32'), 'i32')} to i64")

    def _set(self, array: str, index: str, value: str) -> None:
        code = self._code
        code.store(code.do(f"trunc i64 {value} to i32"), code.at(array, index, "i32"), "i32")

    def _more(self, counter: str, by: int = 1) -> str:
        """Counts, and gives the number before."""
        code = self._code
        number = code.load(counter)
        code.store(code.do(f"add nsw i64 {number}, {by}"), counter)
        return number

    def _push(self, node: str) -> None:
        code = self._code
        clock = code.do(f"add nsw i64 {self._more(self._clock)}, 1")
        self._set("%index", node, clock)
        self._set("%low", node, clock)
        self._set("%stack", self._more(self._top), node)
        depth = self._more(self._depth)
        self._set("%path", depth, node)
        code.store(code.load(code.at("%starts", node)), code.at("%edges", depth))

    def _step(self, node: str, edge: str) -> None:
        """Along one edge, if it is one."""
        code = self._code
        real, inner, met, fresh, waiting, away, on = (code.new_label() for _ in range(7))
        told = code.do(f"zext i32 {code.load(code.at('%codes', edge, 'i32'), 'i32')} to i64")
        share = code.load(code.at("%shares", told, "double"), "double")
        code.branch(code.do(f"fcmp ogt double {share}, 0.0"), real, on)
        code.begin(real)
        other = self._at("%columns", edge)
        code.branch(code.test("slt", other, 0), away, inner)
        code.begin(inner)
        index = self._at("%index", other)
        code.branch(code.test("eq", index, 0), fresh, met)
        code.begin(fresh)
        self._push(other)
        code.jump(on)
        code.begin(met)
        code.branch(code.test("eq", self._at("%part", other), 0), waiting, away)
        code.begin(waiting)
        self._lower(node, index)
        code.jump(on)
        code.begin(away)
        code.store("1", code.at("%leaves", node, "i8"), "i8")
        code.begin(on)

    def _lower(self, node: str, to: str) -> None:
        code = self._code
        self._set("%low", node, code.do(f"call i64 @llvm.smin.i64(i64 {self._at('%low', node)}, i64 {to})"))

    def _back(self, node: str, depth: str) -> None:
        """A node is done: the last of its component, or of no importance to any but the one before it."""
        code = self._code
        whole, inner, parent, on = (code.new_label() for _ in range(4))
        low, flag = self._at("%low", node), code.at("%leaves", node, "i8")
        code.branch(code.test("eq", low, self._at("%index", node)), whole, inner)
        code.begin(whole)
        number = self._more(self._found)
        code.store(code.load(flag, "i8"), code.at("%out", number, "i8"), "i8")
        self._cut(node, code.do(f"add nsw i64 {number}, 1"))
        code.branch(code.test("sgt", depth, 0), parent, on)
        code.begin(parent)
        before = self._at("%path", code.do(f"sub nsw i64 {depth}, 1"))
        code.store("1", code.at("%leaves", before, "i8"), "i8")
        code.jump(on)
        code.begin(inner)
        before = self._at("%path", code.do(f"sub nsw i64 {depth}, 1"))
        self._lower(before, low)
        place = code.at("%leaves", before, "i8")
        code.store(code.do(f"or i8 {code.load(place, 'i8')}, {code.load(flag, 'i8')}"), place, "i8")
        code.begin(on)

    def _cut(self, root: str, number: str) -> None:
        """All down to the root belong to one component."""
        code, pop, done = self._code, self._code.new_label(), self._code.new_label()
        code.begin(pop)
        top = code.do(f"sub nsw i64 {code.load(self._top)}, 1")
        code.store(top, self._top)
        node = self._at("%stack", top)
        self._set("%part", node, number)
        code.branch(code.test("eq", node, root), done, pop)
        code.begin(done)
