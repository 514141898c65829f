"""A choice of a program in; who chooses, what is legal, what a policy thinks of it and where it leads, out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Choice, Choose, ChooseOne, ChooseSome
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.runtime.raising import Guard

Evaluator = Callable[[list[int], int], int]  # of the vector and Temporary(0)
Compile = Callable[[Expr, Mapping[int, Interval]], Evaluator]


class Decision(Protocol):
    """One choice instruction, ready to be met."""

    def seat(self, v: list[int]) -> int:
        """Who chooses."""
        ...

    def legal(self, v: list[int]) -> Sequence[int]:
        """The legal actions, ascending."""
        ...

    def best(self, v: list[int], policy: str, legal: Sequence[int]) -> int | None:
        """The action that a policy takes: the highest worth, the first on a tie; None where it has no opinion."""
        ...

    def take(self, v: list[int], action: int) -> int:
        """Carry an action out; the address to go on at."""
        ...


class OptionDecision:
    """A Choose: the action is the number of an option."""

    def __init__(self, choice: Choose, compile: Compile) -> None:
        self._by = compile(choice.by, {})
        self._tests = [compile(o.test, {}) for o in choice.options]
        self._to = [o.to for o in choice.options]
        self._policies = {name: [compile(e, {}) for e in exprs] for name, exprs in choice.policies}

    def seat(self, v: list[int]) -> int:
        return self._by(v, 0)

    def legal(self, v: list[int]) -> Sequence[int]:
        return [k for k, test in enumerate(self._tests) if test(v, 0)]

    def best(self, v: list[int], policy: str, legal: Sequence[int]) -> int | None:
        worths = self._policies.get(policy)
        return None if worths is None else _highest(legal, [worths[k](v, 0) for k in legal])

    def take(self, v: list[int], action: int) -> int:
        return self._to[action]


class ValueDecision:
    """A ChooseOne: the action is a value. Of equal values the first counted speaks for the policy."""

    def __init__(self, choice: ChooseOne, address: int, compile: Compile, bounds: Bounds, guard: Guard) -> None:
        start, stop = bounds.of(choice.start), bounds.of(choice.stop)
        counted = {0: Interval(start.low, max(start.low, stop.high - 1))}
        self._by, self._start, self._stop = (compile(e, {}) for e in (choice.by, choice.start, choice.stop))
        self._where, self._value = compile(choice.where, counted), compile(choice.value, counted)
        self._policies = {name: compile(expr, counted) for name, expr in choice.policies}
        self._into, self._next, self._place = choice.into, address + 1, choice.place
        self._bound, self._guard = bounds.slots[choice.into], guard

    def seat(self, v: list[int]) -> int:
        return self._by(v, 0)

    def legal(self, v: list[int]) -> Sequence[int]:
        return sorted({value for _, value in self._counted(v)})

    def _counted(self, v: list[int]) -> Iterator[tuple[int, int]]:
        start, stop = self._start(v, 0), self._stop(v, 0)
        self._guard.spend(stop - start, self._place)
        low, high = self._bound.low, self._bound.high
        for t in range(start, stop):
            if self._where(v, t):
                value = self._value(v, t)
                if not low <= value <= high:
                    self._guard.faults.beyond(self._place, value, low, high)
                yield t, value

    def best(self, v: list[int], policy: str, legal: Sequence[int]) -> int | None:
        worth = self._policies.get(policy)
        if worth is None:
            return None
        worths: dict[int, int] = {}
        for t, value in self._counted(v):
            if value not in worths:
                worths[value] = worth(v, t)
        return _highest(legal, [worths[value] for value in legal])

    def take(self, v: list[int], action: int) -> int:
        v[self._into] = action
        return self._next


class SetDecision:
    """A ChooseSome: the action is a mask. A set is worth the sum over its members, seen with the set in `into`."""

    def __init__(self, choice: ChooseSome, address: int, compile: Compile) -> None:
        counted = {0: Interval(0, max(0, choice.size - 1))}
        self._by, self._when = compile(choice.by, {}), compile(choice.when, {})
        self._where = compile(choice.where, counted)
        self._policies = {name: compile(expr, counted) for name, expr in choice.policies}
        self._size, self._into, self._next = choice.size, choice.into, address + 1

    def seat(self, v: list[int]) -> int:
        return self._by(v, 0)

    def legal(self, v: list[int]) -> Sequence[int]:
        full = sum(1 << k for k in range(self._size) if self._where(v, k))
        into, kept, found = self._into, v[self._into], []
        mask = -full & full
        while mask:
            v[into] = mask
            if self._when(v, 0):
                found.append(mask)
            mask = (mask - full) & full
        v[into] = kept
        return found

    def best(self, v: list[int], policy: str, legal: Sequence[int]) -> int | None:
        worth = self._policies.get(policy)
        if worth is None:
            return None
        into, kept = self._into, v[self._into]
        worths = []
        for mask in legal:
            v[into] = mask
            worths.append(sum(worth(v, k) for k in range(self._size) if mask >> k & 1))
        v[into] = kept
        return _highest(legal, worths)

    def take(self, v: list[int], action: int) -> int:
        v[self._into] = action
        return self._next


def decision(choice: Choice, address: int, compile: Compile, bounds: Bounds, guard: Guard) -> Decision:
    match choice:
        case Choose():
            return OptionDecision(choice, compile)
        case ChooseOne():
            return ValueDecision(choice, address, compile, bounds, guard)
        case ChooseSome():
            return SetDecision(choice, address, compile)


def _highest(legal: Sequence[int], worths: Sequence[int]) -> int:
    return legal[max(range(len(legal)), key=lambda k: (worths[k], -k))]
