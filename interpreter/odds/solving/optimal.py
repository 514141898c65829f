"""A chain with choices and what is played for in; the best choice in each state, and what it is worth, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from parlour.interpreter.odds.exploring.chain import Chain, Floats
from parlour.interpreter.odds.solving.linear import Matrix

ALIKE = 1e-11  # choices whose worth differs by less are alike: the first is taken
ROUNDING = 4e-16
IMPROVEMENTS = 50


class Optimum(Struct, frozen=True):
    """`taken[t]`: whether transition t is taken. `worths`: what each state is worth. `settled`: no other choice in any state
    is better by more than the worths may be wrong."""

    taken: NDArray[np.bool_]
    worths: Floats
    settled: bool


def optimum(
    chain: Chain,
    signs: Sequence[int],
    payoffs: Floats,
    earned: Floats,
    watch: Callable[[float], None] = lambda moved: None,
) -> Optimum:
    """`signs[seat]`: 1 where the seat wants much, -1 where it wants little. `payoffs`: of each ending, to the seat that
    wants much; `earned`: what each way earns it."""
    matrix = Matrix(chain, watch=watch)
    kinds = np.array([0, *signs], dtype=np.int8)[chain.movers + 1]
    table = np.array([*earned, *earned, 0.0])
    worths = matrix.equations.guessed(kinds, table, payoffs)
    gains = earned[chain.codes] + np.append(payoffs, 0.0)[-1 - np.minimum(chain.targets, -1)] * (chain.targets < 0)
    taken = _taken(matrix, kinds, gains, worths, ALIKE)
    for _ in range(IMPROVEMENTS):
        found = Matrix(chain, taken, watch).coming(table, payoffs)
        worths = found.values
        better = _taken(matrix, kinds, gains, worths, ROUNDING, 2 * found.within, taken)
        if np.array_equal(better, taken):
            return Optimum(taken, worths, True)
        taken = better
    return Optimum(taken, worths, False)


def _taken(
    matrix: Matrix,
    kinds: NDArray[np.int8],
    gains: Floats,
    worths: Floats,
    relative: float,
    absolute: float = 0.0,
    before: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """All transitions of chances; of each choice the best, that of `before` where it is as good, within margins."""
    worth = gains + np.append(worths, 0.0)[np.maximum(matrix.targets, -1)]
    signed = worth * kinds[matrix.sources]
    best = np.full(matrix.count, -np.inf)
    np.maximum.at(best, matrix.sources, signed)
    margin = relative * np.maximum(1.0, np.abs(best)) + absolute
    good = signed >= (best - margin)[matrix.sources]
    preferred = good if before is None else good & before
    has = np.zeros(matrix.count, dtype=bool)
    has[matrix.sources[preferred]] = True
    candidates = np.where(has[matrix.sources], preferred, good)
    numbers = np.flatnonzero(candidates)
    _, first = np.unique(matrix.sources[numbers], return_index=True)
    taken: NDArray[np.bool_] = kinds[matrix.sources] == 0
    chosen = numbers[first]
    taken[chosen[kinds[matrix.sources[chosen]] != 0]] = True
    return taken
