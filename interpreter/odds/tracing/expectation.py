"""A traced chain in; the expectation of each result, exact or with a bound of what is left out, out.

A unit of an unknown slot at a state is worth, for a result, what it still brings: one linear system backwards. What is added
on the way is then weighed by that. A term that bends is added where it is met, and its expectation is found on a chain of its
own: the states, each with the levels of what the term has to watch. Terms do not need each other, so these chains are small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf

import numpy as np
from msgspec import Struct

from parlour.interpreter.odds.exploring.chain import Floats
from parlour.interpreter.odds.solving.figures import Figures
from parlour.interpreter.odds.solving.row_sums import added_up
from parlour.interpreter.odds.tracing.forms import Bent, Form, Number, Symbol, span, unknown
from parlour.interpreter.odds.tracing.levels import Climber
from parlour.interpreter.odds.tracing.raising import Raised, backward, raised
from parlour.interpreter.odds.tracing.reckoning import Undecided
from parlour.interpreter.odds.tracing.traced import Traced
from parlour.interpreter.odds.tracing.tracing import Effect
from parlour.interpreter.odds.tracing.watching import Watch, Watching

FIRST = 16  # levels that are followed to begin with, and then twice as many, until what is left out is nothing
LARGEST = 4_000_000  # states times levels
FASTER = 0.1  # of what is left out must be left out no longer at twice as many levels
LEFT_OUT = 1e-13  # of a result, that is taken for nothing

Gains = dict[Bent, Floats]  # what each transition brings to a result, of one of a term


class Expected(Struct, frozen=True):
    """A mean, at most `within` from the truth. `watched`: what had to be known of slots beside the states."""

    mean: float
    within: float
    watched: frozenset[Watch]


class Expectations:
    """`slots`: the unknown slots in the order of the forms. `ranges`: between what numbers each stays. `figures`: of the
    chain that was traced."""

    def __init__(
        self,
        traced: Traced,
        figures: Figures,
        slots: Sequence[int],
        ranges: Callable[[int], tuple[float, float]],
    ) -> None:
        self._figures, self._matrix, self._ranges = figures, figures.matrix, ranges
        self._slots, self._distinct = tuple(slots), traced.distinct
        self._of = [np.flatnonzero(np.array(traced.effects) == e) for e in range(len(traced.distinct))]
        self._begun = [int(form.constant) for form in traced.begun.forms]
        self._watching = Watching(slots, traced.distinct, self._begun)
        self._climber = Climber(self._watching, slots, traced.distinct, self._begun)
        self._raised: dict[tuple[frozenset[Watch], int], Raised] = {}

    def result(self, rank: int) -> Expected:
        """One of the results. Raises Undecided where it needs more than can be watched."""
        if self._figures.chain.start < 0:
            return Expected(float(self._begun[rank]), 0.0, frozenset())
        where = [w for e, w in zip(self._distinct, self._of, strict=True) if not e.ended]
        factors = [self._factors(effect) for effect in self._distinct if not effect.ended]
        worths = backward(self._matrix, where, factors, self._closing(rank))
        mean = float(worths[self._figures.chain.start] @ np.array(self._begun, dtype=np.float64))
        mean += float(self._figures.flow @ self._gains(rank, worths, lambda form: form.constant))
        within, watched = 0.0, frozenset[Watch]()
        for watches, terms in self._groups(rank, worths).items():
            more, lost = self._of_terms(watches, terms)
            mean, within, watched = mean + more, within + lost, watched | watches
        return Expected(mean, within, watched)

    def _of_terms(self, watches: frozenset[Watch], terms: Gains) -> tuple[float, float]:
        """What terms with the same watches bring, and what can be missing of it."""
        count, before = FIRST, inf
        while True:
            made = self._raise(watches, count)
            mean = sum(self._brought(made, term, gains) for term, gains in terms.items())
            lost = 0.0 if made.levels.whole else self._missing(made, terms)
            if lost <= LEFT_OUT * max(1.0, abs(mean)):
                return mean, lost
            count *= 2
            if count * self._matrix.count > LARGEST or lost > before * FASTER:
                raise Undecided
            before = lost

    def _raise(self, watches: frozenset[Watch], count: int) -> Raised:
        known = self._raised.get((watches, count))
        if known is None:
            levels = self._climber.levels(sorted(watches, key=lambda watch: watch.slot), count)
            if len(levels.values) * self._matrix.count > LARGEST:
                raise Undecided
            known = self._raised[watches, count] = raised(self._figures, self._of, levels)
        return known

    def _brought(self, made: Raised, term: Bent, gains: Floats) -> float:
        worth = np.array(self._climber.term(made.levels, term), dtype=np.float64)
        return float((made.visits @ worth)[self._matrix.sources] @ (self._matrix.shares * gains))

    def _missing(self, made: Raised, terms: Gains) -> float:
        """What a term could bring at most after it was lost out of sight."""
        most = np.zeros(len(self._matrix.targets))
        for term, own in terms.items():
            size = max(abs(end) for end in span(unknown(term), self._ranges))
            most += np.abs(own) * size if np.isfinite(size) else np.where(own != 0, np.inf, 0.0)
        if not np.isfinite(most).all():
            raise Undecided
        earned = added_up(self._matrix.sources, self._matrix.shares * most, self._matrix.count)
        coming = self._matrix.expected(earned)
        return float(made.lost @ (coming.values + coming.within))

    def _groups(self, rank: int, worths: Floats) -> Mapping[frozenset[Watch], Gains]:
        """The terms that bring something to a result, by what they have to watch, each with what transitions bring of it."""
        found: dict[frozenset[Watch], Gains] = {}
        terms = {
            s: None for e in self._distinct for f in self._forms(e, rank) for s, _ in f.parts if isinstance(s, Bent)
        }
        for term in terms:
            gains = self._gains(rank, worths, partial(_factor, symbol=term))
            if gains.any():
                found.setdefault(self._watching.needed(term), {})[term] = gains
        return found

    def _forms(self, effect: Effect, rank: int) -> Sequence[Form]:
        return [effect.forms[rank]] if effect.ended else effect.forms

    def _gains(self, rank: int, worths: Floats, read: Callable[[Form], Number]) -> Floats:
        """What each transition brings to the result, of what is read of its forms."""
        gains = np.zeros(len(self._matrix.targets))
        for effect, where in zip(self._distinct, self._of, strict=True):
            numbers = np.array([float(read(form)) for form in self._forms(effect, rank)])
            if effect.ended:
                gains[where] = numbers[0]
            elif numbers.any():
                gains[where] = worths[self._matrix.targets[where]] @ numbers
        return gains

    def _closing(self, rank: int) -> Floats:
        """What a unit of each slot at each state brings where the game ends next."""
        closing = np.zeros((self._matrix.count, len(self._slots)))
        for effect, where in zip(self._distinct, self._of, strict=True):
            if effect.ended:
                row = np.array([float(_factor(effect.forms[rank], slot)) for slot in self._slots])
                shares = added_up(self._matrix.sources[where], self._matrix.shares[where], self._matrix.count)
                closing += shares[:, None] * row
        return closing

    def _factors(self, effect: Effect) -> Floats:
        return np.array([[float(_factor(form, slot)) for slot in self._slots] for form in effect.forms])


def _factor(form: Form, symbol: Symbol) -> Number:
    return next((factor for other, factor in form.parts if other == symbol), 0)
