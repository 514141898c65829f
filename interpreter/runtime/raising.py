"""The number of a place and the values at hand in, a Fault out: the doors through which generated source fails."""

from __future__ import annotations

from typing import NoReturn

from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.fault import fault_at


class Faults:
    """Raises the faults of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._messages = program.messages

    def fail(self, id: str, place: int, **values: int | str) -> NoReturn:
        raise fault_at(self._program, id, place, values)

    def overflow(self, place: int) -> NoReturn:
        self.fail("overflow", place)

    def by_zero(self, place: int) -> NoReturn:
        self.fail("division_by_zero", place)

    def outside(self, place: int, value: int, size: int) -> NoReturn:
        self.fail("index", place, value=value, last=size - 1)

    def nothing(self, place: int) -> NoReturn:
        self.fail("nothing", place)

    def beyond(self, place: int, value: int, low: int, high: int) -> NoReturn:
        self.fail("range", place, value=value, low=low, high=high)

    def negative(self, place: int, amount: int) -> NoReturn:
        self.fail("negative_amount", place, amount=amount)

    def short(self, place: int, amount: int, balance: int) -> NoReturn:
        self.fail("short", place, amount=amount, balance=balance)

    def dice(self, place: int, number: int, most: int) -> NoReturn:
        self.fail("dice", place, number=number, most=most)

    def rule(self, place: int, message: int) -> NoReturn:
        self.fail("rule", place, message=self._messages[message])

    def no_end(self) -> NoReturn:
        self.fail("no_end", -1)


class Guard:
    """Counts what folds count through since the last chance or choice, and stops a game that would never end."""

    def __init__(self, faults: Faults, steps: int) -> None:
        self.faults, self._steps = faults, steps
        self._spent = 0

    def restart(self) -> None:
        self._spent = 0

    def spend(self, count: int, place: int) -> None:
        if count > 0:
            self._spent += count
            if self._spent > self._steps:
                self.faults.fail("endless", place, steps=self._steps)
