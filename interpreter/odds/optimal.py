"""A chain with choices and what is played for in; the best choice in each state, and what it is worth, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from parlour.interpreter.odds.chain import Chain
from parlour.interpreter.odds.kernels import Floats, System
from parlour.interpreter.odds.linear import Matrix, added_up, relaxed, starts_of

ALIKE = 1e-11  # choices whose worth differs by less are alike: the first is taken
IMPROVEMENTS = 50


class Optimum(Struct, frozen=True):
    """`taken[t]`: whether transition t is taken. `worths`: what each state is worth. `settled`: nothing can be better."""

    taken: NDArray[np.bool_]
    worths: Floats
    settled: bool


def optimum(
    chain: Chain, signs: Sequence[int], payoffs: Floats, earned: Floats, watch: Callable[[], None] = lambda: None
) -> Optimum:
    """`signs[seat]`: 1 where the seat wants much, -1 where it wants little. `payoffs`: of each ending, to the seat that
    wants much; `earned`: what each transition earns it."""
    matrix = Matrix(chain)
    gains = earned + np.where(matrix.targets < 0, np.append(payoffs, 0.0)[-1 - np.minimum(matrix.targets, -1)], 0.0)
    kinds = np.array([0 if m < 0 else signs[m] for m in chain.movers], dtype=np.int8)
    worths = _iterated(matrix, kinds, gains, watch)
    taken = _taken(matrix, kinds, gains, worths)
    for _ in range(IMPROVEMENTS):
        fixed = Matrix(chain, taken)
        worths = fixed.expected(added_up(fixed.sources, fixed.shares * gains, chain.count))
        better = _taken(matrix, kinds, gains, worths, taken)
        if np.array_equal(better, taken):
            return Optimum(taken, worths, True)
        taken = better
    return Optimum(taken, worths, False)


def _iterated(matrix: Matrix, kinds: NDArray[np.int8], gains: Floats, watch: Callable[[], None]) -> Floats:
    """What each state is worth, by value iteration in the order of the components."""
    count = matrix.count
    rank = np.empty(count + 1, dtype=np.int64)
    rank[matrix.order] = np.arange(count)
    rank[count] = count  # an ending: nothing is still to come
    chance = kinds[matrix.sources] == 0
    own = chance & (matrix.sources == matrix.targets)
    scales = np.ones(count)
    np.subtract.at(scales, rank[matrix.sources[own]], matrix.shares[own])
    scales = np.divide(1.0, scales, out=np.ones(count), where=scales > 0)
    b = np.zeros(count)
    b[rank[:count]] = np.bincount(matrix.sources[chance], weights=(matrix.shares * gains)[chance], minlength=count)
    kept = ~own & ~(chance & (matrix.targets < 0))
    rows = rank[matrix.sources[kept]]
    columns = rank[np.where(matrix.targets < 0, count, matrix.targets)[kept]]
    values = np.where(chance, matrix.shares, gains)[kept]
    sorting = np.argsort(rows, kind="stable")
    ordered = np.zeros(count, dtype=np.int8)
    ordered[rank[:count]] = kinds
    system = System(starts_of(rows[sorting], count), columns[sorting], values[sorting], scales, b, ordered)
    x = np.zeros(count + 1)
    for low, high, around in matrix.blocks(False):
        relaxed(low, high, system, x, around, watch)
    found: Floats = x[rank[:count]]
    return found


def _taken(
    matrix: Matrix,
    kinds: NDArray[np.int8],
    gains: Floats,
    worths: Floats,
    before: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """All transitions of chances; of each choice the best, that of `before` where it is as good."""
    worth = gains + np.append(worths, 0.0)[np.maximum(matrix.targets, -1)]
    signed = worth * kinds[matrix.sources]
    best = np.full(matrix.count, -np.inf)
    np.maximum.at(best, matrix.sources, signed)
    margin = ALIKE * np.maximum(1.0, np.abs(best))
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
