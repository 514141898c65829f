"""A program in, the plan that machine code is made by out."""

from __future__ import annotations

from msgspec.structs import replace

from parlour.interpreter.native.planning.checks import Checks
from parlour.interpreter.native.planning.facts import facts_of
from parlour.interpreter.native.planning.liveness import live_slots, results
from parlour.interpreter.native.planning.pinning import pinned
from parlour.interpreter.native.planning.plan import Plan
from parlour.interpreter.native.planning.reasons import Why
from parlour.interpreter.native.planning.specialising import Specialised, specialise
from parlour.interpreter.native.planning.tabulating import Tabulated, tabulate
from parlour.interpreter.native.planning.trimming import tidied, trimmed
from parlour.interpreter.native.variant import Variant
from parlour.interpreter.program.arithmetic import WHOLE, Interval
from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.instructions import Call
from parlour.interpreter.program.intervals import Bounds, bounds_of
from parlour.interpreter.program.program import COUNTER, Program
from parlour.interpreter.program.traversal import slots_of


def plan_of(program: Program, variant: Variant) -> Plan:
    """Specialise, trim, put into tables, trim again; each step keeps every game as it is.

    Facts of a program hold for what is made from it: nothing is added that was not done before. Games that begin in any
    state a program can be in are played as it stands, and so are few games.
    """
    declared = bounds_of(program)
    if variant.quick:
        return _as_it_stands(program, declared, declared, Why.QUICK)
    facts = facts_of(program, declared)
    if variant.resumed or _reads_counter(program):
        return _as_it_stands(program, declared, declared if variant.resumed else facts, Why.COUNTER)
    made: list[Tabulated] = []
    special = specialise(program, facts, variant.visits)
    at_end = (1 << program.layout.size) - 1 if variant.vectors else results(program)
    calls = any(isinstance(i, Call) for i in special.program.instructions)
    if not calls:
        facts = facts_of(special.program, declared)
        special = pinned(_trimmed(_trimmed(special, facts, declared, at_end), facts, declared, at_end), facts)
        special = _trimmed(special, facts, declared, at_end)
        before, _ = live_slots(special.program, at_end)
        special, made = tabulate(special, Checks(special.program, declared, facts), before)
        if any(switch.steps for switch in made):
            declared, facts = (_with_tables(bounds, special.program) for bounds in (declared, facts))
            special = _trimmed(special, facts, declared, at_end)
    return Plan(
        special.program,
        special.addresses,
        declared,
        facts_of(special.program, declared),
        program.layout.size,
        special.tracked,
        tuple(made),
        Why.CALLS if calls else None,
    )


def _as_it_stands(program: Program, declared: Bounds, known: Bounds, why: Why) -> Plan:
    return Plan(program, tuple(range(len(program.instructions))), declared, known, program.layout.size, whole=why)


def _reads_counter(program: Program) -> bool:
    """Whether a rule asks where in the program a game is: no ruleset can, any program may."""
    return any(COUNTER in slots_of(expressions_of(instruction)) for instruction in program.instructions)


def _trimmed(special: Specialised, facts: Bounds, declared: Bounds, at_end: int) -> Specialised:
    return tidied(trimmed(special, facts, declared, at_end), facts)


def _with_tables(bounds: Bounds, program: Program) -> Bounds:
    """The same bounds, with those of the tables and of the slot that were added."""
    tables = [table.values for table in program.tables]
    return replace(
        bounds,
        slots=(*bounds.slots, WHOLE),
        tables=tuple(Interval(min(values, default=0), max(values, default=0)) for values in tables),
        lengths=tuple(len(values) for values in tables),
    )
