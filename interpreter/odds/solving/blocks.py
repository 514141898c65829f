"""One component of a chain in; its values from those of all others out, by taking its states out one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parlour.interpreter.odds.exploring.chain import Floats, Ints, Shorts
from parlour.interpreter.odds.solving.elimination import Eliminated, TooFull
from parlour.interpreter.odds.solving.kernels import Codes, System
from parlour.interpreter.odds.solving.row_sums import added_up

LARGEST = 20_000  # states of a component that are taken out


class Block:
    """`states`: in ascending order."""

    def __init__(self, states: Shorts, eliminated: Eliminated) -> None:
        self._states, self._eliminated = states, eliminated

    def solve(self, system: System, x: Floats, forward: bool) -> None:
        """Put the values of the component into x, from those of the others there."""
        terms, rows = rows_of(system.starts, self._states)
        columns, codes = system.columns[terms], system.codes[terms]
        inner, _ = _within(columns, self._states)
        place = np.where(columns < 0, len(system.b) - 1 - columns, columns)
        given = system.shares[codes] * (system.gains[codes] + np.where(inner, 0.0, x[place]))
        b = system.b[self._states] + added_up(rows, given, len(self._states))
        x[self._states] = self._eliminated.forward(b) if forward else self._eliminated.backward(b)


def block_of(states: Shorts, starts: Ints, columns: Shorts, codes: Codes, shares: Floats) -> Block | None:
    """None where there are too many states, or they come to lead to too many others."""
    if len(states) > LARGEST:
        return None
    terms, rows = rows_of(starts, states)
    inner, ranks = _within(columns[terms], states)
    amounts = shares[codes[terms]]
    leaving = added_up(rows[~inner], amounts[~inner], len(states))
    try:
        return Block(states, Eliminated(len(states), rows[inner], ranks[inner], amounts[inner], leaving))
    except TooFull:
        return None


def rows_of(starts: Ints, states: Shorts) -> tuple[Ints, Ints]:
    """The terms of some rows, and the rank among them of the row of each."""
    first, last = starts[states], starts[states.astype(np.int64) + 1]
    rows = np.repeat(np.arange(len(states), dtype=np.int64), last - first)
    begins = np.concatenate(([0], np.cumsum(last - first)))[:-1]
    return np.arange(len(rows), dtype=np.int64) + (first - begins)[rows], rows


def _within(columns: Shorts, states: Shorts) -> tuple[NDArray[np.bool_], Ints]:
    """Which columns are among the states, and their ranks there."""
    ranks = np.minimum(np.searchsorted(states, columns), len(states) - 1)
    found: NDArray[np.bool_] = states[ranks] == columns
    return found, ranks
