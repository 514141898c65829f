"""A specialised program in; the same with tables instead of ways out of a Switch, where what they do allows it, out.

The squares of a board differ in a few numbers: what is paid, where the pawn goes. Ways that do the same steps with other
numbers become one run of steps for all of them: the numbers come from tables, and a step that a square does not do
changes nothing. Then nothing has to be guessed by the processor. A way joins where its steps cost less than the guesses
that it saves; the others stay ways out of the Switch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.native.planning.arms import Arms, Step
from parlour.interpreter.native.planning.checks import Checks
from parlour.interpreter.native.planning.merging import Merger, Tables
from parlour.interpreter.native.planning.reasons import Left, Why
from parlour.interpreter.native.planning.specialising import Specialised, relinked
from parlour.interpreter.program.expressions import Slot
from parlour.interpreter.program.instructions import Instruction, Jump, Set, Switch, Target
from parlour.interpreter.program.program import Layout, Table
from parlour.interpreter.types import INT_HIGH, INT_LOW

WIDEST = 4096  # values of a Switch that tables are made for


class Tabulated(Struct, frozen=True):
    """What became of the Switch at an address: the values that tables serve, in so many steps, and those left, with why.

    Without steps no value is served, and the Switch is as it was.
    """

    address: int
    served: tuple[int, ...]
    steps: int
    left: tuple[Left, ...]


def tabulate(special: Specialised, checks: Checks, live: Sequence[int]) -> tuple[Specialised, list[Tabulated]]:
    """`live`: the slots that matter before each instruction, as masks. The state gets a slot more, for the value."""
    writer = _Tabulating(special, checks, live)
    if not any(made.steps for made in writer.done):
        return special, writer.done
    places = dict(enumerate(writer.places))
    code = [relinked(i, places) for i in writer.code]
    program, layout = special.program, special.program.layout
    wider = Layout(layout.fields, layout.size + 1, (*layout.initial, 0))
    tables = tuple(Table("", values) for values in writer.tables.made)
    program = replace(program, instructions=tuple(code), layout=wider, tables=program.tables + tables)
    return replace(special, program=program, addresses=tuple(writer.addresses)), writer.done


class _Tabulating:
    """Goes through the code once. Targets are old addresses, or numbers behind them for runs of steps that are new."""

    def __init__(self, special: Specialised, checks: Checks, live: Sequence[int]) -> None:
        self._old, self._checks, self._live = special.program.instructions, checks, live
        self._arms, self._addresses = Arms(special.program), special.addresses
        self._selector = special.program.layout.size
        self.tables = Tables(len(special.program.tables))
        self.code: list[Instruction] = []
        self.addresses: list[int] = []
        self.places: list[int] = [0] * len(self._old)  # of old addresses and new runs: where they now are
        self.done: list[Tabulated] = []  # with addresses of the program as it was lowered
        for address, instruction in enumerate(self._old):
            self.places[address] = len(self.code)
            new = self._switch(instruction, address) if isinstance(instruction, Switch) else None
            self.code += [instruction] if new is None else new
            self.addresses += [special.addresses[address]] * (1 if new is None else len(new))

    def _switch(self, switch: Switch, address: int) -> list[Instruction] | None:
        """The code for a Switch with tables; None where they would not help."""
        value = self._checks.facts.of(switch.value)
        if value.may_fault or value.high - value.low > WIDEST:
            self._tell(address, [], 0, [Left((), Why.FAULT if value.may_fault else Why.WIDE)])
            return None
        ways = dict(_ways(switch, value.low, value.high))
        counts = Counter(ways.values())
        join = self._arms.join(counts)
        merger = Merger(self._checks, self.tables, self._selector, range(value.low, value.high + 1), self._live[join])
        values = _values(ways)
        why = {to: Why.OTHER for to in counts if to != join}
        for alike in self._alike(counts, join):
            refusal = merger.take([(steps, values[to]) for to, steps in alike])
            for to, _ in alike:
                if refusal:
                    why[to] = refusal
                else:
                    why.pop(to, None)
        if not merger.steps:
            why |= dict.fromkeys(counts.keys() - why.keys(), Why.NONE)
        left = [self._left(to, join, values[to], reason) for to, reason in why.items()]
        self._tell(address, [v for v in ways if ways[v] not in why], len(merger.steps), left)
        if not merger.steps:
            return None
        return self._written(switch, value.low, [to if to in why else -1 for to in ways.values()], merger, join)

    def _left(self, to: int, join: int, values: Sequence[int], why: Why) -> Left:
        return Left(tuple(values), why, self._arms.obstacle(to, join) if why is Why.OTHER else "")

    def _tell(self, address: int, served: Sequence[int], steps: int, left: Sequence[Left]) -> None:
        self.done.append(Tabulated(self._addresses[address], tuple(served), steps, tuple(left)))

    def _alike(self, counts: Counter[int], join: int) -> list[list[tuple[int, list[Step]]]]:
        """Ways that consist of steps, those that differ in numbers alone together, the most frequent kind first."""
        kinds: dict[object, list[tuple[int, list[Step]]]] = {}
        for to in counts:
            steps = self._arms.steps(to, join)
            if steps is not None:
                kinds.setdefault(tuple(step.kind for step in steps), []).append((to, steps))
        return sorted(kinds.values(), key=lambda ways: -sum(counts[to] for to, _ in ways))

    def _written(self, switch: Switch, low: int, ways: Sequence[int], merger: Merger, join: int) -> list[Instruction]:
        """The value into its slot; the ways that are left; the steps for all others."""
        run = len(self.places)
        selector = Target(self._selector)
        code: list[Instruction] = [Set(selector, switch.value, INT_LOW, INT_HIGH, -1)]
        if any(to >= 0 for to in ways):
            code.append(Switch(Slot(self._selector), low, tuple(run if to < 0 else to for to in ways), run))
        self.places.append(len(self.code) + len(code))
        return [*code, *merger.instructions(), Jump(join)]


def _ways(switch: Switch, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Each value, and where it leads."""
    for value in range(low, high + 1):
        index = value - switch.low
        yield value, switch.targets[index] if 0 <= index < len(switch.targets) else switch.otherwise


def _values(ways: dict[int, int]) -> dict[int, list[int]]:
    """The values that lead to each address."""
    found: dict[int, list[int]] = {}
    for value, to in ways.items():
        found.setdefault(to, []).append(value)
    return found
