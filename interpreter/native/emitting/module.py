"""A plan and a variant in, the whole module of IR out: streams, tables, `play` and `simulate`, which plays many games.

`simulate(seed, first, count, totals, rows, vectors, scratch, start)` plays the games first … first + count - 1 and
adds them up in `totals`; `rows` and `vectors` may be null, else each game writes its own. `start` is a state with its
turns, chances and choices, where the variant says that games begin in one. It returns how many games were played. It
stops before a game that ends with a fault, and behind one with more turns than the histogram has room for: then the
record in `totals` is not 0.
"""

from __future__ import annotations

from parlour.interpreter.native.emitting.marks import LISTING
from parlour.interpreter.native.emitting.play import play_text
from parlour.interpreter.native.emitting.streams import STREAMS
from parlour.interpreter.native.emitting.tables import Tables
from parlour.interpreter.native.emitting.totals import LATE, Totals, totals_of
from parlour.interpreter.native.emitting.vectors import declarations
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.planning.plan import Plan
from parlour.interpreter.native.variant import FIRST, Variant, quantities

INTRINSICS = """
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare i64 @llvm.ssub.sat.i64(i64, i64)
declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{!"branch_weights", i32 1, i32 1000000}
"""


def module_text(plan: Plan, variant: Variant) -> str:
    tables = Tables()
    play = play_text(plan, variant, tables)
    parts = [STREAMS, LISTING, tables.text(), play, simulate_text(plan, variant), declarations(), INTRINSICS]
    return "\n".join(parts)


def simulate_text(plan: Plan, variant: Variant) -> str:
    program = plan.program
    code, totals, width = Code(), totals_of(program), FIRST + quantities(program)
    own, at = code.local(f"[{width} x i64]", "%own"), code.local()
    code.store("0", at)
    no_rows = code.do("icmp eq ptr %rows, null")
    visits = code.at("%totals", totals.visits)
    code.begin("head")
    now = code.load(at)
    code.branch(code.test("slt", now, "%count"), "game", "done")
    code.begin("game")
    theirs = code.at("%rows", code.do(f"mul i64 {now}, {width}"))
    row = code.select(no_rows, own, theirs, "ptr")
    vector = code.at("%vectors", code.do(f"mul i64 {now}, {plan.slots if variant.vectors else 0}"))
    key = code.do(f"call i64 @game_key(i64 %seed, i64 {code.do(f'add i64 %first, {now}')})")
    failed = code.do(
        f"call i1 @play(i64 {key}, ptr {row}, ptr {vector}, ptr {visits}, ptr %scratch, ptr %totals, ptr %start)"
    )
    code.branch(failed, "done", "counts", "!prof !0")
    code.begin("counts")
    _add(code, totals, row)
    code.store(code.do(f"add i64 {now}, 1"), at)
    code.jump("head")
    code.begin("late")
    code.store(str(LATE), code.at("%totals", Totals.RECORD))
    code.store(code.load(code.at(row, 2)), code.at("%totals", Totals.RECORD + 1))
    code.store(code.do(f"add i64 {now}, 1"), at)
    code.begin("done")
    code.give(f"i64 {code.load(at)}")
    return code.text(
        "define i64 @simulate(i64 %seed, i64 %first, i64 %count, ptr noalias %totals, ptr noalias %rows,"
        " ptr noalias %vectors, ptr noalias %scratch, ptr noalias %start)"
    )


def _add(code: Code, totals: Totals, row: str) -> None:
    """One game's row to the totals."""
    _increment(code, code.at("%totals", Totals.GAMES), "1")
    _increment(code, code.at("%totals", Totals.STOPPED), code.load(code.at(row, 4)))
    _increment(code, code.at(code.at("%totals", Totals.OUTCOMES), code.load(row)), "1")
    winners = code.load(code.at(row, 1))
    for seat in range(totals.seats):
        won = code.do(f"and i64 {code.do(f'lshr i64 {winners}, {seat}')}, 1")
        _increment(code, code.at("%totals", totals.winners + seat), won)
    for k in range(totals.quantities):
        _quantity(code, code.at("%totals", totals.quantity(k)), code.load(code.at(row, FIRST + k)))
    turns, fits = code.load(code.at(row, 2)), code.new_label()
    code.branch(code.test("sgt", turns, totals.turns), "late", fits, "!prof !0")
    code.begin(fits)
    _increment(code, code.at(code.at("%totals", totals.histogram), turns), "1")


def _increment(code: Code, pointer: str, by: str, type_: str = "i64") -> None:
    code.store(code.do(f"add {type_} {code.load(pointer, type_)}, {by}"), pointer, type_)


def _quantity(code: Code, pointer: str, value: str) -> None:
    """Sum, sum of squares, least and greatest."""
    wide = code.do(f"sext i64 {value} to i128")
    _add_wide(code, pointer, wide, "i128")
    square = code.do(f"mul i128 {wide}, {wide}")
    _add_wide(code, code.at(pointer, 2), code.do(f"zext i128 {square} to i192"), "i192")
    for word, extreme in ((5, "smin"), (6, "smax")):
        at = code.at(pointer, word)
        code.store(code.do(f"call i64 @llvm.{extreme}.i64(i64 {code.load(at)}, i64 {value})"), at)


def _add_wide(code: Code, pointer: str, value: str, type_: str) -> None:
    total = code.do(f"load {type_}, ptr {pointer}, align 8")
    code.line(f"store {type_} {code.do(f'add {type_} {total}, {value}')}, ptr {pointer}, align 8")
