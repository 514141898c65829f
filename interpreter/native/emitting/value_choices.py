"""A ChooseOne or ChooseSome in, the IR that finds what is legal and lets a bot choose out; the action goes to `into`."""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.native.emitting.arithmetic import number
from parlour.interpreter.native.emitting.choices import Best, Seats, none_left
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.marks import Listed, Marks
from parlour.interpreter.native.emitting.operands import Operand
from parlour.interpreter.native.emitting.storing import Storing
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.variant import wide
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.instructions import ChooseOne, ChooseSome


class ValueChoice:
    """One ChooseOne. The values seen are marked in a bit each where their range is narrow, else listed in order."""

    def __init__(
        self, seats: Seats, code: Code, frame: Frame, expressions: Expressions, storing: Storing, choice: ChooseOne
    ) -> None:
        self._seats, self._code, self._frame, self._choice = seats, code, frame, choice
        self._expressions, self._storing = expressions, storing

    def write(self, address: int, following: int, otherwise: str, asked: Callable[[], None]) -> None:
        code, choice = self._code, self._choice
        marks = self.marks()
        count = self.distinct(marks)
        none_left(code, count, choice.place, otherwise)
        seat = self._seats.seat(choice.by, choice.place)
        chosen, one, many, done = code.local(), code.new_label(), code.new_label(), code.new_label()
        code.branch(code.test("eq", count, 1), one, many)
        code.begin(one)
        code.store(marks.of_rank("0"), chosen)
        code.jump(done)
        code.begin(many)
        asked()
        self._seats.stop(address)
        self._seats.by_bot(
            choice,
            seat,
            lambda name: self._follow(name, marks, chosen),
            lambda: code.store(marks.of_rank(self._seats.rank(seat, count)), chosen),
        )
        self._seats.go_on(str(following))
        code.begin(done)
        self._frame.store(Spot(choice.into), code.load(chosen))

    def _counted(self, each: Callable[[Operand, str], None]) -> None:
        """Count through the values that are legal: `each` is given Temporary(0) and the value."""
        code, choice = self._code, self._choice
        start, stop = self._expressions.operand(choice.start), self._expressions.operand(choice.stop)
        first, end = number(code, start), number(code, stop)
        self._expressions.spend(first, end, choice.place)
        counted = Interval(start.interval.low, max(start.interval.low, stop.interval.high - 1))
        with code.counting(end, first) as at:
            now, legal, on = Operand(at, counted), code.new_label(), code.new_label()
            code.branch(self._expressions.truth(choice.where, {0: now}), legal, on)
            code.begin(legal)
            value = self._expressions.operand(choice.value, {0: now})
            text = number(code, value)
            self._storing.within(text, value.interval, self._storing.declared.slots[choice.into], choice.place)
            each(now, text)
            code.begin(on)

    def marks(self) -> Marks | Listed:
        bound = self._storing.declared.slots[self._choice.into]
        if wide(bound):
            return Listed(self._code)
        return Marks(self._code, bound.low, bound.high - bound.low + 1)

    def distinct(self, marks: Marks | Listed) -> str:
        """How many different values are legal."""
        code, count = self._code, self._code.local()
        code.store("0", count)

        def note(_: Operand, value: str) -> None:
            fresh = marks.note(value)
            code.store(code.do(f"add nsw i64 {code.load(count)}, {code.do(f'zext i1 {fresh} to i64')}"), count)

        marks.clear()
        self._counted(note)
        return code.load(count)

    def _follow(self, policy: str, marks: Marks | Listed, chosen: str) -> None:
        """The value with the highest worth, the least on a tie; the first counted of equal values speaks."""
        code, best = self._code, Best(self._code)
        worth = dict(self._choice.policies)[policy]
        marks.clear()

        def weigh(counted: Operand, value: str) -> None:
            fresh, on = code.new_label(), code.new_label()
            code.branch(marks.note(value), fresh, on)
            code.begin(fresh)
            best.offer(value, self._expressions.number(worth, {0: counted}), least_wins=True)
            code.begin(on)

        self._counted(weigh)
        code.store(best.action(), chosen)


