"""The instructions of a program in, the IR that carries them out out: a block of IR an address that is jumped to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from parlour.interpreter.native.emitting.choices import OptionChoice, Seats
from parlour.interpreter.native.emitting.draws import Drawer
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.guards import Guards
from parlour.interpreter.native.emitting.operands import Operand
from parlour.interpreter.native.emitting.storing import Storing
from parlour.interpreter.native.emitting.structures import Structures
from parlour.interpreter.native.emitting.throws import Thrower
from parlour.interpreter.native.emitting.transfers import Transfers
from parlour.interpreter.native.emitting.value_choices import SetChoice, ValueChoice
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.contents import place_from
from parlour.interpreter.program.expressions import Expr
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
    Note,
    Pop,
    Push,
    Remove,
    Return,
    Set,
    Sort,
    Switch,
    Tell,
    Throw,
    Transfer,
)
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program


class Counters(Struct, frozen=True):
    """Pointers to what is counted outside the state."""

    turns: str
    chances: str
    choices: str
    stopped: str  # 1 when a limit has ended the game
    steps: str  # ways back since the last chance, choice or turn
    visits: str  # '' or where landings are counted by square


class Parts(Struct, frozen=True):
    """What the instructions of one function are written with."""

    code: Code
    frame: Frame
    expressions: Expressions
    storing: Storing
    transfers: Transfers
    structures: Structures
    thrower: Thrower
    drawer: Drawer
    seats: Seats
    counters: Counters


class Instructions:
    """The label of address n is `an`; `finish` is where a game goes that is over.

    `addresses`: for each instruction the address that it had in the program as it was lowered.
    """

    def __init__(self, program: Program, addresses: tuple[int, ...], guards: Guards, parts: Parts) -> None:
        self._program, self._addresses, self._guards, self._parts = program, addresses, guards, parts
        self._code, self._frame, self._expressions = parts.code, parts.frame, parts.expressions
        self._counted_ways: dict[tuple[int, int], str] = {}

    def write(self, entries: Sequence[int] = ()) -> None:
        """All of them, then the ways back that are counted. `entries`: addresses that are jumped to from outside."""
        code, instructions = self._code, self._program.instructions
        reached = self._reached() | set(entries)
        for address, instruction in enumerate(instructions):
            if address in reached or not code.open:
                code.begin(f"a{address}")
            self._instruction(instruction, address)
            if code.open and not falls_through(instruction):
                raise AssertionError(f"instruction {address} goes on")
        if code.open:
            code.fail("no_end", -1)
        for (_, to), label in self._counted_ways.items():
            self._counted_way(label, to)

    def _reached(self) -> set[int]:
        """The addresses that are jumped to."""
        found = {to for instruction in self._program.instructions for to in targets(instruction)}
        found |= {back for i in self._program.instructions if isinstance(i, Return) for back in self._backs(i)}
        return found

    def _backs(self, instruction: Return) -> list[int]:
        """The addresses that can be in its slot."""
        slot, layout, length = instruction.back, self._program.layout, len(self._program.instructions)
        found = {layout.initial[slot], 0}
        for address, other in enumerate(self._program.instructions):
            match other:
                case Call(back=back) if back == slot:
                    found.add(address + 1)
                case Clear(base, values) if base <= slot < base + len(values):
                    found.add(values[slot - base])
                case _:
                    pass
        return sorted(address for address in found if 0 <= address < length)

    def _way(self, source: int, to: int) -> str:
        """The label of the way from an instruction to an address."""
        if not self._guards.counted(source, to):
            return f"a{to}"
        return self._counted_ways.setdefault((source, to), f"w{source}.{to}")

    def _counted_way(self, label: str, to: int) -> None:
        """A way back: too many of them without a chance, a choice or a turn are the fault `endless`."""
        code, steps, most = self._code, self._parts.counters.steps, self._program.limits.steps
        code.begin(label)
        count = code.do(f"add nsw i64 {code.load(steps)}, 1")
        code.store(count, steps)
        code.check(code.test("sgt", count, most), "endless", place_from(self._program.instructions, to), most)
        code.jump(f"a{to}")

    def _instruction(self, instruction: Instruction, address: int) -> None:  # noqa: C901 (a case an instruction)
        code, parts = self._code, self._parts
        match instruction:
            case Jump(to):
                code.jump(self._way(address, to))
            case Branch(test, otherwise):
                following = code.new_label()
                code.branch(self._expressions.truth(test), following, self._way(address, otherwise))
                code.begin(following)
            case Switch():
                self._switch(instruction, address)
            case Call(to, back):
                self._frame.store(Spot(back), str(address + 1))
                code.jump(self._way(address, to))
            case Return():
                self._return(instruction, address)
            case Throw(place=place):
                parts.thrower.write(instruction, partial(self._happen, address, place))
            case Draw(zone, kinds, _, place):
                spot = parts.storing.spot(zone, place, kinds)
                parts.drawer.write(instruction, spot, partial(self._happen, address, place))
            case Choose() | ChooseOne() | ChooseSome():
                self._choose(instruction, address)
            case End():
                self._end(instruction, address)
            case Fail(message, place):
                code.fail("rule", place, message)
            case CountTurn():
                self._turn(instruction, address)
            case Tell():
                self._tell(instruction)
            case _:
                self._work(instruction, address)

    def _work(self, instruction: Instruction, address: int) -> None:
        """Those that only change slots."""
        match instruction:
            case Set():
                self._set(instruction)
            case Clear(base, values):
                self._frame.put(base, values)
            case Sort():
                self._parts.structures.sort(instruction)
            case Transfer():
                self._parts.transfers.write(instruction)
            case Push():
                self._parts.structures.push(instruction)
            case Pop():
                self._parts.structures.pop(instruction)
            case Remove():
                self._parts.structures.remove(instruction)
            case Enqueue():
                self._parts.structures.enqueue(instruction)
            case Dequeue():
                self._parts.structures.dequeue(instruction, self._way(address, instruction.empty))
            case _:
                raise AssertionError(instruction)

    def _set(self, instruction: Set) -> None:
        storing = self._parts.storing
        spot = storing.spot(instruction.target, instruction.place)
        bound = storing.declared.allowed(instruction.target)
        bound = Interval(max(instruction.low, bound.low), min(instruction.high, bound.high))
        storing.store(spot, self._expressions.operand(instruction.value), bound, instruction.place)

    def _switch(self, switch: Switch, address: int) -> None:
        value = self._expressions.number(switch.value)
        cases = [(number, self._way(address, to)) for number, to in enumerate(switch.targets, switch.low)]
        otherwise = self._way(address, switch.otherwise)
        self._code.switch(value, [case for case in cases if case[1] != otherwise], otherwise)

    def _return(self, instruction: Return, address: int) -> None:
        spot, lost = Spot(instruction.back), self._code.new_label()
        back = self._frame.load(spot)
        self._frame.store(spot, "0")
        self._code.switch(back, [(to, self._way(address, to)) for to in self._backs(instruction)], lost)
        self._code.begin(lost)
        self._code.fail("no_end", -1)

    def _choose(self, choice: Choose | ChooseOne | ChooseSome, address: int) -> None:
        parts, code = self._parts, self._code
        at = self._addresses[address]
        otherwise = self._way(address, choice.otherwise) if choice.otherwise >= 0 else ""
        following = self._addresses[address + 1] if falls_through(choice) else -1

        asked = partial(self._ask, address, choice.place)
        match choice:
            case Choose():
                to = [self._addresses[option.to] for option in choice.options]
                chosen = OptionChoice(parts.seats, code, self._expressions, choice).write(at, to, otherwise, asked)
                ways = [self._way(address, option.to) for option in choice.options]
                code.switch(chosen, list(enumerate(ways))[1:], ways[0])
            case ChooseOne():
                one = ValueChoice(parts.seats, code, self._frame, self._expressions, parts.storing, choice)
                one.write(at, following, otherwise, asked)
            case ChooseSome():
                some = SetChoice(parts.seats, code, self._frame, self._expressions, choice)
                some.write(at, following, otherwise, asked)

    def _ask(self, address: int, place: int) -> None:
        """One more choice; or the game has had its fill of them."""
        self._count(self._parts.counters.choices, self._program.limits.choices, address, place)
        self._code.store("0", self._parts.counters.steps)

    def _happen(self, address: int, place: int) -> None:
        """One more chance; or the game has had its fill of them."""
        self._count(self._parts.counters.chances, self._program.limits.chances, address, place)
        self._code.store("0", self._parts.counters.steps)
        self._code.store("0", self._expressions.spent)

    def _turn(self, instruction: CountTurn, address: int) -> None:
        self._count(self._parts.counters.turns, self._program.limits.turns, address, instruction.place)
        self._code.store("0", self._parts.counters.steps)
        self._evaluated(instruction.seat)

    def _count(self, counter: str, most: int, address: int, place: int) -> None:
        code = self._code
        full, on = code.new_label(), code.new_label()
        count = code.load(counter)
        code.branch(code.test("sge", count, most), full, on, "!prof !0")
        code.begin(full)
        self._limit(address, place)
        code.begin(on)
        code.store(code.do(f"add nsw i64 {count}, 1"), counter)

    def _limit(self, address: int, place: int) -> None:
        outcome = self._program.limits.outcome
        if outcome == 0:
            self._code.fail("limit", place)
        else:
            self._code.store("1", self._parts.counters.stopped)
            self._over(address, outcome, "0")

    def _tell(self, tell: Tell) -> None:
        """Nobody listens: but what may fault is evaluated, and landings may be counted."""
        visits = self._parts.counters.visits
        counted = bool(visits) and tell.note is Note.LANDED
        for k, argument in enumerate(tell.arguments):
            if counted and k == 1:
                self._visit(self._expressions.operand(argument))
            else:
                self._evaluated(argument)

    def _visit(self, square: Operand) -> None:
        code = self._code
        self._expressions.inside(square, self._program.squares + 1, -1)
        pointer = code.at(self._parts.counters.visits, square.text)
        code.store(code.do(f"add nsw i64 {code.load(pointer)}, 1"), pointer)

    def _evaluated(self, argument: Expr) -> None:
        """What has no effect is written only where it may fault."""
        if self._expressions.facts.of(argument).may_fault:
            self._expressions.operand(argument)

    def _end(self, end: End, address: int) -> None:
        everybody = 2**self._program.seats - 1
        winners = self._code.do(f"and i64 {self._expressions.number(end.winners)}, {everybody}")
        for argument in end.arguments:
            self._evaluated(argument)
        self._over(address, end.outcome, winners)

    def _over(self, address: int, outcome: int, winners: str) -> None:
        self._frame.store(Spot(WINNERS), winners)
        self._frame.store(Spot(OUTCOME), str(outcome))
        self._frame.store(Spot(COUNTER), str(self._addresses[address]))
        self._code.jump("finish")
