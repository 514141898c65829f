"""A chain without choices in; shares and means as fractions out, by exact elimination within each component."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from parlour.interpreter.installing import install
from parlour.interpreter.odds.exploring.chain import Way
from parlour.interpreter.odds.solving.exact_sums import LARGEST, ExactSums, NotExact, fraction_of
from parlour.interpreter.odds.solving.figures import Figures


class ExactFigures:
    """The same figures as Figures, as fractions. Raises NotExact."""

    def __init__(self, figures: Figures) -> None:
        self._chain, self._matrix = figures.chain, figures.matrix
        self._flint = _library()
        largest = max((len(part) for part in self._matrix.parts), default=0)
        if largest > LARGEST:
            raise NotExact(f"{largest:,} states depend on each other, and fractions are worked out for {LARGEST:,}")
        self._alive = (self._matrix.shares > 0).tolist()
        self.visits = self._solved()

    def endings(self) -> list[Fraction]:
        """The probability of each ending."""
        chain = self._chain
        shares = [self._flint.fmpq(0) for _ in chain.endings]
        if chain.start < 0:
            shares[-1 - chain.start] += 1
        for state in range(chain.count):
            for target, share, _ in self.ways(state):
                if target < 0:
                    shares[-1 - target] += self.visits[state] * share
        return [fraction_of(share) for share in shares]

    def turns(self) -> Fraction:
        """The expected number of turns."""
        mean = self._flint.fmpq(self._chain.start_turns)
        for state in range(self._chain.count):
            for _, share, way in self.ways(state):
                if way.turns:
                    mean += self.visits[state] * share * way.turns
        return fraction_of(mean)

    def results(self, sums: int) -> list[Fraction]:
        """The mean of each score and measure that was asked for; `sums`: of so many slots that are only added up.

        Raises NotExact.
        """
        return (
            ExactSums(self._flint, self._chain, self._matrix, self.visits, self.ways, sums).results()
            if sums
            else self._of_endings()
        )

    def _of_endings(self) -> list[Fraction]:
        columns = zip(*(ending.results for ending in self._chain.endings), strict=True)
        shares = self.endings()
        return [sum((n * s for n, s in zip(c, shares, strict=True)), Fraction(0)) for c in columns]

    def ways(self, state: int) -> Sequence[tuple[int, Any, Way]]:
        """Target, probability and what else is known of each transition that is taken."""
        chain, first, last = self._chain, self._chain.offsets[state], self._chain.offsets[state + 1]
        taken = [t for t in range(first, last) if self._alive[t]]
        ways = [(int(chain.targets[t]), chain.way(t)) for t in taken]
        chosen = chain.movers[state] >= 0
        total = sum(way.weight for _, way in ways) if chosen else ways[0][1].total
        return [(target, self._flint.fmpq(way.weight, total), way) for target, way in ways]

    def _solved(self) -> list[Any]:
        """Visits to each state, component after component."""
        flint, chain = self._flint, self._chain
        visits = [flint.fmpq(0) for _ in range(chain.count)]
        if chain.start >= 0:
            visits[chain.start] += 1
        for part in reversed(self._matrix.parts):
            if self._matrix.endless[part[0]]:
                continue
            inside = {state: rank for rank, state in enumerate(part)}
            self._solve_part(part, inside, visits)
            for state in part:
                for target, share, _ in self.ways(state):
                    if target >= 0 and target not in inside:
                        visits[target] += visits[state] * share
        return visits

    def _solve_part(self, part: Sequence[int], inside: dict[int, int], visits: list[Any]) -> None:
        flint, size = self._flint, len(part)
        if size == 1:
            own = sum((share for target, share, _ in self.ways(part[0]) if target == part[0]), flint.fmpq(0))
            visits[part[0]] /= 1 - own
            return
        system = flint.fmpq_mat(size, size)
        for rank in range(size):
            system[rank, rank] = 1
        for state in part:
            for target, share, _ in self.ways(state):
                if target in inside:
                    system[inside[target], inside[state]] -= share
        known = flint.fmpq_mat(size, 1, [visits[state] for state in part])
        solution = system.solve(known)
        for rank, state in enumerate(part):
            visits[state] = solution[rank, 0]


def _library() -> Any:
    try:
        import flint  # noqa: PLC0415 (an extra: only --exact needs it)
    except ImportError:
        raise NotExact(f"fractions need python-flint: {install('exact')}") from None
    return flint
