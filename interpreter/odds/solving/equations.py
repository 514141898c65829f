"""Equations over states in, with their components; solutions with a proven bound of their error out, or NotSettled.

Components are solved in an order in which each comes after all that it needs. Alone, a state is solved at once; a component
by Gauss and Seidel, or, where that takes long, by taking its states out one by one. That a solution moves no more proves
nothing: what is left over when it is put into its equations, in twice the precision, times the number of steps that are
still to come, bounds the error. Where that is too much the leftover is solved for and added.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from parlour.interpreter.odds.exploring.chain import Floats, Ints, Shorts
from parlour.interpreter.odds.solving.blocks import Block, block_of
from parlour.interpreter.odds.solving.kernels import Codes, Marks, Parts, System, kernel

TOLERANCE = 2.0**-53
TERMS = 20_000_000  # between two looks at whether somebody wants to stop
MOST_TERMS = 2e10  # that Gauss and Seidel may take for a solution: a minute or two
PATIENCE = 1000  # rounds before it is seen whether states can be taken out
SMALL = 4096  # states of a component that is solved without such a look
MANY = 100_000  # states from which on less is promised
REFINEMENTS = 12
TIGHT = 1e-3  # the part of a promise that is asked of solutions of few states, since more is made of them
WORSE = 0.25  # the part of the bound that a refinement must be rid of
DUST = 2.0**-104  # the relative error of a sum of two products in twice the precision, in parts of all that is added
ROUNDED = 2.0**-52  # the relative error of a product of a share and a number


class NotSettled(Exception):
    """No way led to a solution as good as was promised; the message says what was reached."""


class Settled(Struct, frozen=True):
    """`rest`: what the values lack for being rounded. `left`: how far each equation is from being solved, at most. `within`:
    how far the values are from the truth: of each value with its rest at most; forward, of all of them together."""

    values: Floats
    rest: Floats
    left: Floats
    within: float


class Asked(Struct, frozen=True):
    """What is added to each row, by each code and behind the rows; `forward`: x = b + x A, else x = b + A (gains + x)."""

    b: Floats
    gains: Floats
    payoffs: Floats
    forward: bool = False


def promised(count: int) -> float:
    """How far a figure may be from the truth, at most, in parts of 1 or of the greatest value, of so many states."""
    return 1e-12 if count < MANY else 1e-9


class Terms(Struct, frozen=True):
    """A: rows of states, shares by code, and what they lack to be exact (None: as much as rounding may take).

    `away`: 1 less what of each row comes back to itself; `least`: of shares without signs. `plain`: rows are probabilities,
    and what they lack to 1 leaves.
    """

    starts: Ints
    columns: Shorts
    codes: Codes
    shares: Floats
    low: Floats | None
    away: Floats
    least: Floats
    plain: bool


class Equations:
    """`ends`: how many values stand behind those of the states. `promise`: what the error may be."""

    def __init__(self, terms: Terms, graph: Parts, ends: int, watch: Callable[[float], None]) -> None:
        self._terms, self.graph, self._ends, self._watch = terms, graph, ends, watch
        self.count = len(terms.starts) - 1
        self.promise = promised(self.count)
        self.nothing = np.zeros(len(terms.shares))
        self._low = self.nothing if terms.low is None else terms.low
        self._blocks: dict[int, Block | None] = {}
        self._spent = 0.0  # terms gone through for the solution at hand

    @cached_property
    def endless(self) -> NDArray[np.bool_]:
        """The states of components that nothing leaves."""
        found: NDArray[np.bool_] = ~self.graph.leaves[self.graph.part]
        return found

    @cached_property
    def steps(self) -> Floats:
        """Of each state no less than the steps from there to where nothing goes on; 0 in endless states. Raises NotSettled."""
        self._spent = 0.0
        asked = Asked(np.where(self.endless, 0.0, 1.0), self.nothing, np.zeros(self._ends))
        x, rest = self._passed(asked, True, 0.25), None
        for attempt in range(REFINEMENTS):
            left = self._left(asked, x, rest, True)
            most = float(left.max(initial=0.0))
            if most <= 0.5 and float(x.min(initial=0.0)) >= 0:
                found: Floats = x / (1 - max(most, 0.0)) * (1 + 1e-9)
                return found
            if self._spent > MOST_TERMS:
                break
            if attempt == 1:
                self._harden()
            x, rest = _added(x, rest, self._passed(_for(asked, left), True, 0.25))
        raise NotSettled(self._told(int(np.argmax(left)), "it is not known within how many steps they are left"))

    def settled(self, asked: Asked) -> Settled:
        """Raises NotSettled."""
        steps, self._spent = self.steps, 0.0
        x, rest, before, hard = self._passed(asked), None, np.inf, False
        none = np.zeros(self.count)
        best = Settled(none, none, none, np.inf)
        for _ in range(REFINEMENTS):
            more = self._left(asked, x, rest)
            left = np.abs(more) + self._unseen(asked, x)
            reached = float(left @ steps) if asked.forward else float(left.max() * steps.max())
            if reached < best.within and self._good(asked, x, left, reached):
                best = Settled(x, none if rest is None else rest, left, reached)
            if best.within <= self._wanted:
                return best
            if self._spent > MOST_TERMS:
                break
            if not reached <= before * WORSE and before < np.inf:
                if hard or best.within < np.inf:
                    break
                hard = True
                self._harden()
            before = reached
            x, rest = _added(x, rest, self._passed(_for(asked, more)))
        if best.within < np.inf:
            return best
        worst = int(np.argmax(left * steps))
        told = f"worked out to within {reached:.0e}, and {self.promise:.0e} is promised"
        raise NotSettled(self._told(worst, told))

    @property
    def _wanted(self) -> float:
        """A bound at which nothing more is done; less is asked for at first, of few states, since more is made of them."""
        few = self.count < MANY and self._terms.low is not None
        return self.promise * TIGHT / max(1.0, float(self.steps.max(initial=1.0))) if few else np.inf

    def _good(self, asked: Asked, x: Floats, left: Floats, within: float) -> bool:
        """Whether a bound is as good as was promised."""
        if not asked.forward:
            return within <= self.promise * max(1.0, float(np.abs(x).max(initial=0.0)))
        size, entered = float(np.abs(x).sum()), float(np.abs(asked.b).sum())
        return within <= self.promise * max(1.0, size) and float(left.sum()) <= self.promise * max(1.0, entered)

    def _unseen(self, asked: Asked, x: Floats) -> Floats:
        """What is left over and lost in rounding, at most."""
        size = self._size(x, asked) + np.abs(asked.b)
        lost: Floats = size * (DUST * self._widest(asked.forward) ** 2 + (ROUNDED if self._terms.low is None else 0.0))
        return lost

    def _widest(self, forward: bool) -> int:
        starts = self._transposed[0] if forward else self._terms.starts
        return int(np.diff(starts).max(initial=1)) + 2

    def _told(self, state: int, what: str) -> str:
        part = int(self.graph.part[state])
        size = int(self.graph.starts[part + 1] - self.graph.starts[part])
        among = (
            f"among {size:,} states that lead to each other" if size > 1 else "behind states that lead to each other"
        )
        steps = f", {float(self.steps.max()):.0e} steps on the average" if "steps" in self.__dict__ else ""
        return f"games go on for very long {among}{steps}: {what}"

    def _left(self, asked: Asked, x: Floats, rest: Floats | None, size: bool = False) -> Floats:
        """b + A x - x, 0 in endless states. `size`: of A without signs."""
        values = np.concatenate((x, asked.payoffs))
        more = None if rest is None else np.concatenate((rest, np.zeros(len(asked.payoffs))))
        found: Floats = kernel().remainder(self._system(asked, size), self._low, values, more)
        found[self.endless] = 0.0
        return found

    def _size(self, x: Floats, asked: Asked) -> Floats:
        """|A| (|gains| + |x|) + |x|, endings as well."""
        ends = np.abs(asked.payoffs)
        size = Asked(np.zeros(self.count), np.abs(asked.gains), ends, asked.forward)
        found: Floats = self._left(size, np.abs(x), None, True) + 2 * np.abs(x)
        return found

    def _system(self, asked: Asked, size: bool = False) -> System:
        terms = self._terms
        where = self._transposed if asked.forward else (terms.starts, terms.columns, terms.codes)
        shares, away = (np.abs(terms.shares), terms.least) if size else (terms.shares, terms.away)
        return System(*where, shares, asked.gains, asked.b, away)

    @cached_property
    def _transposed(self) -> tuple[Ints, Shorts, Codes]:
        return kernel().transposed(self._terms.starts, self._terms.columns, self._terms.codes)

    @cached_property
    def _turned(self) -> Parts:
        """The last component first, and in each the first state first."""
        parts = self.graph
        starts = (parts.starts[-1] - parts.starts[::-1]).copy()
        last = len(parts.leaves) - 1
        return Parts(parts.order[::-1].copy(), starts, last - parts.part, parts.leaves[::-1].copy())

    def _passed(self, asked: Asked, size: bool = False, enough: float = 0.0) -> Floats:
        """The values of all rows as well as they are found at once, 0 where nothing leaves a component."""
        order = self._turned if asked.forward else self.graph
        system = self._system(asked, size)
        x = np.zeros(self.count + len(asked.payoffs))
        x[self.count :] = asked.payoffs
        sizes = np.diff(order.starts)
        known = [self._number(part, asked.forward) for part in self._blocks]
        alone = (sizes > SMALL) | ~order.leaves
        alone[known] = True
        at = 0
        for part in [*np.flatnonzero(alone).tolist(), len(sizes)]:
            while at < part:
                at, moved = kernel().relax(at, part, order, system, x, PATIENCE, TOLERANCE, enough=enough)
                if at < part:
                    self._slowly(at, order, system, x, asked.forward, enough, moved)
                    at += 1
            if part < len(sizes) and order.leaves[part]:
                self._slowly(part, order, system, x, asked.forward, enough)
            at = part + 1
        found: Floats = x[: self.count]
        return found

    def guessed(self, kinds: Marks, gains: Floats, payoffs: Floats) -> Floats:
        """What states are worth where some choose the greatest or the least (`kinds` as in System): what so many rounds come
        to, and no more than a guess where that does not come to rest."""
        terms, parts = self._terms, self.graph
        none = np.zeros(self.count)
        system = System(terms.starts, terms.columns, terms.codes, terms.shares, gains, none, terms.away, kinds)
        x = np.concatenate((none, payoffs))
        for part in np.flatnonzero(parts.leaves).tolist():
            size = int(parts.starts[part + 1] - parts.starts[part])
            moved, rounds, at = float("inf"), max(1, TERMS // (size * (len(terms.columns) // self.count + 1))), part
            for _ in range(max(1, PATIENCE // rounds)):
                at, moved = kernel().relax(part, part + 1, parts, system, x, min(rounds, PATIENCE), TOLERANCE, moved)
                if size > SMALL:
                    self._watch(moved)
                if at > part:
                    break
        return x[: self.count]

    def _number(self, part: int, forward: bool) -> int:
        return len(self.graph.leaves) - 1 - part if forward else part

    def _harden(self) -> None:
        """From now on, states are taken out of all components where that can be done."""
        sizes = np.diff(self.graph.starts)
        for part in np.flatnonzero((sizes > 1) & self.graph.leaves).tolist():
            self._block(part)

    def _block(self, part: int) -> Block | None:
        if part not in self._blocks:
            states = self.graph.order[self.graph.starts[part] : self.graph.starts[part + 1]]
            terms = self._terms
            self._blocks[part] = (
                block_of(np.sort(states), terms.starts, terms.columns, terms.codes, terms.shares)
                if terms.plain
                else None
            )
        return self._blocks[part]

    def _slowly(
        self,
        part: int,
        order: Parts,
        system: System,
        x: Floats,
        forward: bool,
        enough: float,
        moved: float = float("inf"),
    ) -> None:
        """One component, with a look outside every so often."""
        number = self._number(part, forward)
        size = int(order.starts[part + 1] - order.starts[part])
        terms = size * (len(system.columns) // (len(system.b) + 1) + 1)
        rounds = max(1, min(PATIENCE, TERMS // terms))
        done, at = PATIENCE * (moved < float("inf")), part
        while True:
            block = self._block(number) if done >= PATIENCE else self._blocks.get(number)
            if block is not None:
                return block.solve(system, x, forward)
            if self._spent > MOST_TERMS:
                return None
            at, moved = kernel().relax(part, part + 1, order, system, x, rounds, TOLERANCE, moved, enough)
            done += rounds
            self._spent += rounds * terms
            self._watch(moved)
            if at > part:
                return None


def _for(asked: Asked, left: Floats) -> Asked:
    """The same equations for what is left over."""
    return structs.replace(asked, b=left, gains=np.zeros(len(asked.gains)), payoffs=np.zeros(len(asked.payoffs)))


def _added(x: Floats, rest: Floats | None, more: Floats) -> tuple[Floats, Floats]:
    """A sum, and what does not fit into it."""
    small = more if rest is None else more + rest
    whole = x + small
    return whole, small - (whole - x)
