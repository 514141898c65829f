"""Exact visits of a chain and what its transitions do to sums in; the means of results that are linear in the sums, as
fractions, out: `moments.py` once more, without rounding."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from parlour.interpreter.odds.exploring.chain import Chain, Change, Way
from parlour.interpreter.odds.solving.linear import Matrix

LARGEST = 1200  # unknown numbers that depend on each other, and are solved in fractions


class NotExact(Exception):
    """Fractions are out of reach; the message says why."""


class ExactSums:
    """`ways(state)`: target, probability and the rest of each transition from there; `visits`: to each state."""

    def __init__(
        self,
        flint: Any,
        chain: Chain,
        matrix: Matrix,
        visits: Sequence[Any],
        ways: Callable[[int], Sequence[tuple[int, Any, Way]]],
        sums: int,
    ) -> None:
        self._flint, self._chain, self._matrix, self._visits = flint, chain, matrix, visits
        self._ways, self._sums = ways, range(sums)

    def results(self) -> list[Fraction]:
        """Raises NotExact."""
        chain = self._chain
        if chain.start < 0 and chain.start_change is not None:
            return [Fraction(n) for n in chain.start_change.added]
        carried = self._begun()
        for part in reversed(self._matrix.parts):
            if not self._matrix.endless[part[0]]:
                self._solve(part, carried)
        found: list[Any] = []
        for state in range(chain.count):
            for target, share, way in self._ways(state):
                if target < 0 and way.change is not None:
                    found = found or [self._flint.fmpq(0) for _ in way.change.added]
                    for row, more in enumerate(self._ended(way.change, carried[state], self._visits[state])):
                        found[row] += share * more
        return [fraction_of(number) for number in found]

    def _ended(self, change: Change, held: Sequence[Any], visits: Any) -> list[Any]:
        rows = change.matrix or ()
        linear = [sum((f * n for f, n in zip(row, held, strict=True)), self._flint.fmpq(0)) for row in rows]
        return [own + added * visits for own, added in zip(linear, change.added, strict=True)]

    def _begun(self) -> list[list[Any]]:
        """What each state's sums get from outside the sums."""
        chain, begun = self._chain, [[self._flint.fmpq(0) for _ in self._sums] for _ in range(self._chain.count)]
        if chain.start_change is not None:
            for k, added in enumerate(chain.start_change.added):
                begun[chain.start][k] += added
        for state in range(chain.count):
            for target, share, way in self._ways(state):
                if target >= 0 and way.change is not None:
                    for k, added in enumerate(way.change.added):
                        begun[target][k] += self._visits[state] * share * added
        return begun

    def _solve(self, part: Sequence[int], carried: list[list[Any]]) -> None:
        """The sums at the states of a component, and what goes on from there to the next."""
        flint, inside = self._flint, {state: rank for rank, state in enumerate(part)}
        around = any(target in inside for state in part for target, _, _ in self._ways(state))
        if around:
            size = len(part) * len(self._sums)
            if size > LARGEST:
                raise NotExact(f"{size:,} sums depend on each other, and fractions are worked out for {LARGEST:,}")
            system = flint.fmpq_mat(size, size)
            for rank in range(size):
                system[rank, rank] = 1
            self._fill(system, part, inside)
            solution = system.solve(flint.fmpq_mat(size, 1, [n for state in part for n in carried[state]]))
            for rank, state in enumerate(part):
                carried[state] = [solution[rank * len(self._sums) + k, 0] for k in self._sums]
        for state in part:
            for target, share, way in self._ways(state):
                if target >= 0 and target not in inside:
                    for row, column, factor in self._factors(way):
                        carried[target][row] += share * factor * carried[state][column]

    def _fill(self, system: Any, part: Sequence[int], inside: Mapping[int, int]) -> None:
        width = len(self._sums)
        for state in part:
            for target, share, way in self._ways(state):
                if target in inside:
                    for row, column, factor in self._factors(way):
                        system[inside[target] * width + row, inside[state] * width + column] -= share * factor

    def _factors(self, way: Way) -> Sequence[tuple[int, int, int]]:
        """Which part of each sum becomes a part of which."""
        if way.change is None or way.change.matrix is None:
            return [(k, k, 1) for k in self._sums]
        return [(r, c, f) for r, row in enumerate(way.change.matrix) for c, f in enumerate(row) if f]


def fraction_of(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
