"""A program in; the folds whose rounds count against the guard of endless games, by their places, out.

Which they are is said by what rules declare, not by what an executor finds out, so that all of them count the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.expressions import Constant, Expr, Fold, Slot, Temporary
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    ChooseOne,
    ChooseSome,
    Clear,
    Jump,
    Return,
    Set,
    Sort,
    Target,
    Tell,
)
from parlour.interpreter.program.intervals import Bounds, bounds_of
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import inside

_PLAIN = (Call, Clear, Jump, Return, Sort)  # without expressions
_LEAVES = frozenset((Constant, Slot, Temporary))
CHEAP = 64  # a fold of at most so many rounds, those of folds inside it included, is not counted

Known = Mapping[int, Interval]


def guarded(program: Program) -> Bounds:
    """What slots may hold, and which folds are counted: what those know who run a program."""
    bounds = bounds_of(program)
    return replace(bounds, long=long_folds(program, bounds))


def long_folds(program: Program, bounds: Bounds) -> frozenset[int]:
    """The places of those that may be longer than CHEAP; a place stands for all folds that it has."""
    measuring = _Measuring(bounds)
    for expr, known in _expressions(program, bounds):
        measuring.rounds(expr, known)
    return frozenset(measuring.found)


def _expressions(program: Program, bounds: Bounds) -> Iterator[tuple[Expr, Known]]:
    """Each, with what is known of the temporaries that no fold inside it counts."""
    seats = {0: Interval(0, max(0, program.seats - 1))}
    yield from ((score, seats) for score in program.scores)
    yield from ((measure, {}) for _, measure in program.measures)
    for instruction in program.instructions:
        match instruction:
            case Set(Target(index=None), value) if type(value) in _LEAVES:
                pass  # these three are most of a program
            case Branch(test):
                yield test, {}
            case Tell(arguments=arguments):
                yield from [(expr, {}) for expr in arguments if type(expr) not in _LEAVES]
            case ChooseOne() | ChooseSome():
                known = _counted(instruction, bounds)
                yield from [(expr, known) for expr in expressions_of(instruction)]
            case _ if not isinstance(instruction, _PLAIN):
                yield from [(expr, {}) for expr in expressions_of(instruction)]


def _counted(choice: ChooseOne | ChooseSome, bounds: Bounds) -> Known:
    match choice:
        case ChooseOne(start=start, stop=stop):
            first, end = bounds.of(start), bounds.of(stop)
            return {0: Interval(first.low, max(first.low, end.high - 1))}
        case ChooseSome(size=size):
            return {0: Interval(0, max(0, size - 1))}


class _Measuring:
    """`found` grows: the places of folds that are long."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds, self.found = bounds, set[int]()

    def rounds(self, expr: Expr, known: Known) -> int:
        """How many rounds of folds an expression takes at most."""
        if type(expr) in _LEAVES:
            return 0
        if isinstance(expr, Fold):
            return self._rounds_of(expr, known)
        rounds = 0
        for part in inside(expr):
            if type(part) not in _LEAVES:
                rounds += self.rounds(part, known)
        return min(rounds, self._bounds.longest)

    def _rounds_of(self, fold: Fold, known: Known) -> int:
        start, stop = self._bounds.of(fold.start, known), self._bounds.of(fold.stop, known)
        within = {**known, fold.number: Interval(start.low, max(start.low, stop.high - 1))}
        once = 1 + self.rounds(fold.where, within) + self.rounds(fold.value, within)
        ends = self.rounds(fold.start, known) + self.rounds(fold.stop, known)
        rounds = ends + max(0, stop.high - start.low) * once
        if rounds > CHEAP:
            self.found.add(fold.place)
        return min(rounds, self._bounds.longest)
