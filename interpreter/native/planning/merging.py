"""The steps of several ways in; one run of steps that does for each value what its own way would do, out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from parlour.interpreter.native.planning.arms import Step
from parlour.interpreter.native.planning.checks import Checks
from parlour.interpreter.native.planning.reasons import Why
from parlour.interpreter.program.expressions import Binary, Conditional, Constant, Expr, Lookup, Operator, Slot
from parlour.interpreter.program.folding import both
from parlour.interpreter.program.instructions import Instruction, Set, Transfer

WORTH = 100  # what a new step may cost where all values would take its way


class Tables:
    """Tables that a program is given, behind those it has."""

    def __init__(self, first: int) -> None:
        self._first = first
        self.made: list[tuple[int, ...]] = []

    def number(self, values: tuple[int, ...]) -> int:
        if values not in self.made:
            self.made.append(values)
        return self._first + self.made.index(values)


class Merged(Struct):
    """One step of several ways: `numbers` are constants by value, `own` expressions of the other values."""

    step: Step
    numbers: dict[int, int] = field(default_factory=dict)
    own: list[tuple[Expr, list[int]]] = field(default_factory=list)

    def add(self, operand: Expr, values: Sequence[int]) -> None:
        if isinstance(operand, Constant):
            self.numbers |= dict.fromkeys(values, operand.value)
        else:
            for expr, known in self.own:
                if expr == operand:
                    known.extend(values)
                    return
            self.own.append((operand, list(values)))

    @property
    def cost(self) -> int:
        return (2 if isinstance(self.step.instruction, Transfer) else 1) + len(self.own)


class Merger:
    """`selector`: the slot of the value; `domain`: the values it can have; `live`: slots that matter afterwards."""

    def __init__(self, checks: Checks, tables: Tables, selector: int, domain: range, live: int) -> None:
        self._checks, self._tables, self._selector = checks, tables, selector
        self._domain, self._live = domain, live
        self.steps: list[Merged] = []

    def take(self, ways: Sequence[tuple[Sequence[Step], Sequence[int]]]) -> Why | None:
        """Let ways join, each with its values, if their steps allow it and are worth it; else why they do not."""
        if any(step.guard is not None and self._checks.fails(step.guard) for steps, _ in ways for step in steps):
            return Why.GUARD
        merged = [replace(m, numbers=dict(m.numbers), own=[(e, list(v)) for e, v in m.own]) for m in self.steps]
        for steps, values in ways:
            at = 0
            for step in steps:
                at = self._place(merged, at, step, values) + 1
        more = sum(m.cost for m in merged) - sum(m.cost for m in self.steps)
        if more * len(self._domain) > WORTH * sum(len(values) for _, values in ways):
            return Why.COST
        self.steps = merged
        return None

    def _place(self, merged: list[Merged], first: int, step: Step, values: Sequence[int]) -> int:
        """Into a step of the same kind from `first` on, or a new one there; its index."""
        for index in range(first, len(merged)):
            joint = self._joint(merged[index].step, step)
            if joint:
                merged[index].step = joint
                merged[index].add(_operand(step), values)
                return index
        new = Merged(step)
        new.add(_operand(step), values)
        merged.insert(first, new)
        return first

    def _joint(self, one: Step, other: Step) -> Step | None:
        """A step that can stand for both; None where they write other slots, or could fail at other places."""
        if one.guard != other.guard:
            return None
        match one.instruction, other.instruction:
            case Set() as a, Set() as b if (a.target, a.low, a.high) == (b.target, b.low, b.high):
                fails = self._checks.set_fails(a) or self._checks.set_fails(b)
                return one if not fails or a.place == b.place else None
            case Transfer() as a, Transfer() as b if (a.source, a.to, a.short) == (b.source, b.to, b.short):
                fails = self._checks.transfer_fails(a) or self._checks.transfer_fails(b)
                if fails and a.place != b.place:
                    return None
                slots = self._result(a.paid, b.paid), self._result(a.unpaid, b.unpaid)
                if slots[0] is None or slots[1] is None:
                    return None
                return replace(one, instruction=replace(a, paid=slots[0], unpaid=slots[1]))
            case _:
                return None

    def _result(self, a: int, b: int) -> int | None:
        """One slot for both results; where only one is wanted it must not matter to the other afterwards."""
        slot = max(a, b)
        if a == b or (min(a, b) < 0 and not self._live >> slot & 1):
            return slot
        return None

    def instructions(self) -> list[Instruction]:
        return [self._instruction(merged) for merged in self.steps]

    def _instruction(self, merged: Merged) -> Instruction:
        match merged.step.instruction:
            case Set() as step:
                return replace(step, value=self._value(merged, Slot(step.target.base)))
            case Transfer() as step:
                amount = self._looked_up(merged.numbers, 0) if merged.numbers else Constant(0)
                for expr, values in merged.own:
                    amount = Conditional(self._member(values), expr, amount)
                guard = merged.step.guard
                return replace(step, amount=amount if guard is None else Conditional(guard, amount, Constant(0)))

    def _value(self, merged: Merged, old: Expr) -> Expr:
        """What a Set writes: what the slot holds already, for values that do not take this step."""
        found, guard = old, merged.step.guard
        if merged.numbers:
            number = self._looked_up(merged.numbers, 0)
            found = Conditional(self._guarded(guard, list(merged.numbers)), number, found)
        for expr, values in merged.own:
            found = Conditional(self._guarded(guard, values), expr, found)
        return found

    def _guarded(self, guard: Expr | None, values: Sequence[int]) -> Expr:
        return self._member(values) if guard is None else both(self._member(values), guard)

    def _member(self, values: Sequence[int]) -> Expr:
        """Whether the value is one of these."""
        return self._looked_up(dict.fromkeys(values, 1), 0)

    def _looked_up(self, numbers: dict[int, int], otherwise: int) -> Expr:
        table = tuple(numbers.get(value, otherwise) for value in self._domain)
        index: Expr = Slot(self._selector)
        if self._domain.start:
            index = Binary(Operator.SUBTRACT, index, Constant(self._domain.start), -1)
        return Lookup(self._tables.number(table), index, -1)


def _operand(step: Step) -> Expr:
    """What differs from way to way: the value or the amount."""
    match step.instruction:
        case Set(value=value):
            return value
        case Transfer(amount=amount):
            assert amount is not None
            return amount
