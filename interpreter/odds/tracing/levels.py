"""What is watched beside the states of a chain in; the values it can take, where each effect leads from each of them, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from parlour.interpreter.odds.exploring.chain import Ints
from parlour.interpreter.odds.tracing.forms import Bent, Form, evaluated, valued
from parlour.interpreter.odds.tracing.reckoning import Undecided
from parlour.interpreter.odds.tracing.tracing import Effect
from parlour.interpreter.odds.tracing.watching import Watch, Watching

LOST = -1  # beyond the values that are followed


class Levels(Struct, frozen=True):
    """`values[l]`: what is watched at level l; level 0 is where the game begins. `leads[e][l]`: the level that distinct
    effect e leads to from there, or LOST (0 of an effect that ends the game)."""

    watches: tuple[Watch, ...]
    values: Sequence[tuple[int, ...]]
    leads: Ints

    @property
    def whole(self) -> bool:
        """Whether no level is beyond those that are followed."""
        return not bool((self.leads == LOST).any())


class Climber:
    """Follows some watches from level to level."""

    def __init__(
        self, watching: Watching, slots: Sequence[int], effects: Sequence[Effect], begun: Sequence[int]
    ) -> None:
        self._watching, self._effects = watching, effects
        self._rank = {slot: k for k, slot in enumerate(slots)}
        self._begun = begun

    def levels(self, watches: Sequence[Watch], most: int) -> Levels:
        """The first `most` levels, in the order in which they can be met."""
        first = tuple(watch.of(self._begun[self._rank[watch.slot]]) for watch in watches)
        numbers = {first: 0}
        order, met = [first], 0
        leads: list[list[int]] = [[] for _ in self._effects]
        while met < len(order):
            for number, effect in enumerate(self._effects):
                to = order[met] if effect.ended else self._led(watches, order[met], effect)
                if to not in numbers and len(order) < most:
                    numbers[to] = len(order)
                    order.append(to)
                leads[number].append(0 if effect.ended else numbers.get(to, LOST))
            met += 1
        return Levels(tuple(watches), order, np.array(leads, dtype=np.int64).reshape(len(self._effects), len(order)))

    def term(self, levels: Levels, term: Bent) -> list[int]:
        """What a term is worth at each level."""
        return [evaluated(term, self._known(levels.watches, values).__getitem__) for values in levels.values]

    def _led(self, watches: Sequence[Watch], values: tuple[int, ...], effect: Effect) -> tuple[int, ...]:
        held = self._known(watches, values)
        return tuple(watch.of(_worth(effect.forms[self._rank[watch.slot]], held)) for watch in watches)

    def _known(self, watches: Sequence[Watch], values: tuple[int, ...]) -> Mapping[int, int]:
        """A number for each slot that is as good as the one it holds, for all that is asked of it."""
        watched = {watch.slot: value for watch, value in zip(watches, values, strict=True)}
        return {slot: watched.get(slot, self._watching.anyhow(slot)) for slot in self._rank}


def _worth(form: Form, held: Mapping[int, int]) -> int:
    worth = valued(form, held.__getitem__)
    if not isinstance(worth, int):
        raise Undecided
    return worth
