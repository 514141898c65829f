"""A trimmed program in; the same with loops that do something for one value of their counter alone gone straight, out.

`for k in 0..12: if k == card: …` looks at 13 values and acts at one: it is `k = card` and what is done there. Such loops
come from every rule that picks the cards of one kind.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from parlour.interpreter.native.planning.specialising import Specialised
from parlour.interpreter.native.planning.trimming import without_gaps
from parlour.interpreter.native.planning.writes import written
from parlour.interpreter.program.addresses import targets
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.expressions import Binary, Constant, Expr, Operator, Slot
from parlour.interpreter.program.folding import both
from parlour.interpreter.program.instructions import Branch, Clear, Instruction, Jump, Set, Target, Transfer
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.simplifying import narrowed
from parlour.interpreter.program.traversal import slots_of
from parlour.interpreter.types import INT_HIGH, INT_LOW


class Loop(Struct, frozen=True):
    """begin: `counter := first`; head: out unless counter < stop; … ; step: `counter := counter + 1`, back to head."""

    begin: int
    first: int
    counter: int
    stop: int
    out: int
    step: int
    pin: int  # the address of `unless counter == value goto step`
    value: Expr

    @property
    def head(self) -> int:
        return self.begin + 1


def pinned(special: Specialised, facts: Bounds) -> Specialised:
    """Each such loop becomes one pass with the counter at the value, where that is one it counts through."""
    code: list[Instruction | None] = list(special.program.instructions)
    entries = Counter(to for instruction in special.program.instructions for to in targets(instruction))
    for begin in range(len(code) - 2):
        loop = _loop(special.program.instructions, begin, entries, facts)
        if loop:
            _straighten(code, loop)
    return without_gaps(special, code)


def _loop(code: tuple[Instruction, ...], begin: int, entries: Counter[int], facts: Bounds) -> Loop | None:
    match code[begin], code[begin + 1]:
        case (
            Set(Target(counter, None), Constant(first)),
            Branch(Binary(Operator.LESS, Slot(tested), Constant(stop)), out),
        ) if counter == tested and entries[begin + 1] == 1:
            pass
        case _:
            return None
    step = _step(code, begin + 2, counter, begin + 1)
    if step < 0 or begin <= out <= step + 1 or first > stop:
        return None
    inner = range(begin + 2, step)
    if any(entries[a] and not _only_from(code, a, inner) for a in inner):
        return None
    facts = narrowed(facts, {counter: Interval(first, max(first, stop - 1))})
    changed = {slot for a in inner for slot in written(code[a])}
    for address in inner:
        match code[address]:
            case Branch(Binary(Operator.EQUAL, Slot(slot), value), otherwise) if slot == counter and otherwise == step:
                fixed = not slots_of([value]) & (changed | {counter}) and counter not in changed
                safe = not facts.of(value).may_fault
                return Loop(begin, first, counter, stop, out, step, address, value) if fixed and safe else None
            case Branch(test, otherwise) if otherwise == step and not facts.of(test).may_fault:
                continue
            case _:
                return None
    return None


def _step(code: tuple[Instruction, ...], first: int, counter: int, head: int) -> int:
    """The address where the counter goes up, with a jump back to the head behind it; -1 where there is none."""
    for address in range(first, min(first + 40, len(code) - 1)):
        match code[address], code[address + 1]:
            case (
                Set(Target(slot, None), Binary(Operator.ADD, Slot(own), Constant(1))),
                Jump(to),
            ) if slot == own == counter and to == head:
                return address
            case Set() | Clear() | Branch() | Jump() | Transfer(), _:
                continue
            case _:
                return -1
    return -1


def _only_from(code: tuple[Instruction, ...], address: int, inner: range) -> bool:
    """Whether only instructions of a stretch jump to an address."""
    return all(address not in targets(code[a]) for a in range(len(code)) if a not in inner)


def _straighten(code: list[Instruction | None], loop: Loop) -> None:
    """counter := value, if it is counted through; the tests; what is done; counter := stop."""
    inside = both(
        Binary(Operator.AT_LEAST, loop.value, Constant(loop.first), -1),
        Binary(Operator.LESS, loop.value, Constant(loop.stop), -1),
    )
    code[loop.begin] = Branch(inside, loop.step)
    code[loop.head] = Set(Target(loop.counter), loop.value, INT_LOW, INT_HIGH, -1)
    code[loop.pin] = None
    code[loop.step] = Clear(loop.counter, (loop.stop,))
    code[loop.step + 1] = Jump(loop.out)
