"""A program and a question in; the smallest program that answers it, and what was left out to get there, out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.odds.slicing.effects import reads, written
from parlour.interpreter.odds.slicing.emitter import Emitted, emitted
from parlour.interpreter.odds.slicing.graph import Graph, Node, Stop
from parlour.interpreter.odds.slicing.kinds import alike
from parlour.interpreter.odds.slicing.ranges import ranges
from parlour.interpreter.odds.slicing.slicer import Facts, Slice, facts_of, sliced
from parlour.interpreter.odds.slicing.specializer import specialized
from parlour.interpreter.odds.slicing.sums import accumulating, sums
from parlour.interpreter.odds.slicing.unknowns import unknowns
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome, CountTurn, End, Instruction
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import PHASE, Program
from parlour.interpreter.program.simplifying import FULLY, Simplifier


class Sliced(Struct, frozen=True):
    """`carried`: the slots of the whole program that a state holds at some stop; `sums`: those of the slice that are
    only added up there, and no part of a state; `accumulating`: none of them is set back or moved."""

    whole: Program
    part: Slice
    emitted: Emitted
    carried: int
    sums: tuple[int, ...]
    accumulating: bool

    @property
    def program(self) -> Program:
        return self.emitted.program

    def names(self) -> tuple[str, ...]:
        """The fields that states carry, by name."""
        return field_names(self.whole, self.carried)


class Slicer:
    """Slices one program for several questions. `policies`: those that are followed at some seat."""

    def __init__(self, program: Program, policies: Sequence[str]) -> None:
        self.program = replace(program, instructions=tuple(_keeping(i, policies) for i in program.instructions))

    @cached_property
    def bounds(self) -> Bounds:
        return ranges(self.program)

    def possible(self, mask: int) -> int:
        """How many values the slots of a mask have together, at most."""
        bounds = self.bounds.slots
        return prod(bounds[s].high - bounds[s].low + 1 for s in range(mask.bit_length()) if mask >> s & 1)

    def simplified(self, expr: Expr, seat: int) -> Expr:
        """A score of a seat, or a measure, with as few reads as possible."""
        return Simplifier(self.program, self.bounds, FULLY).simple(expr, {}, {0: seat})

    @cached_property
    def graph(self) -> Graph:
        return specialized(self.program, self.bounds)

    @cached_property
    def _facts(self) -> Facts:
        return facts_of(self.graph)

    def sliced(self, results: Sequence[Expr] = (), turns: bool = True) -> Sliced:
        """For outcomes and winners, for `results` (read when the game has ended) and for the number of turns."""
        return slice_of(self.program, self.bounds, self.part(results, turns), results)

    def needs(self, asked: str) -> tuple[str, ...]:
        """The fields that states carry for the scores, or for a measure; those of the outcomes alone where the rest can be
        reckoned apart."""
        measures = [self.simplified(measure, 0) for name, measure in self.program.measures if name == asked]
        results = measures or [self.simplified(score, seat) for seat, score in enumerate(self.program.scores)]
        part, carried = self.part(results), held_by(self.part(()))
        held = held_by(part)
        apart = held & ~unknowns(part, carried) & ~carried == 0
        return field_names(self.program, carried if apart else held & ~sums(part, results))

    def adding_up(self, sliced: Sliced) -> Sliced | None:
        """The same slice with sums instead of what is only added up till the end, and counts at every stop till then; its
        states lead to as many as there are sums. None where there is nothing of that kind. It does not say who wins."""
        part = sliced.part
        added = sums(part, (), till_the_end=True)
        if not added & sliced.carried or not accumulating(part, added):
            return None
        stops = [n for n, node in enumerate(part.graph.nodes) if part.kept[n] and isinstance(node.operation, Stop)]
        if any(added & sliced.carried & ~part.before[number] for number in stops):
            return None
        return _made(self.program, self.bounds, part, 0, added)

    @property
    def needed(self) -> tuple[str, ...]:
        """The fields that states carry for the outcomes."""
        return field_names(self.program, held_by(self.part(())))

    def part(self, results: Sequence[Expr], turns: bool = True) -> Slice:
        """The graph with what the outcomes, the number of turns and `results` depend on."""
        mask = reads(results)

        def asked(node: Node) -> int | None:
            if isinstance(node.operation, End):
                return mask
            return 0 if turns and isinstance(node.operation, CountTurn) else None

        return sliced(self._facts, asked)


def slice_of(program: Program, bounds: Bounds, part: Slice, results: Sequence[Expr], summing: bool = True) -> Sliced:
    """A slice with its program. `summing`: whether what is only added up is no part of a state."""
    return _made(program, bounds, part, reads(results), sums(part, results) if results and summing else 0)


def _made(program: Program, bounds: Bounds, part: Slice, read: int, added: int) -> Sliced:
    held = held_by(part)
    groups = alike(part, Simplifier(program, bounds, FULLY))
    made = emitted(program, part, bounds, read, added, groups)
    kept = tuple(made.numbers[s] for s in range(added.bit_length()) if (added & held) >> s & 1)
    return Sliced(program, part, made, held & ~added, kept, accumulating(part, added))


def held_by(part: Slice) -> int:
    """The slots that count at some stop, and change."""
    held = changed = 0
    for number, node in enumerate(part.graph.nodes):
        if node.operation is None or not part.kept[number]:
            continue
        changed |= written(node.operation)
        if isinstance(node.operation, Stop):
            held |= part.before[number]
    return held & changed


def field_names(program: Program, mask: int) -> tuple[str, ...]:
    """The names of the fields that have a slot in a mask, in the order of the state, without those of control."""
    names = SlotNames(program.layout)
    found: dict[str, None] = {}
    for slot in range(PHASE + 1, mask.bit_length()):
        field = names.field(slot) if mask >> slot & 1 else None
        if field is not None:
            found[field.name] = None
    return tuple(found)


def _keeping(instruction: Instruction, policies: Sequence[str]) -> Instruction:
    """A choice with those policies only that somebody follows."""
    match instruction:
        case Choose() | ChooseOne() | ChooseSome():
            kept = tuple((name, worth) for name, worth in instruction.policies if name in policies)
            return replace(instruction, policies=kept)
        case _:
            return instruction
