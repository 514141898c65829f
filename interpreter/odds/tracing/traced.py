"""A sliced program in which some slots are not known in; its chain, and what each transition makes of those slots, out."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from parlour.interpreter.odds.exploring.chain import CHANCE, Chain, Ending
from parlour.interpreter.odds.exploring.chain import Way as Kind
from parlour.interpreter.odds.tracing.reckoning import Undecided
from parlour.interpreter.odds.tracing.tracing import Effect, Tracer, Way
from parlour.interpreter.program.program import OUTCOME, WINNERS

OFTEN = 512  # states between two calls of `progress`


class Traced(Struct, frozen=True):
    """`effects[t]`: of transition t of the chain, an index of `distinct`. `begun`: the unknown slots at the first state, or
    the results where the game is over at once."""

    chain: Chain
    effects: Sequence[int]
    distinct: Sequence[Effect]
    begun: Effect


def traced(tracer: Tracer, most: int, progress: Callable[[int, int], None] = lambda done, known: None) -> Traced:
    """Raises Undecided, also where there are more states than `most`."""
    return _Exploration(tracer).all(most, progress)


class _Exploration:
    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self._index: dict[tuple[int, ...], int] = {}
        self._states: list[tuple[int, ...]] = []
        self._ends: dict[Ending, int] = {}
        self._effects: dict[Effect, int] = {}
        self._kinds: dict[Kind, int] = {}
        self._offsets, self._targets, self._codes = array("q", (0,)), array("i"), array("I")
        self._of: list[int] = []

    def all(self, most: int, progress: Callable[[int, int], None]) -> Traced:
        first = self._tracer.begun()
        start, begun, done = self._arrived(first), self._tracer.effect(first), 0
        while done < len(self._states):
            self._expand(self._states[done])
            done += 1
            if not done % OFTEN:
                progress(done, len(self._states))
            if len(self._states) > most:
                raise Undecided
        chain = Chain(
            offsets=np.array(self._offsets, dtype=np.int64),
            targets=np.array(self._targets, dtype=np.int32),
            codes=np.array(self._codes, dtype=np.uint32),
            movers=np.full(done, CHANCE, dtype=np.int8),
            ways=list(self._kinds),
            endings=list(self._ends),
            start=start,
            start_turns=first.turns,
            start_change=None,
            vectors=self._states,
        )
        return Traced(chain, self._of, list(self._effects), begun)

    def _expand(self, state: tuple[int, ...]) -> None:
        """The transitions of a state; ways that come to the same are one."""
        merged: dict[tuple[int, int, int], int] = {}
        for weight, vector, address in self._tracer.ways(list(state)):
            way = self._tracer.gone(vector, address)
            effect = self._effects.setdefault(self._tracer.effect(way), len(self._effects))
            key = (self._arrived(way), way.turns, effect)
            merged[key] = merged.get(key, 0) + weight
        total = sum(merged.values())
        for (target, turns, effect), weight in merged.items():
            kind = Kind(weight, total, turns, None, 0, target < 0)
            self._targets.append(target)
            self._codes.append(self._kinds.setdefault(kind, len(self._kinds)))
            self._of.append(effect)
        self._offsets.append(len(self._targets))

    def _arrived(self, way: Way) -> int:
        """The number of a state, or of an ending."""
        vector = way.vector
        if vector[OUTCOME]:
            ending = Ending(vector[OUTCOME], vector[WINNERS], ())
            return -1 - self._ends.setdefault(ending, len(self._ends))
        key = tuple(vector)
        if key not in self._index:
            self._index[key] = len(self._states)
            self._states.append(key)
        return self._index[key]
