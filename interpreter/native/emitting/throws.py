"""A Throw in, the IR that lets it happen out: the outcome of the machine's chance.py from the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from parlour.interpreter.native.emitting.arithmetic import number
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.operands import Operand
from parlour.interpreter.native.emitting.streams import below, signed
from parlour.interpreter.native.emitting.tables import Tables
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.expressions import Constant
from parlour.interpreter.program.instructions import Throw
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.chance import MOST, TABLED, Dice

Die = Sequence[int]  # the face that each side shows


class Thrower:
    """Writes the throws of one function; `stream` is the game's. `happen` counts a chance, or ends the game."""

    def __init__(
        self, program: Program, code: Code, frame: Frame, expressions: Expressions, tables: Tables, stream: str
    ) -> None:
        self._program, self._code, self._frame = program, code, frame
        self._expressions, self._tables, self._stream = expressions, tables, stream
        self._dice = Dice(program)

    def write(self, throw: Throw, happen: Callable[[], None]) -> None:
        code, into, device = self._code, Spot(throw.into), self._program.devices[throw.device]
        thrown = self.number(throw).text
        if isinstance(throw.number, Constant):
            self._frame.store(into, self._known(throw.device, throw.number.value, happen))
            return
        some, done = code.new_label(), code.new_label()
        self._frame.store(into, "0")
        code.branch(code.test("eq", thrown, 0), done, some)
        code.begin(some)
        if device.alike:
            self._frame.store(into, self._counted(device.dice[0], throw.most, thrown, happen))
        else:
            self._frame.store(into, self._known(throw.device, 1, happen))
        code.begin(done)

    def number(self, throw: Throw) -> Operand:
        """How many dice are thrown; the fault `dice` where there are not so many."""
        code, operand = self._code, self._expressions.operand(throw.number)
        thrown = number(code, operand)
        if not operand.interval.within(0, throw.most):
            code.check(code.test("ugt", thrown, throw.most), "dice", throw.place, thrown, throw.most)
        low, high = max(0, operand.interval.low), min(throw.most, operand.interval.high)
        return Operand(thrown, Interval(low, max(low, high)))

    def _known(self, device: int, count: int, happen: Callable[[], None]) -> str:
        """The outcome of a number of dice that is known."""
        if count == 0:
            return "0"
        throwing = self._dice.of(device, count)
        if throwing.certain:
            return str(throwing.weights.outcomes[0])
        happen()
        row = self._program.devices[device]
        dice: list[Die] = [row.dice[0]] * count if row.alike else list(row.dice)
        ways = prod(map(len, dice))
        if ways <= TABLED:
            drawn = Operand(below(self._code, self._stream, ways), Interval(0, ways - 1))
            return self._tables.load(self._code, [self._shown(dice, way) for way in range(ways)], drawn)
        outcome = "0"
        if ways > MOST:
            for die in dice:
                outcome = self._after(outcome, die, below(self._code, self._stream, len(die)))
            return outcome
        rest = below(self._code, self._stream, signed(ways))
        for die in dice:
            side = self._code.do(f"urem i64 {rest}, {len(die)}")
            rest = self._code.do(f"udiv i64 {rest}, {len(die)}")
            outcome = self._after(outcome, die, side)
        return outcome

    def _shown(self, dice: Sequence[Die], way: int) -> int:
        """The outcome of one of the ways that dice can fall."""
        outcome, throws = 0, self._program.throws
        for die in dice:
            way, side = divmod(way, len(die))
            outcome = throws.after[outcome * len(throws.faces) + die[side]]
        return outcome

    def _after(self, outcome: str, die: Die, side: str) -> str:
        """The outcome and one more die."""
        code, throws = self._code, self._program.throws
        face = self._tables.load(code, die, Operand(side, Interval(0, len(die) - 1)))
        at = code.do(f"add nsw i64 {code.do(f'mul nsw i64 {outcome}, {len(throws.faces)}')}, {face}")
        return self._tables.load(code, throws.after, Operand(at, Interval(0, len(throws.after) - 1)))

    def _counted(self, die: Die, most: int, thrown: str, happen: Callable[[], None]) -> str:
        """The outcome of a number of alike dice, at least one, that is known only now."""
        code, sides = self._code, len(die)
        certain = len(set(die)) == 1
        if not certain:
            happen()
        ways = [signed(sides**n) if sides**n <= MOST else 0 for n in range(most + 1)]
        bound = self._tables.load(code, ways, Operand(thrown, Interval(1, most)))
        apart = "false" if certain else code.test("eq", bound, 0)  # then each die takes a number of its own
        rest, outcome = code.local(), code.local()
        code.store("0", outcome)
        code.store("0", rest)
        if not certain:
            together, begin = code.new_label(), code.new_label()
            code.branch(apart, begin, together)
            code.begin(together)
            code.store(below(code, self._stream, bound), rest)
            code.begin(begin)
        with code.counting(thrown):
            side = self._side(sides, apart, rest)
            code.store(self._after(code.load(outcome), die, side), outcome)
        return code.load(outcome)

    def _side(self, sides: int, apart: str, rest: str) -> str:
        """The side of the next die: by a number of its own, or of the one that all share."""
        code = self._code
        single, shared, shown = code.new_label(), code.new_label(), code.new_label()
        code.branch(apart, single, shared)
        code.begin(shared)
        left = code.load(rest)
        ways = [(code.do(f"urem i64 {left}, {sides}"), code.label)]
        code.store(code.do(f"udiv i64 {left}, {sides}"), rest)
        code.jump(shown)
        code.begin(single)
        ways.append((below(code, self._stream, sides), code.label))
        code.begin(shown)
        return code.phi(ways)
