"""A program in, the plan that machine code is made by out."""

from __future__ import annotations

from parlour.interpreter.native.play import Plan
from parlour.interpreter.program.intervals import bounds_of
from parlour.interpreter.program.program import Program


def plan_of(program: Program) -> Plan:
    bounds = bounds_of(program)
    return Plan(program, tuple(range(len(program.instructions))), bounds, bounds)