class SetChoice:
    """One ChooseSome: masks in ascending order, those for which `when` holds with the mask in `into`."""

    def __init__(self, seats: Seats, code: Code, frame: Frame, expressions: Expressions, choice: ChooseSome) -> None:
        self._seats, self._code, self._frame, self._choice = seats, code, frame, choice
        self._expressions = expressions
        self._full = code.local()

    def write(self, address: int, following: int, otherwise: str, asked: Callable[[], None]) -> None:
        code, choice, into = self._code, self._choice, Spot(self._choice.into)
        self.possible()
        kept = self._frame.load(into)
        count, chosen = code.local(), code.local()
        code.store("0", count)

        def note(mask: str) -> None:
            code.store(mask, chosen)
            code.store(code.do(f"add nsw i64 {code.load(count)}, 1"), count)

        self._masks(note)
        self._frame.store(into, kept)
        legal = code.load(count)
        none_left(code, legal, choice.place, otherwise)
        seat = self._seats.seat(choice.by, choice.place)
        many, done = code.new_label(), code.new_label()
        code.branch(code.test("eq", legal, 1), done, many)
        code.begin(many)
        asked()
        self._seats.stop(address)
        self._seats.by_bot(
            choice, seat, lambda name: self._follow(name, chosen), lambda: self._at_random(seat, legal, chosen)
        )
        self._seats.go_on(str(following))
        code.begin(done)
        self._frame.store(into, code.load(chosen))

    def possible(self) -> str:
        """All that may be in the set, as a mask."""
        code, full = self._code, self._full
        code.store("0", full)
        with code.counting(str(self._choice.size)) as at:
            holds = code.do(f"zext i1 {self._expressions.truth(self._choice.where, {0: self._member(at)})} to i64")
            code.store(code.do(f"or i64 {code.load(full)}, {code.do(f'shl i64 {holds}, {at}')}"), full)
        return code.load(full)

    def _member(self, at: str) -> Operand:
        """Temporary(0): the number of a member."""
        return Operand(at, Interval(0, max(0, self._choice.size - 1)))

    def _masks(self, each: Callable[[str], None]) -> None:
        """Ascending through the sets that are legal, each of them in `into`."""
        code, full, mask = self._code, self._full, self._code.local()
        head, test, legal, on, done = (code.new_label() for _ in range(5))
        code.store("0", mask)
        code.begin(head)
        less = code.do(f"sub i64 {code.load(mask)}, {code.load(full)}")
        following = code.do(f"and i64 {less}, {code.load(full)}")
        code.store(following, mask)
        code.branch(code.test("eq", following, 0), done, test)
        code.begin(test)
        self._frame.store(Spot(self._choice.into), following)
        code.branch(self._expressions.truth(self._choice.when), legal, on)
        code.begin(legal)
        each(following)
        code.begin(on)
        code.jump(head)
        code.begin(done)

    def _at_random(self, seat: str, count: str, chosen: str) -> None:
        code, kept, left = self._code, self._frame.load(Spot(self._choice.into)), self._code.local()
        code.store(self._seats.rank(seat, count), left)

        def pass_by(mask: str) -> None:
            now = code.load(left)
            old = code.load(chosen)
            code.store(code.select(code.test("eq", now, 0), mask, old), chosen)
            code.store(code.do(f"sub nsw i64 {now}, 1"), left)

        self._masks(pass_by)
        self._frame.store(Spot(self._choice.into), kept)

    def _follow(self, policy: str, chosen: str) -> None:
        """The set with the highest sum of its members' worths; the sum has room for any."""
        code, best = self._code, Best(self._code, "i128")
        kept, total = self._frame.load(Spot(self._choice.into)), code.local("i128")
        worth = dict(self._choice.policies)[policy]

        def weigh(mask: str) -> None:
            code.store("0", total, "i128")
            with code.counting(str(self._choice.size)) as at:
                bit = code.do(f"and i64 {code.do(f'lshr i64 {mask}, {at}')}, 1")
                more, on = code.new_label(), code.new_label()
                code.branch(code.test("ne", bit, 0), more, on)
                code.begin(more)
                wide = code.do(f"sext i64 {self._expressions.number(worth, {0: self._member(at)})} to i128")
                code.store(code.do(f"add i128 {code.load(total, 'i128')}, {wide}"), total, "i128")
                code.begin(on)
            best.offer(mask, code.load(total, "i128"))

        self._masks(weigh)
        self._frame.store(Spot(self._choice.into), kept)
        code.store(best.action(), chosen)
