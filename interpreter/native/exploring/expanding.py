"""A program and what is asked of its chain in; the IR of `expand`, which finds the ways on from one state, out.

From a packed state each chance and choice is taken in turn and the game run on to where it next stops or ends; what is
found there goes to a row. With sums it is run once with all of them 0 and, where they may be more than added to, once
with each of them 1: that shows what becomes of any.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from parlour.interpreter.native.emitting.draws import Drawer
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.guards import guards_of
from parlour.interpreter.native.emitting.instructions import Counters, Parts
from parlour.interpreter.native.emitting.operands import constant
from parlour.interpreter.native.emitting.storing import Storing
from parlour.interpreter.native.emitting.structures import Structures
from parlour.interpreter.native.emitting.tables import Tables
from parlour.interpreter.native.emitting.throws import Thrower
from parlour.interpreter.native.emitting.transfers import Transfers
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.exploring.job import Job, Row, Status, pointer, put, word
from parlour.interpreter.native.exploring.numbering import finished, mixed
from parlour.interpreter.native.exploring.outgoing import EXPANDED, Outgoing, Way
from parlour.interpreter.native.exploring.packing import Packing
from parlour.interpreter.native.exploring.stopping import ARRIVE, FreeSeats, StoppingInstructions
from parlour.interpreter.native.planning.checks import Checks
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import ChooseOne, ChooseSome, Draw, Throw
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program

HEAD = "define internal i64 @expand(ptr noalias %job, ptr noalias %key)"
AGAIN, NEXT = "again", "next_way"


class Exploration(Struct, frozen=True):
    """`seats`: the policy that each follows, '' where it chooses at random or best; `best`: a mask of the latter.

    `results` are read at the end. `sums`: slots that are only added up; `accumulating`: nothing else happens to them.
    """

    seats: tuple[str, ...]
    best: int
    results: tuple[Expr, ...]
    sums: tuple[int, ...]
    accumulating: bool

    @property
    def change_width(self) -> int:
        """Words that say what becomes of the sums on the way to a stop."""
        return len(self.sums) * (1 if self.accumulating else len(self.sums) + 1)

    @property
    def ended_width(self) -> int:
        """Words that say what becomes of them on the way to an end."""
        return len(self.results) * (len(self.sums) + 1) if self.sums else 0

    @property
    def ending_width(self) -> int:
        return 2 + (0 if self.sums else len(self.results))


def expand_text(program: Program, packing: Packing, declared: Bounds, asked: Exploration, tables: Tables) -> str:
    return _Expander(program, packing, declared, asked, tables).text()


class _Expander:
    def __init__(
        self, program: Program, packing: Packing, declared: Bounds, asked: Exploration, tables: Tables
    ) -> None:
        self._program, self._packing, self._asked, self._tables = program, packing, asked, tables
        self._declared = declared
        self._code = code = Code()
        code.line(f"%record = getelementptr inbounds i64, ptr %job, i64 {Job.RECORD}")
        code.line("%record.at = load ptr, ptr %record")
        code.line(f"%scratch.at = getelementptr inbounds i64, ptr %job, i64 {Job.SCRATCH}")
        code.line("%scratch = load ptr, ptr %scratch.at")
        self._way = Way(code.local(), code.local(), code.local(), code.local(), code.local())
        self._rank, self._run = code.local(), code.local()
        self._ranks = {address: rank for rank, address in enumerate(packing.stops)}
        self._parts = self._made_parts()
        self._frame = self._parts.frame

    def _made_parts(self) -> Parts:
        program, code, declared = self._program, self._code, self._declared
        frame = Frame(program, declared, code)
        expressions = Expressions(program, declared, code, frame, self._tables)
        storing = Storing(declared, code, frame, expressions)
        return Parts(
            code,
            frame,
            expressions,
            storing,
            Transfers(code, frame, expressions, storing, Checks(program, declared, declared)),
            Structures(program, code, frame, expressions, storing),
            Thrower(program, code, frame, expressions, self._tables, ""),
            Drawer(code, frame, ""),
            FreeSeats(program, self._asked.seats, code, frame, expressions, self._rank, self._ranks),
            Counters(code.local(), code.local(), code.local(), code.local(), code.local(), ""),
        )

    def text(self) -> str:
        code, program = self._code, self._program
        code.store("0", self._way.following)
        self._next()
        self._again()
        outgoing = Outgoing(program, self._parts, self._tables, self._asked.best, self._way)
        for rank, address in enumerate(self._packing.stops):
            code.begin(f"o{rank}")
            self._frame.store(Spot(COUNTER), str(address))
            outgoing.write(address)
        guards = guards_of(program, self._declared)
        walking = StoppingInstructions(program, guards, self._parts, self._tables, self._rank, self._ranks)
        walking.write([0, *self._entries()])
        self._arrive()
        self._finish()
        code.begin(EXPANDED)
        put(code, Job.MOVER, code.load(self._way.mover))
        code.give(f"i64 {Status.DONE}")
        code.fault_block("%record.at", f"i64 {Status.FAULT}")
        return self._parts.drawer.functions + code.text(HEAD)

    def _entries(self) -> list[int]:
        """Where games go on behind a stop."""
        kinds = Throw | Draw | ChooseOne | ChooseSome
        return [a + 1 for a in self._packing.stops if isinstance(self._program.instructions[a], kinds)]

    def _next(self) -> None:
        """The next way, with the first run."""
        code = self._code
        code.begin(NEXT)
        code.store(code.load(self._way.following), self._way.cursor)
        code.store("0", self._run)

    def _again(self) -> None:
        """The state as it was, and on by the way of the cursor."""
        code, counters = self._code, self._parts.counters
        code.begin(AGAIN)
        for counter in (counters.turns, counters.steps, self._parts.expressions.spent):
            code.store("0", counter)
        begin, first, resume = (code.new_label() for _ in range(3))
        code.branch(code.test("ne", word(code, Job.BEGIN), 0), begin, resume)
        code.begin(begin)
        code.branch(code.test("eq", code.load(self._way.cursor), 0), first, EXPANDED)
        code.begin(first)
        self._frame.begin()
        for value, at in (("1", self._way.following), ("1", self._way.weight), ("0", self._way.action)):
            code.store(value, at)
        code.store("-1", self._way.mover)
        code.jump("a0")
        code.begin(resume)
        rank = self._unpack()
        stops = range(len(self._packing.stops))
        code.switch(rank, [(k, f"o{k}") for k in stops], EXPANDED)

    def _unpack(self) -> str:
        """Every slot of the state at hand; the rank of its stop."""
        code, rank = self._code, "0"
        for slot, known in self._packing.fixed:
            self._frame.store(Spot(slot), str(known))
        words = [code.load(code.at("%key", k)) for k in range(self._packing.words)]
        for lane in self._packing.lanes:
            value = code.do(f"lshr i64 {words[lane.word]}, {lane.shift}") if lane.shift else words[lane.word]
            if lane.bits < 64:
                value = code.do(f"and i64 {value}, {(1 << lane.bits) - 1}")
            if lane.slot == COUNTER:
                rank = value
                continue
            self._frame.store(Spot(lane.slot), code.do(f"add i64 {value}, {lane.low}") if lane.low else value)
        now = code.load(self._run)
        for k, slot in enumerate(self._asked.sums, 1):
            self._frame.store(Spot(slot), code.do(f"zext i1 {code.test('eq', now, k)} to i64"))
        return rank

    def _arrive(self) -> None:
        """At a stop: a row with the packed state."""
        code, asked, change = self._code, self._asked, "0"
        code.begin(ARRIVE)
        if asked.sums:
            self._told([self._frame.load(Spot(slot)) for slot in asked.sums])
            if not asked.accumulating:
                self._other_runs()
            change = self._interned(Job.CHANGES, Status.CHANGES, pointer(code, Job.OUTS))
        row = self._row("0", change)
        hash = "0"
        for k, value in enumerate(self._packed()):
            code.store(value, code.at(row, Row.KEY + k))
            hash = mixed(code, hash, value)
        hash = finished(code, hash)
        code.store(hash, code.at(row, Row.HASH))
        slot = code.at(pointer(code, Job.SLOTS), code.do(f"and i64 {hash}, {word(code, Job.MASK)}"))
        code.line(f"call void @llvm.prefetch.p0(ptr {slot}, i32 0, i32 3, i32 1)")
        code.jump(NEXT)

    def _packed(self) -> list[str]:
        code, words = self._code, ["0"] * self._packing.words
        for lane in self._packing.lanes:
            value = code.load(self._rank) if lane.slot == COUNTER else self._frame.load(Spot(lane.slot))
            if lane.low and lane.slot != COUNTER:
                value = code.do(f"sub i64 {value}, {lane.low}")
            if lane.shift:
                value = code.do(f"shl i64 {value}, {lane.shift}")
            words[lane.word] = value if words[lane.word] == "0" else code.do(f"or i64 {words[lane.word]}, {value}")
        return words

    def _finish(self) -> None:
        """At an end: a row with its number."""
        code, asked, change = self._code, self._asked, "0"
        code.begin("finish")
        results = [self._parts.expressions.number(result, {0: constant(0)}) for result in asked.results]
        if asked.sums:
            self._told(results)
            self._other_runs()
            change = self._interned(Job.ENDED, Status.ENDED, pointer(code, Job.OUTS))
        told = code.local(f"[{asked.ending_width} x i64]")
        values = [self._frame.load(Spot(OUTCOME)), self._frame.load(Spot(WINNERS)), *([] if asked.sums else results)]
        for k, value in enumerate(values):
            code.store(value, code.at(told, k))
        ending = self._interned(Job.ENDINGS, Status.ENDINGS, told)
        self._row(code.do(f"add i64 {ending}, 1"), change)
        code.jump(NEXT)

    def _told(self, values: Sequence[str]) -> None:
        """What has become of the sums in this run."""
        code = self._code
        first = code.do(f"mul i64 {code.load(self._run)}, {len(values)}")
        outs = code.at(pointer(code, Job.OUTS), first)
        for k, value in enumerate(values):
            code.store(value, code.at(outs, k))

    def _other_runs(self) -> None:
        """The same way with other sums, until each has been 1."""
        code, more, done = self._code, self._code.new_label(), self._code.new_label()
        run = code.do(f"add i64 {code.load(self._run)}, 1")
        code.branch(code.test("sgt", run, len(self._asked.sums)), done, more)
        code.begin(more)
        code.store(run, self._run)
        code.jump(AGAIN)
        code.begin(done)

    def _interned(self, table: Job, status: Status, words: str) -> str:
        code = self._code
        number = code.do(f"call i64 @intern(ptr {pointer(code, table)}, ptr {words})")
        self._unless(code.test("slt", number, 0), status)
        return number

    def _unless(self, lacking: str, status: Status) -> None:
        """Give up where there is no room."""
        code, full, on = self._code, self._code.new_label(), self._code.new_label()
        code.branch(lacking, full, on)
        code.begin(full)
        code.give(f"i64 {status}")
        code.begin(on)

    def _row(self, ending: str, change: str) -> str:
        """A new row of the way that was taken."""
        code, way, count = self._code, self._way, word(self._code, Job.ROW_COUNT)
        self._unless(code.test("sge", count, word(code, Job.ROW_ROOM)), Status.ROWS)
        row = code.at(pointer(code, Job.ROWS), code.do(f"mul i64 {count}, {Row.KEY + self._packing.words}"))
        turns = code.load(self._parts.counters.turns)
        told = (ending, code.load(way.weight), code.load(way.action), turns, change)
        for place, value in zip((Row.TARGET, Row.WEIGHT, Row.ACTION, Row.TURNS, Row.CHANGE), told, strict=True):
            code.store(value, code.at(row, place))
        put(code, Job.ROW_COUNT, code.do(f"add i64 {count}, 1"))
        return row
