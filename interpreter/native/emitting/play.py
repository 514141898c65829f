"""A program, its bots and what is wanted of a game in; the IR of the function `play`, which plays one game, out."""

from __future__ import annotations

from parlour.interpreter.native.emitting.arithmetic import number
from parlour.interpreter.native.emitting.choices import Seats
from parlour.interpreter.native.emitting.draws import Drawer
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.guards import guards_of
from parlour.interpreter.native.emitting.instructions import Counters, Instructions, Parts
from parlour.interpreter.native.emitting.operands import constant
from parlour.interpreter.native.emitting.storing import Storing
from parlour.interpreter.native.emitting.streams import STREAM
from parlour.interpreter.native.emitting.structures import Structures
from parlour.interpreter.native.emitting.tables import Tables
from parlour.interpreter.native.emitting.throws import Thrower
from parlour.interpreter.native.emitting.transfers import Transfers
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.planning.checks import Checks
from parlour.interpreter.native.planning.plan import Plan
from parlour.interpreter.native.variant import Variant, stops
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program

HEAD = (
    "define internal i1 @play(i64 %key, ptr noalias %row, ptr noalias %vector, ptr noalias %visits,"
    " ptr noalias %scratch, ptr noalias %record, ptr noalias %start)"
)


def play_text(plan: Plan, variant: Variant, tables: Tables) -> str:
    """True: the game ended with a fault, told in %record. False: it is over, told in %row."""
    code = Code()
    parts = _parts(plan, variant, tables, code)
    _begin(plan.program, parts)
    if variant.resumed:
        _resume(plan, parts)
    entries = stops(plan.program) if variant.resumed else []
    Instructions(plan.program, plan.addresses, guards_of(plan.program, plan.declared), parts).write(entries)
    code.begin("finish")
    _finish(plan.program, plan.slots, variant, parts)
    code.fault_block("%record", "i1 true")
    return parts.drawer.functions + code.text(HEAD)


def _parts(plan: Plan, variant: Variant, tables: Tables, code: Code) -> Parts:
    program, facts = plan.program, plan.facts
    frame = Frame(program, facts, code)
    expressions = Expressions(program, facts, code, frame, tables)
    storing = Storing(plan.declared, code, frame, expressions)
    game, seats = code.local(STREAM, "%game"), code.local(f"[{program.seats} x {STREAM}]", "%seats")
    counters = Counters(
        code.local(), code.local(), code.local(), code.local(), code.local(), "%visits" if variant.visits else ""
    )
    return Parts(
        code,
        frame,
        expressions,
        storing,
        Transfers(code, frame, expressions, storing, Checks(program, plan.declared, facts)),
        Structures(program, code, frame, expressions, storing),
        Thrower(program, code, frame, expressions, tables, game),
        Drawer(code, frame, game),
        Seats(program, variant.bots, code, frame, expressions, seats),
        counters,
    )


def _begin(program: Program, parts: Parts) -> None:
    """The streams, the counters and the state at their first values."""
    code, counters = parts.code, parts.counters
    code.line("call void @seeded(ptr %game, i64 %key)")
    if any(isinstance(i, Choose | ChooseOne | ChooseSome) for i in program.instructions):
        for seat in range(program.seats):
            key = code.do(f"call i64 @seat_key(i64 %key, i64 {seat})")
            code.line(f"call void @seeded(ptr {code.at('%seats', seat, STREAM)}, i64 {key})")
    counted = (counters.turns, counters.chances, counters.choices, counters.stopped, counters.steps)
    for counter in (*counted, parts.expressions.spent):
        code.store("0", counter)
    parts.frame.begin()


def _resume(plan: Plan, parts: Parts) -> None:
    """The state and its counts from %start; on at its stop."""
    code, slots, counters = parts.code, plan.slots, parts.counters
    for slot in range(slots):
        parts.frame.store(Spot(slot), code.load(code.at("%start", slot)))
    for place, counter in enumerate((counters.turns, counters.chances, counters.choices), slots):
        code.store(code.load(code.at("%start", place)), counter)
    nowhere = code.new_label()
    code.switch(parts.frame.load(Spot(COUNTER)), [(to, f"a{to}") for to in stops(plan.program)], nowhere)
    code.begin(nowhere)
    code.fail("no_end", -1)


def _finish(program: Program, slots: int, variant: Variant, parts: Parts) -> None:
    """The row of results, and the state where it is wanted."""
    code, frame = parts.code, parts.frame
    row = [frame.load(Spot(OUTCOME)), frame.load(Spot(WINNERS))]
    row += [code.load(c) for c in (parts.counters.turns, parts.counters.chances, parts.counters.stopped)]
    for seat, score in enumerate(program.scores):
        row.append(number(code, parts.expressions.operand(score, {0: constant(seat)})))
    for _, measure in program.measures:
        row.append(number(code, parts.expressions.operand(measure)))
    for k, value in enumerate(row):
        code.store(value, code.at("%row", k))
    if variant.vectors:
        frame.write("%vector", slots)
    code.give("i1 false")
