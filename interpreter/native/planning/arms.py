"""The ways out of a Switch in; where they come together again, and what each does until then as guarded steps, out."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.native.planning.writes import written
from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.expressions import Constant, Expr, Not
from parlour.interpreter.program.folding import both
from parlour.interpreter.program.instructions import Branch, Clear, Jump, Set, Target, Transfer
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import slots_of
from parlour.interpreter.types import INT_HIGH, INT_LOW

LONGEST = 24  # instructions of a way that is looked through
NESTED = 2  # tests within tests


class Step(Struct, frozen=True):
    """A Set or a Transfer that happens only where `guard` holds (None: always)."""

    instruction: Set | Transfer
    guard: Expr | None = None

    @property
    def kind(self) -> tuple[object, ...]:
        """The same for steps that differ in a number alone."""
        match self.instruction:
            case Set(target, value):
                return target, None if isinstance(value, Constant) else value, self.guard
            case Transfer(source, to, amount, short):
                return source, to, short, None if isinstance(amount, Constant) else amount, self.guard

    def under(self, test: Expr) -> Step:
        """The same, only where a test holds as well."""
        return replace(self, guard=test if self.guard is None else both(test, self.guard))


class Arms:
    """Looks through the code of one program."""

    def __init__(self, program: Program) -> None:
        self._code = program.instructions
        self._stopped_at = ""  # the kind of instruction that was met last where steps were looked for

    def join(self, ways: Counter[int]) -> int:
        """The address that most values come to, the first of these; `ways`: how many values lead to each address."""
        reached = {to: self._reached(to) for to in ways}
        counts = Counter[int]()
        for to, count in ways.items():
            counts.update(dict.fromkeys(reached[to], count))
        most = max(counts.values())
        commonest = max(ways, key=lambda to: ways[to])
        order = [*reached[commonest], *counts]
        return next(address for address in order if counts[address] == most)

    def _reached(self, start: int) -> dict[int, None]:
        """Addresses that are come to by way of plain instructions, nearer ones first."""
        found, waiting = {start: None}, [start]
        while waiting and len(found) <= LONGEST:
            address = waiting.pop(0)
            instruction = self._code[address]
            if not isinstance(instruction, Set | Clear | Transfer | Jump | Branch):
                continue
            following = [address + 1] if falls_through(instruction) else []
            fresh = [to for to in (*following, *targets(instruction)) if to not in found]
            found |= dict.fromkeys(fresh)
            waiting.extend(fresh)
        return found

    def obstacle(self, start: int, join: int) -> str:
        """What keeps a way from being steps, by the name of the instruction; "" where it is too long or nested."""
        self._stopped_at = ""
        return "" if self.steps(start, join) is not None else self._stopped_at

    def steps(self, address: int, join: int, depth: int = 0) -> list[Step] | None:
        """What is done from an address to the join; None where it is more than guarded steps."""
        found: list[Step] = []
        for _ in range(LONGEST):
            if address == join:
                return found
            instruction = self._code[address]
            address += 1
            match instruction:
                case Jump(to):
                    address = to
                case Set(Target(_, None)):
                    found.append(Step(instruction))
                case Transfer(Target(_, None), Target(_, None), amount) if amount is not None:
                    found.append(Step(instruction))
                case Clear(base, values):
                    found += [Step(_put(base + k, value)) for k, value in enumerate(values)]
                case Branch(test, otherwise) if depth < NESTED:
                    parted = self._parted(test, address, otherwise, depth + 1)
                    if parted is None:
                        return None
                    address = parted[0]
                    found += parted[1]
                case _:
                    self._stopped_at = type(instruction).__name__
                    return None
        return None

    def _parted(self, test: Expr, then: int, otherwise: int, depth: int) -> tuple[int, list[Step]] | None:
        """Where both ways of a test come together, and the steps of both; None where the test would change on the way."""
        ways = [self._reached(then), self._reached(otherwise)]
        for meeting in ways[1]:
            if meeting not in ways[0]:
                continue
            yes, no = self.steps(then, meeting, depth), self.steps(otherwise, meeting, depth)
            if yes is None or no is None:
                return None
            steps = [*(step.under(test) for step in yes), *(step.under(Not(test)) for step in no)]
            changed = {slot for step in steps for slot in written(step.instruction)}
            return None if changed & slots_of([test]) else (meeting, steps)
        return None


def _put(slot: int, value: int) -> Set:
    return Set(Target(slot), Constant(value), INT_LOW, INT_HIGH, -1)
