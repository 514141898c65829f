"""A program in, what runs it out: one Python function a block and an expression, made when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from itertools import repeat
from types import CodeType
from typing import Any

from parlour.interpreter.program.addresses import leaders
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.contents import place_from
from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome
from parlour.interpreter.program.intervals import bounds_of
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.chance import Dice
from parlour.interpreter.runtime.choices import Decision, Evaluator, decision
from parlour.interpreter.runtime.dispatch import STOP, after_chance
from parlour.interpreter.runtime.evaluate import ExpressionWriter
from parlour.interpreter.runtime.events import Event
from parlour.interpreter.runtime.promises import Promises
from parlour.interpreter.runtime.raising import Faults, Guard
from parlour.interpreter.runtime.spelling import Speller
from parlour.interpreter.runtime.structures import Structures, sort
from parlour.interpreter.runtime.translate import BlockWriter
from parlour.interpreter.runtime.writing import KINDS

_DOORS = ("overflow", "by_zero", "outside", "nothing", "beyond", "negative", "short", "dice", "rule", "no_end")
_HANDLERS = ("push", "pop", "remove", "enqueue")

Block = Callable[[list[int], Any], int]  # of the vector and the running State, to what blocks.py says


@lru_cache(maxsize=2_000)
def _compiled(source: str) -> CodeType:
    """Kept, because the programs of one ruleset (other seats, other options) have most of their blocks in common."""
    return compile(source, "<program>", "exec")


class Machine:
    """Runs one program; states share it. `checked`: the promises of the program are tested after every instruction."""

    def __init__(self, program: Program, checked: bool = False) -> None:
        self.program = program
        self.bounds = bounds_of(program)
        self.faults = Faults(program)
        self.guard = Guard(self.faults, program.limits.steps)
        self.dice = Dice(program)
        self.promises = Promises(program, self.bounds) if checked else None
        self._leaders = leaders(program)
        self._names = self._vocabulary()
        self._code: dict[bool, list[Block]] = {}
        self._decisions: dict[int, Decision] = {}

    def run(self, v: list[int], address: int, state: Any, telling: bool) -> None:
        """Run from an address until a block stops; Fault `endless` when none does for too long."""
        code = self._code.get(telling) or self._fresh(telling)
        steps = self.program.limits.steps
        while address != STOP:
            self.guard.restart()
            for _ in repeat(None, steps):
                address = code[address](v, state)
                if address < 0:
                    break
            else:
                self.faults.fail("endless", place_from(self.program.instructions, address), steps=steps)
            address = after_chance(address)

    @cached_property
    def digest(self) -> str:
        """The digest of the program, by which a saved state knows its rules again."""
        return digest(self.program)

    @cached_property
    def speller(self) -> Speller:
        """Spells what happens in its games."""
        return Speller(self.program)

    @cached_property
    def scores(self) -> list[Evaluator]:
        """A function a seat; Temporary(0) is the seat."""
        return [self.evaluator(e, {0: Interval(k, k)}) for k, e in enumerate(self.program.scores)]

    @cached_property
    def measures(self) -> list[tuple[str, Evaluator]]:
        return [(name, self.evaluator(expr)) for name, expr in self.program.measures]

    def decision(self, address: int) -> Decision:
        """The choice at an address."""
        known = self._decisions.get(address)
        if known is None:
            choice = self.program.instructions[address]
            assert isinstance(choice, Choose | ChooseOne | ChooseSome)
            known = self._decisions[address] = decision(choice, address, self.evaluator, self.bounds, self.guard)
        return known

    def evaluator(self, expr: Expr, temporaries: Mapping[int, Interval] | None = None) -> Evaluator:
        """A function of the vector and of Temporary(0); `temporaries`: what that can be."""
        writer = ExpressionWriter(self.bounds)
        source = f"def value(v, t0):\n return {writer.number(expr, temporaries)}\n"
        made: Evaluator = self._made("".join(writer.functions) + source)["value"]
        return made

    def _fresh(self, telling: bool) -> list[Block]:
        """Blocks that make themselves when they are first run, and then stand in their place."""
        code: list[Block] = []
        code.extend(self._stub(code, address, telling) for address in range(len(self.program.instructions)))
        code.append(lambda v, state: self.faults.no_end())
        self._code[telling] = code
        return code

    def _stub(self, code: list[Block], address: int, telling: bool) -> Block:
        def block(v: list[int], state: Any) -> int:
            source = BlockWriter(self.program, self.bounds, telling, self.promises is not None).block(
                address, self._leaders
            )
            made: Block = self._made(source)["block"]
            code[address] = made
            return made(v, state)

        return block

    def _made(self, source: str) -> dict[str, Any]:
        """What the source defines. It is made of numbers and fixed words alone, whatever the ruleset says."""
        names = dict(self._names)
        exec(_compiled(source), names)
        return names

    def _vocabulary(self) -> dict[str, Any]:
        """All that generated source can name."""
        structures = Structures(self.faults)
        names: dict[str, Any] = {"__builtins__": {"range": range}, "Event": Event, "K": KINDS, "sort": sort}
        for owner, called in ((self.faults, _DOORS), (structures, _HANDLERS)):
            names |= {name: getattr(owner, name) for name in called}
        names |= {f"T{k}": table.values for k, table in enumerate(self.program.tables)}
        if self.promises:
            names |= {name: getattr(self.promises, name) for name in ("verify", "verify_part", "verify_totals")}
        return names | {"spend": self.guard.spend}
