"""A program and its bots in; how it becomes machine code, and why, for a reader or as plain data, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from parlour.interpreter.native.planning.plan import Plan
from parlour.interpreter.native.planning.planning import plan_of
from parlour.interpreter.native.planning.reasons import Left, Why
from parlour.interpreter.native.planning.tabulating import Tabulated
from parlour.interpreter.native.variant import Variant
from parlour.interpreter.program.contents import place_of
from parlour.interpreter.program.instructions import Switch
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import Program
from parlour.interpreter.source import Place

_DOES = {  # what keeps a way from being steps, for a reader
    "": "a long way, or tests that their own steps change",
    "Branch": "tests within tests, or that go round",
    "Transfer": "pay all there is, or to whom is not known before",
    "Set": "write where is not known before",
    "Throw": "throw",
    "Draw": "draw",
    "Choose": "choose",
    "ChooseOne": "choose",
    "ChooseSome": "choose",
    "Push": "move cards",
    "Pop": "move cards",
    "Remove": "move cards",
    "Sort": "sort",
    "Enqueue": "send a pawn on",
    "Dequeue": "let a pawn arrive",
    "Switch": "part again",
    "Return": "go back to where they were called from",
    "CountTurn": "begin a turn",
    "Tell": "say what may fail",
    "End": "end the game",
    "Fail": "fail",
}


class Part(Struct, frozen=True):
    """A rule where values (squares, cards …) go ways of their own: how many of them tables serve, in so many steps.

    `copies`: how often the code stands there, each for other values of what code is copied for.
    """

    place: Place | None
    served: int
    steps: int
    left: tuple[Left, ...]
    copies: int = 1

    @property
    def values(self) -> int:
        """How many there are; 0 where they were not looked at one by one."""
        return self.served + sum(len(left.values) for left in self.left)

    def to_json(self) -> dict[str, Any]:
        place = self.place and {"file": self.place.source.name, "line": self.place.line, "column": self.place.column}
        left = [{"values": list(left.values), "why": _why(left)} for left in self.left]
        return {
            "place": place,
            "values": self.values,
            "by_tables": self.served,
            "steps": self.steps,
            "by_switch": left,
            "copies": self.copies,
        }


class Explained(Struct, frozen=True):
    """`before`, `after`: instructions of the program and of its plan; `copied_for`: names of slots; `why`: no parts."""

    before: int
    after: int
    copied_for: tuple[str, ...]
    parts: tuple[Part, ...]
    why: str = ""

    def lines(self) -> Iterator[str]:
        """For a reader; the same for the same program."""
        yield f"{self.before} instructions become {self.after}"
        if self.copied_for:
            yield f"code is copied for each value of: {', '.join(self.copied_for)}"
        else:
            yield "code is not copied: the copies would take more room than they are worth"
        if self.why:
            yield f"each value goes its own way everywhere: {self.why}"
        for part in self.parts:
            yield from _told(part)

    def to_json(self) -> dict[str, Any]:
        return {
            "instructions": {"program": self.before, "plan": self.after},
            "copied_for": list(self.copied_for),
            "parts": [part.to_json() for part in self.parts],
            "no_tables": self.why or None,
        }


def explain(program: Program, policies: Sequence[str]) -> str:
    """Lines for a reader; the same for the same program. Makes no machine code, and needs no llvmlite."""
    return "\n".join(explained(program, plan_of(program, Variant(tuple(policies)))).lines()) + "\n"


def explained(program: Program, plan: Plan) -> Explained:
    """What the plan makes of a program."""
    names = SlotNames(program.layout)
    copied = tuple(dict.fromkeys(map(names.name, sorted(plan.tracked))))
    parts: dict[Part, int] = {}
    for made in plan.switches:
        if not isinstance(program.instructions[made.address], Switch):
            continue  # no rule: code that parts by the seat, or goes back to one of its callers
        part = _part(program, made)
        parts[part] = parts.get(part, 0) + 1
    counted = tuple(Part(p.place, p.served, p.steps, p.left, n) for p, n in parts.items())
    why = plan.whole if any(isinstance(i, Switch) for i in program.instructions) else None
    return Explained(len(program.instructions), len(plan.program.instructions), copied, counted, why or "")


def _part(program: Program, made: Tabulated) -> Part:
    grouped: dict[tuple[Why, str], list[int]] = {}
    for left in made.left:
        grouped.setdefault((left.why, left.what), []).extend(left.values)
    joined = tuple(Left(tuple(sorted(values)), why, what) for (why, what), values in grouped.items())
    return Part(_place(program, made.address), len(made.served), made.steps, joined)


def _told(part: Part) -> Iterator[str]:
    where = f"{part.place or 'the rules'}: "
    times = f" (in {part.copies} copies)" if part.copies > 1 else ""
    if part.steps:
        steps = f"{part.steps} step{'s' * (part.steps > 1)}"
        yield f"{where}{part.served} of {part.values} values by tables, in {steps}{times}"
    else:
        yield f"{where}each value goes its own way{times}"
    for left in part.left:
        own = f"{listed(left.values)} by a switch: " if left.values else ""
        yield f"  {own}{_why(left)}"


def _why(left: Left) -> str:
    return f"{left.why.value}: {_DOES.get(left.what, left.what)}" if left.why is Why.OTHER else left.why.value


def _place(program: Program, address: int) -> Place | None:
    """Where a rule stands: the nearest place before an instruction, or else behind it."""
    before, behind = reversed(program.instructions[: address + 1]), program.instructions[address:]
    places = [place_of(instruction) for instruction in (*before, *behind)]
    found = next((place for place in places if place >= 0), -1)
    return program.places[found] if found >= 0 else None


def listed(values: Sequence[int]) -> str:
    """`1, 3..5`"""
    cuts = [k for k, (a, b) in enumerate(pairwise(values), 1) if b != a + 1]
    runs = [values[a:b] for a, b in pairwise([0, *cuts, len(values)])]
    return ", ".join(f"{run[0]}..{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
