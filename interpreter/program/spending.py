"""A program in; the folds whose rounds count against the guard of endless games, by their places, out.

Which they are is said by what rules declare, not by what an executor finds out, so that all of them count the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.expressions import Constant, Expr, Fold, Slot
from parlour.interpreter.program.instructions import ChooseOne, ChooseSome, Instruction
from parlour.interpreter.program.intervals import Bounds, Scope, bounds_of, interval_of
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import bottom_up, every

CHEAP = 64  # a fold of at most so many rounds, those of folds inside it included, is not counted

Known = Mapping[int, Interval]


def guarded(program: Program) -> Bounds:
    """What slots may hold, and which folds are counted: what those know who run a program."""
    bounds = bounds_of(program)
    return replace(bounds, long=long_folds(program, bounds))


def long_folds(program: Program, bounds: Bounds) -> frozenset[int]:
    """The places of those that may be longer than CHEAP; a place stands for all folds that it has."""
    found: set[int] = set()
    for expr, known in _expressions(program, bounds):
        if not isinstance(expr, Constant | Slot) and any(isinstance(node, Fold) for node in every(expr)):
            bottom_up(expr, _Measuring(bounds, known, found))
    return frozenset(found)


def _expressions(program: Program, bounds: Bounds) -> Iterator[tuple[Expr, Known]]:
    """Each, with what is known of the temporaries that no fold inside it counts."""
    seats = {0: Interval(0, max(0, program.seats - 1))}
    yield from ((score, seats) for score in program.scores)
    yield from ((measure, {}) for _, measure in program.measures)
    for instruction in program.instructions:
        known = _counted(instruction, bounds)
        yield from ((expr, known) for expr in expressions_of(instruction))


def _counted(instruction: Instruction, bounds: Bounds) -> Known:
    match instruction:
        case ChooseOne(start=start, stop=stop):
            first, end = bounds.of(start), bounds.of(stop)
            return {0: Interval(first.low, max(first.low, end.high - 1))}
        case ChooseSome(size=size):
            return {0: Interval(0, max(0, size - 1))}
        case _:
            return {}


class _Measuring:
    """Bottom up: the interval of a node, and how many rounds of folds it takes at most."""

    def __init__(self, bounds: Bounds, known: Known, found: set[int]) -> None:
        self._bounds, self._scope, self._found = bounds, Scope(known), found

    def bind(self, fold: Fold, start: _Measure, stop: _Measure) -> None:
        self._scope.enter(fold.number, start.interval, stop.interval)

    def build(self, node: Expr, parts: Sequence[_Measure]) -> _Measure:
        if isinstance(node, Fold):
            self._scope.leave(node.number)
        interval = interval_of(node, [p.interval for p in parts], self._bounds, self._scope)
        rounds = sum([p.rounds for p in parts])
        if isinstance(node, Fold):
            start, stop, where, value = parts
            count = max(0, stop.interval.high - start.interval.low)
            rounds = start.rounds + stop.rounds + count * (1 + where.rounds + value.rounds)
            if rounds > CHEAP:
                self._found.add(node.place)
        return _Measure(interval, min(rounds, self._bounds.longest))


class _Measure(Struct, frozen=True):
    interval: Interval
    rounds: int
