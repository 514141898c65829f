"""A program in, the IR that runs it from stop to stop out: nothing is drawn and nobody chooses but by a policy.

Where chance or a free choice decides, the rank of the stop is left in `rank` and the game goes to `arrive`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parlour.interpreter.native.emitting.arithmetic import number
from parlour.interpreter.native.emitting.choices import Seats
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.guards import Guards
from parlour.interpreter.native.emitting.instructions import Instructions, Parts
from parlour.interpreter.native.emitting.tables import Tables
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.native.variant import Bots
from parlour.interpreter.program.instructions import Choice, CountTurn, Draw, Instruction, Throw
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.chance import Dice

ARRIVE = "arrive"


class FreeSeats(Seats):
    """Seats of which those without a policy stop the game. `ranks`: of the stops, by address."""

    def __init__(
        self,
        program: Program,
        bots: Bots,
        code: Code,
        frame: Frame,
        expressions: Expressions,
        rank: str,
        ranks: Mapping[int, int],
    ) -> None:
        super().__init__(program, bots, code, frame, expressions, "")
        self._rank_at, self._ranks = rank, ranks

    def stop(self, address: int) -> None:
        super().stop(address)
        self._code.store(str(self._ranks[address]), self._rank_at)

    def go_on(self, following: str) -> None:
        """The counter stays at the choice, as where the machine explores."""
        self._code.store("0", self._expressions.spent)

    def by_bot(self, choice: Choice, seat: str, policy: Callable[[str], None], random: Callable[[], None]) -> None:
        def stand() -> None:
            self._code.jump(ARRIVE)
            self._code.begin(self._code.new_label())  # nothing comes here

        super().by_bot(choice, seat, policy, stand)


class StoppingInstructions(Instructions):
    """As Instructions; `rank` points at the rank of the stop that is reached."""

    def __init__(
        self, program: Program, guards: Guards, parts: Parts, tables: Tables, rank: str, ranks: Mapping[int, int]
    ) -> None:
        super().__init__(program, tuple(range(len(program.instructions))), guards, parts)
        self._tables, self._rank, self._ranks = tables, rank, ranks
        self._dice = Dice(program)

    def _instruction(self, instruction: Instruction, address: int) -> None:
        match instruction:
            case Throw():
                self._throw(instruction, address)
            case Draw():
                self._draw(instruction, address)
            case _:
                super()._instruction(instruction, address)

    def _stand(self, address: int) -> None:
        self._code.store(str(self._ranks[address]), self._rank)
        self._code.jump(ARRIVE)

    def _throw(self, throw: Throw, address: int) -> None:
        """On where it is certain what is thrown, else a stop."""
        code, thrown = self._code, self._parts.thrower.number(throw)
        if all(self._certain(throw, n) < 0 for n in range(thrown.interval.low, thrown.interval.high + 1)):
            self._stand(address)
            return
        known = [self._certain(throw, n) for n in range(throw.most + 1)]
        outcome = self._tables.load(code, known, thrown)
        stop, on = code.new_label(), code.new_label()
        code.branch(code.test("slt", outcome, 0), stop, on)
        code.begin(stop)
        self._stand(address)
        code.begin(on)
        self._frame.store(Spot(throw.into), outcome)

    def _certain(self, throw: Throw, count: int) -> int:
        """What so many dice surely show, or -1."""
        if count == 0:
            return 0
        throwing = self._dice.of(throw.device, count)
        return throwing.weights.outcomes[0] if throwing.certain else -1

    def _draw(self, draw: Draw, address: int) -> None:
        """On where one kind is left, else a stop."""
        code = self._code
        spot = self._parts.storing.spot(draw.zone, draw.place, draw.kinds)
        left, most, kind = code.local(), code.local(), code.local()
        for at in (left, most, kind):
            code.store("0", at)
        with code.counting(str(draw.kinds)) as now:
            count = self._frame.load(beyond(code, spot, now))
            code.store(code.do(f"add i64 {code.load(left)}, {count}"), left)
            more = code.test("sgt", count, code.load(most))
            code.store(code.select(more, count, code.load(most)), most)
            code.store(code.select(more, now, code.load(kind)), kind)
        whole, greatest = code.load(left), code.load(most)
        code.check(code.test("sle", whole, 0), "nothing_to_draw", draw.place)
        on, stop = code.new_label(), code.new_label()
        code.branch(code.test("eq", whole, greatest), on, stop)
        code.begin(stop)
        self._stand(address)
        code.begin(on)
        drawn = code.load(kind)
        place = beyond(code, spot, drawn)
        self._frame.store(place, code.do(f"sub i64 {self._frame.load(place)}, 1"))
        self._frame.store(Spot(draw.into), drawn)

    def _ask(self, address: int, place: int) -> None:
        """Choices have no limit here: those that nobody's policy makes are stops."""

    def _turn(self, instruction: CountTurn, address: int) -> None:
        """Turns have no limit; but so many without a stop never come to one."""
        code, turns, most = self._code, self._parts.counters.turns, self._program.limits.steps
        count = code.do(f"add nsw i64 {code.load(turns)}, 1")
        code.store(count, turns)
        code.check(code.test("sgt", count, most), "endless", instruction.place, most)
        code.store("0", self._parts.counters.steps)
        self._evaluated(instruction.seat)


def beyond(code: Code, spot: Spot, offset: str) -> Spot:
    """The slot so many behind another."""
    return Spot(spot.base, offset if spot.index is None else code.do(f"add nsw i64 {spot.index}, {offset}"))


def mover(code: Code, expressions: Expressions, choice: Choice, best: int) -> str:
    """The seat that chooses where it is one of those in the mask `best`, else -1."""
    if not best:
        return "-1"
    seat = number(code, expressions.operand(choice.by))
    plays = code.do(f"and i64 {code.do(f'lshr i64 {best}, {seat}')}, 1")
    return code.select(code.test("ne", plays, 0), seat, "-1")
