"""A program and its bots in, a text that says how it becomes machine code, and why, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from parlour.interpreter.native.planning import plan_of
from parlour.interpreter.native.play import Plan
from parlour.interpreter.native.tabulating import Tabulated
from parlour.interpreter.native.variant import Variant
from parlour.interpreter.program.contents import place_of
from parlour.interpreter.program.instructions import Switch
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import Program


def explain(program: Program, policies: Sequence[str]) -> str:
    """Lines for a reader; the same for the same program. Makes no machine code, and needs no llvmlite."""
    plan = plan_of(program, Variant(tuple(policies)))
    return "\n".join(_lines(program, plan)) + "\n"


def _lines(program: Program, plan: Plan) -> Iterator[str]:
    yield f"{len(program.instructions)} instructions become {len(plan.program.instructions)}"
    if plan.tracked:
        names = SlotNames(program.layout)
        yield f"code is copied for each value of: {', '.join(dict.fromkeys(map(names.name, sorted(plan.tracked))))}"
    else:
        yield "code is not copied: the copies would take more room than they are worth"
    yield from dict.fromkeys(_table(program, made) for made in plan.tables)
    tabulated = {made.address for made in plan.tables}
    for address in dict.fromkeys(plan.addresses):
        if isinstance(program.instructions[address], Switch) and address not in tabulated:
            yield f"{_place(program, address)}: each value goes its own way"


def _table(program: Program, made: Tabulated) -> str:
    values = len(made.served) + len(made.left)
    own = f"; {_listed(made.left)} have code of their own" if made.left else ""
    return (
        f"{_place(program, made.address)}: {len(made.served)} of {values} values by tables, in {made.steps} steps{own}"
    )


def _place(program: Program, address: int) -> str:
    """Where a rule stands: the nearest place before an instruction, or else behind it."""
    before, behind = reversed(program.instructions[: address + 1]), program.instructions[address:]
    places = [place_of(instruction) for instruction in (*before, *behind)]
    found = next((place for place in places if place >= 0), -1)
    return str(program.places[found]) if found >= 0 else "the rules"


def _listed(values: Sequence[int]) -> str:
    """`1, 3..5`"""
    cuts = [k for k, (a, b) in enumerate(pairwise(values), 1) if b != a + 1]
    runs = [values[a:b] for a, b in pairwise([0, *cuts, len(values)])]
    return ", ".join(f"{run[0]}..{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
