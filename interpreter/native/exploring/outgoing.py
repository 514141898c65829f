"""A stop of a program in, the IR that takes one of the ways on from it after the other out, in the machine's order."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.native.compiling import NativeUnavailable
from parlour.interpreter.native.emitting.frame import Spot
from parlour.interpreter.native.emitting.instructions import Parts
from parlour.interpreter.native.emitting.operands import Operand
from parlour.interpreter.native.emitting.tables import Tables
from parlour.interpreter.native.emitting.value_choices import SetChoice, ValueChoice
from parlour.interpreter.native.exploring.stopping import beyond, mover
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.instructions import Choice, Choose, ChooseOne, ChooseSome, Draw, Throw
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.chance import Dice, Weights

EXPANDED = "expanded"
HEAVIEST = 2**62  # all ways of a throw together


class Way(Struct, frozen=True):
    """Pointers: to `cursor`, where the ways are begun (0 first), and to what is told of the way that is taken.

    `following` is the cursor of the next way, `mover` who chooses (-1: chance), `action` what (0 where nobody does).
    """

    cursor: str
    following: str
    weight: str
    action: str
    mover: str


class Outgoing:
    """`best`: a mask of the seats that play their best."""

    def __init__(self, program: Program, parts: Parts, tables: Tables, best: int, way: Way) -> None:
        self._program, self._parts, self._tables, self._best, self._way = program, parts, tables, best, way
        self._code, self._frame = parts.code, parts.frame
        self._dice = Dice(program)

    def write(self, address: int) -> None:
        """Take the way of the cursor, or go to `expanded` where there is none."""
        instruction = self._program.instructions[address]
        match instruction:
            case Throw():
                self._throw(instruction, address)
            case Draw():
                self._draw(instruction, address)
            case Choose():
                self._options(instruction, address)
            case ChooseOne():
                self._values(instruction, address)
            case ChooseSome():
                self._sets(instruction, address)
            case _:
                raise AssertionError(instruction)

    def _take(self, following: str, weight: str, to: int, mover: str = "-1", action: str = "0") -> None:
        code, way = self._code, self._way
        for value, at in ((following, way.following), (weight, way.weight), (mover, way.mover)):
            code.store(value, at)
        code.store(code.select(code.test("slt", mover, 0), "0", action), way.action)
        code.jump(f"a{to}")

    def _while(self, test: str) -> None:
        """Go on where there is a way."""
        on = self._code.new_label()
        self._code.branch(test, on, EXPANDED)
        self._code.begin(on)

    def _next(self, cursor: str) -> str:
        return self._code.do(f"add nsw i64 {cursor}, 1")

    def _throw(self, throw: Throw, address: int) -> None:
        code, tables = self._code, self._tables
        thrown, cursor = self._parts.thrower.number(throw), code.load(self._way.cursor)
        starts, lengths = list[int](), list[int]()
        outcomes, weights = list[int](), list[int]()
        for count in range(throw.most + 1):
            known = self._weights(throw, count)
            starts.append(len(outcomes))
            lengths.append(len(known.outcomes))
            outcomes += known.outcomes
            weights += known.weights
        self._while(code.test("slt", cursor, tables.load(code, lengths, thrown)))
        place = code.do(f"add nsw i64 {tables.load(code, starts, thrown)}, {cursor}")
        at = Operand(place, Interval(0, len(outcomes) - 1))
        self._frame.store(Spot(throw.into), tables.load(code, outcomes, at))
        self._take(self._next(cursor), tables.load(code, weights, at), address + 1)

    def _weights(self, throw: Throw, count: int) -> Weights:
        if count == 0:
            return Weights((0,), (1,), 1)
        weights = self._dice.of(throw.device, count).weights
        if weights.total > HEAVIEST:
            raise NativeUnavailable("a throw has more ways than a number of machine code can count")
        return weights

    def _draw(self, draw: Draw, address: int) -> None:
        code, spot = self._code, self._parts.storing.spot(draw.zone, draw.place, draw.kinds)
        kind = code.local()
        code.store(code.load(self._way.cursor), kind)
        head, some, other = (code.new_label() for _ in range(3))
        code.begin(head)
        now = code.load(kind)
        self._while(code.test("slt", now, draw.kinds))
        place = beyond(code, spot, now)
        count = self._frame.load(place)
        code.branch(code.test("sgt", count, 0), some, other)
        code.begin(other)
        code.store(self._next(now), kind)
        code.jump(head)
        code.begin(some)
        self._frame.store(place, code.do(f"sub nsw i64 {count}, 1"))
        self._frame.store(Spot(draw.into), now)
        self._take(self._next(now), count, address + 1)

    def _options(self, choice: Choose, address: int) -> None:
        """One label an option: an illegal one goes on to the next."""
        code, count = self._code, len(choice.options)
        labels = [*(f"o{address}.{k}" for k in range(count)), EXPANDED]
        code.switch(code.load(self._way.cursor), list(enumerate(labels[:-1])), EXPANDED)
        for k, option in enumerate(choice.options):
            code.begin(labels[k])
            legal = code.new_label()
            code.branch(self._parts.expressions.truth(option.test), legal, labels[k + 1])
            code.begin(legal)
            self._take(str(k + 1), "1", option.to, self._mover(choice), str(k))

    def _values(self, choice: ChooseOne, address: int) -> None:
        code, parts = self._code, self._parts
        values = ValueChoice(parts.seats, code, self._frame, parts.expressions, parts.storing, choice)
        marks, cursor = values.marks(), code.load(self._way.cursor)
        self._while(code.test("slt", cursor, values.distinct(marks)))
        value = marks.of_rank(cursor)
        by = self._mover(choice)
        self._frame.store(Spot(choice.into), value)
        self._take(self._next(cursor), "1", address + 1, by, value)

    def _sets(self, choice: ChooseSome, address: int) -> None:
        """The cursor is the mask that was taken last."""
        code, parts, into = self._code, self._parts, Spot(choice.into)
        sets = SetChoice(parts.seats, code, self._frame, parts.expressions, choice)
        full, last, by = sets.possible(), code.local(), self._mover(choice)
        code.store(code.load(self._way.cursor), last)
        head, legal = code.new_label(), code.new_label()
        code.begin(head)
        mask = code.do(f"and i64 {code.do(f'sub i64 {code.load(last)}, {full}')}, {full}")
        code.store(mask, last)
        self._while(code.test("ne", mask, 0))
        self._frame.store(into, mask)
        code.branch(parts.expressions.truth(choice.when), legal, head)
        code.begin(legal)
        self._take(mask, "1", address + 1, by, mask)

    def _mover(self, choice: Choice) -> str:
        return mover(self._code, self._parts.expressions, choice, self._best)
