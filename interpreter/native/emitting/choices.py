"""A choice of a program and the bots of the seats in, the IR that lets them choose out: as the machine's bots do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.interpreter.native.emitting.arithmetic import number
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.streams import STREAM, below
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.variant import Bots
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Choice, Choose
from parlour.interpreter.program.program import COUNTER, Program


class Seats:
    """Who chooses, and how: `streams` points at a stream for each seat."""

    def __init__(
        self,
        program: Program,
        bots: Bots,
        code: Code,
        frame: Frame,
        expressions: Expressions,
        streams: str,
    ) -> None:
        self._program, self._bots, self._code, self._frame = program, bots, code, frame
        self._expressions, self._streams = expressions, streams

    def seat(self, by: Expr, place: int) -> str:
        """Who chooses; a fault unless that is a seat."""
        operand = self._expressions.operand(by)
        text, seats = number(self._code, operand), self._program.seats
        if not operand.interval.within(0, seats - 1):
            self._code.check(self._code.test("uge", text, seats), "no_seat", place, text)
        return text

    def stop(self, address: int) -> None:
        """More than one action is legal: the game stands here."""
        self._frame.store(Spot(COUNTER), str(address))

    def go_on(self, following: str) -> None:
        """An action was chosen: the game goes on at an address, and folds may count anew."""
        self._frame.store(Spot(COUNTER), following)
        self._code.store("0", self._expressions.spent)

    def rank(self, seat: str, count: str) -> str:
        """One of `count` legal actions at random."""
        return below(self._code, self._code.at(self._streams, seat, STREAM), count)

    def by_bot(self, choice: Choice, seat: str, policy: Callable[[str], None], random: Callable[[], None]) -> None:
        """The kind of bot that a seat has chooses: by a policy of this choice, or at random."""
        known = [name for name, _ in choice.policies]
        bots = [bot if bot in known else "" for bot in self._bots]
        kinds = list(dict.fromkeys(bots))

        def write(bot: str) -> None:
            policy(bot) if bot else random()

        if len(kinds) == 1:
            write(kinds[0])
            return
        code, done = self._code, self._code.new_label()
        labels = {kind: code.new_label() for kind in kinds}
        code.switch(seat, [(k, labels[bot]) for k, bot in enumerate(bots)], labels[kinds[0]])
        for kind, label in labels.items():
            code.begin(label)
            write(kind)
            code.jump(done)
        code.begin(done)


class Best:
    """The best action so far and its worth, in memory of the call. The first stays on a tie."""

    def __init__(self, code: Code, type_: str = "i64") -> None:
        self._code, self._type = code, type_
        self._some, self._worth, self._action = code.local("i1"), code.local(type_), code.local()
        code.store("false", self._some, "i1")
        code.store("0", self._worth, type_)
        code.store("0", self._action)

    def offer(self, action: str, worth: str, least_wins: bool = False) -> None:
        """`least_wins`: on a tie the least action wins instead of the first offered."""
        code = self._code
        some, kept, old = code.load(self._some, "i1"), code.load(self._worth, self._type), code.load(self._action)
        better = code.do(f"icmp sgt {self._type} {worth}, {kept}")
        if least_wins:
            same = code.do(f"icmp eq {self._type} {worth}, {kept}")
            less = code.test("slt", action, old)
            better = code.do(f"or i1 {better}, {code.do(f'and i1 {same}, {less}')}")
        takes = code.do(f"or i1 {better}, {code.do(f'xor i1 {some}, true')}")
        code.store("true", self._some, "i1")
        code.store(code.select(takes, worth, kept, self._type), self._worth, self._type)
        code.store(code.select(takes, action, old), self._action)

    def action(self) -> str:
        return self._code.load(self._action)


class OptionChoice:
    """One Choose. The tests of its options are evaluated once, in order."""

    def __init__(self, seats: Seats, code: Code, expressions: Expressions, choice: Choose) -> None:
        self._seats, self._code, self._expressions, self._choice = seats, code, expressions, choice
        self._legal: list[str] = []
        self._chosen = code.local()

    def write(self, address: int, following: Sequence[int], otherwise: str, asked: Callable[[], None]) -> str:
        """The number of the option that is taken.

        `following`: the address that each option leads to; `otherwise`: the label to go to where none is legal, or '';
        `asked` writes what happens where more than one is.
        """
        code, choice = self._code, self._choice
        self._legal = [self._expressions.truth(option.test) for option in choice.options]
        count = self._count()
        none_left(code, count, choice.place, otherwise)
        seat = self._seats.seat(choice.by, choice.place)
        one, many, done = code.new_label(), code.new_label(), code.new_label()
        code.branch(code.test("eq", count, 1), one, many)
        code.begin(one)
        code.store(self._of_rank("0"), self._chosen)
        code.jump(done)
        code.begin(many)
        asked()
        self._seats.stop(address)
        self._seats.by_bot(choice, seat, self._follow, lambda: self._at_random(seat, count))
        self._seats.go_on(_one_of(code, [str(to) for to in following], code.load(self._chosen)))
        code.begin(done)
        return code.load(self._chosen)

    def _at_random(self, seat: str, count: str) -> None:
        self._code.store(self._of_rank(self._seats.rank(seat, count)), self._chosen)

    def _follow(self, policy: str) -> None:
        code, best = self._code, Best(self._code)
        for k, worth in enumerate(dict(self._choice.policies)[policy]):
            there, on = code.new_label(), code.new_label()
            code.branch(self._legal[k], there, on)
            code.begin(there)
            best.offer(str(k), self._expressions.number(worth))
            code.begin(on)
        code.store(best.action(), self._chosen)

    def _count(self) -> str:
        code, count = self._code, "0"
        for test in self._legal:
            count = code.do(f"add nsw i64 {count}, {code.do(f'zext i1 {test} to i64')}")
        return count

    def _of_rank(self, rank: str) -> str:
        """The legal option that has so many legal ones before it."""
        code, found, before = self._code, "0", "0"
        for k, test in enumerate(self._legal):
            here = code.do(f"and i1 {test}, {code.test('eq', before, rank)}")
            found = code.select(here, str(k), found)
            before = code.do(f"add nsw i64 {before}, {code.do(f'zext i1 {test} to i64')}")
        return found


def none_left(code: Code, count: str, place: int, otherwise: str) -> None:
    """Where nothing is legal: on at `otherwise`, or a fault."""
    none = code.test("eq", count, 0)
    if not otherwise:
        code.check(none, "no_choice", place)
        return
    some = code.new_label()
    code.branch(none, otherwise, some)
    code.begin(some)


def _one_of(code: Code, values: Sequence[str], number: str) -> str:
    """One of a few values by its number."""
    found = values[0]
    for k, value in enumerate(values[1:], 1):
        found = code.select(code.test("eq", number, k), value, found)
    return found
