"""Probabilities among some states and out of them in; the states taken out one by one, and systems of equations solved, out.

After Grassmann, Taksar and Heyman: what comes back to a state is never taken from 1, but what leaves it is added up. So
nothing is subtracted, and each number is right to nearly all its digits however seldom the states are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from parlour.interpreter.odds.exploring.chain import Floats, Ints

FILL = 20_000_000  # additions while states are taken out: some ten seconds


class TooFull(Exception):
    """Too many states come to lead to too many others while some are taken out."""


class Eliminated:
    """Of `size` states, from each of `sources` to each of `targets` with `shares`; `leaving`: out of all of them, of each
    state. Raises TooFull."""

    def __init__(self, size: int, sources: Ints, targets: Ints, shares: Floats, leaving: Floats) -> None:
        self._out: list[dict[int, float]] = [{} for _ in range(size)]
        self._into: list[set[int]] = [set() for _ in range(size)]
        for source, target, share in zip(sources.tolist(), targets.tolist(), shares.tolist(), strict=True):
            if source != target and share > 0:
                self._out[source][target] = self._out[source].get(target, 0.0) + share
                self._into[target].add(source)
        self._leaving = leaving.tolist()
        self._order: list[int] = []
        self._pivots = np.ones(size)
        self._rows: list[tuple[Ints, Floats]] = [_packed({})] * size
        self._columns: list[tuple[Ints, Floats]] = [_packed({})] * size
        self._work = 0
        self._eliminate()
        del self._out, self._into

    def backward(self, b: Floats) -> Floats:
        """x = b + P x."""
        return self._solved(b, self._columns, self._rows)

    def forward(self, b: Floats) -> Floats:
        """x = b + x P."""
        rows = [(targets, shares) for targets, shares in self._rows]
        return self._solved_forward(b, rows)

    def _solved(self, b: Floats, columns: Sequence[tuple[Ints, Floats]], rows: Sequence[tuple[Ints, Floats]]) -> Floats:
        x = b.copy()
        for state in self._order:
            sources, parts = columns[state]
            x[sources] += parts * x[state]
        for state in reversed(self._order):
            targets, shares = rows[state]
            x[state] = (x[state] + shares @ x[targets]) / self._pivots[state]
        return x

    def _solved_forward(self, b: Floats, rows: Sequence[tuple[Ints, Floats]]) -> Floats:
        x = b.copy()
        for state in self._order:
            targets, shares = rows[state]
            x[state] /= self._pivots[state]
            x[targets] += shares * x[state]
        for state in reversed(self._order):
            sources, parts = self._columns[state]
            x[state] += parts @ x[sources]
        return x

    def _eliminate(self) -> None:
        """Each time one of those that the fewest lead to, times those that they lead to."""
        waiting = [
            (len(out) * len(into), state) for state, (out, into) in enumerate(zip(self._out, self._into, strict=True))
        ]
        heapify(waiting)
        done = [False] * len(self._out)
        while waiting:
            degree, state = heappop(waiting)
            if done[state] or degree != len(self._out[state]) * len(self._into[state]):
                continue
            done[state] = True
            for other in self._taken_out(state):
                heappush(waiting, (len(self._out[other]) * len(self._into[other]), other))

    def _taken_out(self, state: int) -> set[int]:
        """Those that lead to it lead where it leads. The states whose transitions have changed."""
        out, into = self._out[state], self._into[state]
        self._work += (len(out) + 1) * (len(into) + 1)
        if self._work > FILL:
            raise TooFull
        pivot = self._leaving[state] + sum(out.values())
        parts = {}
        for target in out:
            self._into[target].discard(state)
        for source in into:
            part = self._out[source].pop(state) / pivot
            parts[source] = part
            self._leaving[source] += part * self._leaving[state]
            self._handed_on(source, out, part)
        self._order.append(state)
        self._pivots[state] = pivot
        self._rows[state], self._columns[state] = _packed(out), _packed(parts)
        self._out[state], self._into[state] = {}, set()
        return into | out.keys()

    def _handed_on(self, source: int, out: dict[int, float], part: float) -> None:
        row, known = self._out[source], self._into
        for target, share in out.items():
            if target in row:
                row[target] += part * share
            elif target != source:
                row[target] = part * share
                known[target].add(source)


def _packed(amounts: dict[int, float]) -> tuple[Ints, Floats]:
    return np.array(list(amounts), dtype=np.int64), np.array(list(amounts.values()), dtype=np.float64)
