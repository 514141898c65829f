"""Instructions from one address on in, the source of one Python function that runs them up to the next parting out.

The function takes the vector `v` and the running state `g` and returns the address to go on at, or -1 to stop. Its
source is made of numbers and of the fixed words below: no text of a ruleset can reach it.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    ChooseSome,
    Clear,
    CountTurn,
    Dequeue,
    Draw,
    End,
    Enqueue,
    Fail,
    Instruction,
    Jump,
    Pop,
    Push,
    Remove,
    Return,
    Set,
    Sort,
    Switch,
    Target,
    Tell,
    Throw,
    Transfer,
)
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program
from parlour.interpreter.runtime.dispatch import LONGEST
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.runtime.transfers import write_transfer
from parlour.interpreter.runtime.writing import LineWriter, numbers


class BlockWriter(LineWriter):
    """Writes one block. `telling`: with events; `checked`: with the promises of the program tested at each step."""

    def __init__(self, program: Program, bounds: Bounds, telling: bool, checked: bool) -> None:
        super().__init__(bounds, telling)
        self._program, self._checked = program, checked

    def block(self, address: int, leaders: frozenset[int]) -> str:
        """The source of `block(v, g)`."""
        instructions = self._program.instructions
        start = address
        while self._instruction(instructions[address], address):
            address += 1
            if address >= len(instructions):
                self.line("no_end()")
                break
            if address in leaders or address - start >= LONGEST:
                self.line(f"return {address:d}")
                break
        body = "".join(f" {line}\n" for line in self.lines)
        return "".join(self.expressions.functions) + "def block(v, g):\n" + body

    def _instruction(self, instruction: Instruction, address: int) -> bool:  # noqa: C901 (a case an instruction)
        """Write an instruction; whether the next may follow in the same block."""
        match instruction:
            case Jump(to):
                self.line(f"return {to:d}")
            case Branch(test, otherwise):
                self.line(f"if not {self.expressions.piece(test).text}: return {otherwise:d}")
                return True
            case Switch():
                self._switch(instruction)
            case Call(to, back):
                self.line(f"v[{back:d}] = {address + 1:d}", f"return {to:d}")
            case Return(back):
                self.line(f"a = v[{back:d}]", f"v[{back:d}] = 0")
                self.line(f"return a if 0 <= a < {len(self._program.instructions):d} else no_end()")
            case Throw():
                self._throw(instruction, address)
            case Draw(zone, kinds, into, place):
                base = self.slot(zone, place)
                self.line(f"return g.draw_from(v, {address:d}, {base}, {kinds:d}, {into:d}, {place:d})")
            case Choose() | ChooseOne() | ChooseSome():
                choice, otherwise, place = instruction.choice, instruction.otherwise, instruction.place
                self.line(f"return g.choose(v, {address:d}, {choice:d}, {otherwise:d}, {place:d})")
            case End():
                self._end(instruction, address)
            case Fail(message, place):
                self.line(f"rule({place:d}, {message:d})")
            case CountTurn(seat, place):
                self.line(f"if not g.count_turn({address:d}, {place:d}): return -1")
                turn = ["g.turns"] if self.telling else []
                self.tell(Happening.COUNTED, [*turn, *self.arguments((seat,))], place)
                return True
            case Tell(note, text, arguments, place):
                self.tell(note, self.arguments(arguments), place, text)
                return True
            case _:
                self._work(instruction)
                self._verify(instruction, address)
                return True
        return False

    def _work(self, instruction: Instruction) -> None:
        """Those that only change slots."""
        match instruction:
            case Set():
                self._set(instruction)
            case Clear(base, values):
                self._clear(base, values)
            case Sort(bases, size):
                self.line(f"sort(v, {numbers(bases)}, {size:d})")
            case Transfer():
                write_transfer(self, instruction)
            case Push():
                self._push(instruction)
            case Pop(pile, capacity, from_top, into, place):
                slot = self.slot(pile, place)
                self.line(f"v[{into:d}] = pop(v, {slot}, {capacity:d}, {int(from_top):d}, {place:d})")
            case Remove(pile, capacity, card, place):
                slot = self.slot(pile, place)
                self.line(f"remove(v, {slot}, {capacity:d}, {self.expressions.piece(card).text}, {place:d})")
            case Enqueue(token, base, size):
                token_text = self.expressions.number(token)
                self.line(f"enqueue(v, {token_text}, {base:d}, {size:d}, {self._program.tokens:d})")
            case Dequeue(into, base, size, empty):
                self._dequeue(into, base, size, empty)
            case _:
                raise AssertionError(instruction)

    def _verify(self, instruction: Instruction, address: int) -> None:
        """Test the slots that an instruction can write: all of them where that is not plain to see."""
        if not self._checked:
            return
        match instruction:
            case Set(Target(base, index, size)):
                self.line(f"verify_part(v, {address:d}, {base:d}, {base + (1 if index is None else size):d})")
            case Clear(base, values):
                self.line(f"verify_part(v, {address:d}, {base:d}, {base + len(values):d})")
            case Transfer():
                self.line(f"verify(v, {address:d})", f"verify_totals(v, {address:d})")
            case _:
                self.line(f"verify(v, {address:d})")

    def _set(self, instruction: Set) -> None:
        slot, bound = self.slot(instruction.target, instruction.place), self.bounds.allowed(instruction.target)
        bound = Interval(max(instruction.low, bound.low), min(instruction.high, bound.high))
        value = self.expressions.piece(instruction.value)
        self.store(slot, value.number, value.interval, bound, instruction.place)

    def _clear(self, base: int, values: Sequence[int]) -> None:
        if len(values) == 1:
            self.line(f"v[{base:d}] = {values[0]:d}")
        elif values:
            self.line(f"v[{base:d}:{base + len(values):d}] = {numbers(values)}")

    def _push(self, push: Push) -> None:
        slot, held = self.slot(push.pile, push.place), self.bounds.slots[push.pile.base + min(1, push.capacity)]
        self.line(f"n = {self.expressions.number(push.card)}")
        self.within("n", self.bounds.of(push.card), held, push.place)
        self.line(f"push(v, {slot}, {push.capacity:d}, n, {int(push.on_top):d}, {push.place:d})")

    def _switch(self, switch: Switch) -> None:
        """A tuple of addresses, indexed."""
        value = self.expressions.piece(switch.value)
        last = switch.low + len(switch.targets) - 1
        self.line(f"n = {value.text}")
        if not value.interval.within(switch.low, last):
            self.line(f"if n < {switch.low:d} or n > {last:d}: return {switch.otherwise:d}")
        if switch.targets:
            self.line(f"return {numbers(switch.targets)}[n - {switch.low:d}]")

    def _throw(self, throw: Throw, address: int) -> None:
        self.line(f"n = {self.expressions.number(throw.number)}")
        if not self.bounds.of(throw.number).within(0, throw.most):
            self.line(f"if not 0 <= n <= {throw.most:d}: dice({throw.place:d}, n, {throw.most:d})")
        self.line(f"return g.throw(v, {address:d}, {throw.device:d}, n, {throw.into:d}, {throw.place:d})")

    def _dequeue(self, into: int, base: int, size: int, empty: int) -> None:
        last = base + size - 1
        self.line(f"if not v[{base:d}]: return {empty:d}", f"v[{into:d}] = v[{base:d}] - 1")
        if size > 1:
            self.line(f"v[{base:d}:{last:d}] = v[{base + 1:d}:{last + 1:d}]")
        self.line(f"v[{last:d}] = 0")

    def _end(self, end: End, address: int) -> None:
        everybody = 2**self._program.seats - 1
        self.line(f"n = {self.expressions.number(end.winners)} & {everybody:d}")
        self.tell(Happening.ENDED, [f"{end.outcome:d}", "n", *self.arguments(end.arguments)], end.place, end.text)
        self.line(f"v[{WINNERS:d}] = n", f"v[{OUTCOME:d}] = {end.outcome:d}", f"v[{COUNTER:d}] = {address:d}")
        self.line("return -1")
