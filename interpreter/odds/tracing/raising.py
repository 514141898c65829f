"""A chain in; systems of equations over its states, each taken several times over, solved, out.

Backwards: what a unit of each unknown slot at each state still brings. Forwards: how often each state is met at each level of
what is watched beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from parlour.interpreter.odds.exploring.chain import Floats, Ints
from parlour.interpreter.odds.solving.figures import Figures
from parlour.interpreter.odds.solving.linear import Matrix
from parlour.interpreter.odds.tracing.levels import LOST, Levels


class Raised(Struct, frozen=True):
    """`visits[s, l]`: expected visits to state s at level l. `lost[s]`: how often s is entered at a level beyond them."""

    levels: Levels
    visits: Floats
    lost: Floats


def backward(matrix: Matrix, where: Sequence[Ints], factors: Sequence[Floats], closing: Floats) -> Floats:
    """w[s, j] = closing[s, j] + the sum over transitions of share * factors[i, j] * w[target, i].

    `factors[e]`: slots by slots, of the e-th kind of transition, which are those of `where[e]`; none that ends the game.
    """
    width = closing.shape[1]
    if not width:
        return closing
    rows: list[Ints] = [np.zeros(0, dtype=np.int64)]
    columns: list[Ints] = [np.zeros(0, dtype=np.int64)]
    values: list[Floats] = [np.zeros(0)]
    for transitions, factor in zip(where, factors, strict=True):
        into, out = np.nonzero(factor)
        sources, targets = matrix.sources[transitions], matrix.targets[transitions].astype(np.int64)
        rows.append((sources[:, None] * width + out).ravel())
        columns.append((targets[:, None] * width + into).ravel())
        values.append((matrix.shares[transitions][:, None] * factor[into, out]).ravel())
    terms = (np.concatenate(rows), np.concatenate(columns), np.concatenate(values))
    return matrix.widened(closing, *terms, forward=False).values


def raised(figures: Figures, where: Sequence[Ints], levels: Levels) -> Raised:
    """`where[e]`: the transitions of the e-th distinct effect."""
    matrix, height = figures.matrix, len(levels.values)
    rows: list[Ints] = [np.zeros(0, dtype=np.int64)]
    columns: list[Ints] = [np.zeros(0, dtype=np.int64)]
    values: list[Floats] = [np.zeros(0)]
    for transitions, leads in zip(where, levels.leads, strict=True):
        inner = transitions[matrix.inner[transitions]]
        from_, to = np.flatnonzero(leads != LOST), leads[leads != LOST]
        rows.append((matrix.targets[inner].astype(np.int64)[:, None] * height + to).ravel())
        columns.append((matrix.sources[inner][:, None] * height + from_).ravel())
        values.append(np.repeat(matrix.shares[inner], len(to)))
    begun = np.zeros((matrix.count, height))
    begun[figures.chain.start, 0] = 1.0
    terms = (np.concatenate(rows), np.concatenate(columns), np.concatenate(values))
    visits = matrix.widened(begun, *terms, forward=True).values
    return Raised(levels, visits, _lost(matrix, where, levels, visits))


def _lost(matrix: Matrix, where: Sequence[Ints], levels: Levels, visits: Floats) -> Floats:
    lost = np.zeros(matrix.count)
    for transitions, leads in zip(where, levels.leads, strict=True):
        inner = transitions[matrix.inner[transitions]]
        flow = visits[matrix.sources[inner]] @ (leads == LOST) * matrix.shares[inner]
        np.add.at(lost, matrix.targets[inner], flow)
    return lost
