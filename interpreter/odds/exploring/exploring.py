"""A sliced program and who sits where in; its chain out: by machine code where that can be had and is worth making."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from parlour.interpreter.native.compiling import NativeUnavailable
from parlour.interpreter.odds.exploring.chain import Chain
from parlour.interpreter.odds.exploring.dealing import deals_more
from parlour.interpreter.odds.exploring.exploration import NativeExplorer
from parlour.interpreter.odds.exploring.explorer import Explorer, Key, TooManyStates
from parlour.interpreter.odds.slicing.slicing import Sliced
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.runtime.fault import ENDLESS, Fault

FEW = 5_000  # states that the machine explores sooner than machine code is made


class Explored(Protocol):
    """What knows the states of a chain."""

    def vector(self, key: Key) -> list[int]:
        """The vector of a state, its counter at the stop."""
        ...


def explored(
    sliced: Sliced,
    seats: Sequence[str],
    results: Sequence[Expr],
    most: int,
    progress: Callable[[int, int], None],
) -> tuple[Explored, Chain]:
    """Raises TooManyStates, and Fault where a rule fails."""
    if deals_more(sliced.program, seats, sliced.sums, most):
        raise TooManyStates(most, ())
    given = (sliced.program, seats, results, sliced.sums, sliced.accumulating)
    native = _native(NativeExplorer.kept, *given)
    if native is None:
        slow = Explorer(*given)
        try:
            return slow, slow.explore(min(most, FEW), progress)
        except TooManyStates:
            if most <= FEW:
                raise
        native = _native(NativeExplorer, *given)
    if native is not None:
        try:
            return native, native.explore(most, progress)
        except Fault as fault:
            if fault.id != ENDLESS:
                raise  # else perhaps policies choose round and round: machine code does not look where they stand
    slow = Explorer(*given)
    return slow, slow.explore(most, progress)


def _native(make: Callable[..., NativeExplorer | None], *given: object) -> NativeExplorer | None:
    try:
        return make(*given)
    except NativeUnavailable:
        return None
