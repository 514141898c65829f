"""What exploration finds: the states of a sliced program, their transitions with exact weights, and the ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Shorts = NDArray[np.int32]

CHANCE = -1  # the mover of a state where chance decides


class Ending(Struct, frozen=True):
    """One way a game can end: index of the outcome, mask of the winners, the scores and measures that were asked for."""

    outcome: int
    winners: int
    results: tuple[int, ...]


class Change(Struct, frozen=True):
    """What a transition makes of the sums: matrix times the sums before, and `added`. No matrix: they stay and grow.

    At an ending the rows are the results that were asked for.
    """

    added: tuple[int, ...]
    matrix: tuple[tuple[int, ...], ...] | None = None


class Way(Struct, frozen=True):
    """What a transition is, besides where it leads.

    Of a chance it has the probability weight / total; of a choice, `action` says what is chosen, and the weight is 1.
    `turns` begin during it. `change`: of the sums; None: they stay as they are. `ended`: it leads to an ending.
    """

    weight: int
    total: int
    turns: int
    change: Change | None
    action: int
    ended: bool


class Chain(Struct, dict=True):
    """State i has the transitions offsets[i] .. offsets[i + 1] - 1.

    `targets`: a state, or -1 - k for the k-th ending; `codes`: indexes of `ways`, of which there are few. `movers`: for
    each state the seat that chooses there, or CHANCE. `start` is a target. `vectors`: how the explorer knows each state.
    """

    offsets: Ints
    targets: Shorts
    codes: NDArray[np.uint32]
    movers: NDArray[np.int8]
    ways: Sequence[Way]
    endings: Sequence[Ending]
    start: int
    start_turns: int
    start_change: Change | None
    vectors: Sequence[bytes | tuple[int, ...]]

    @property
    def count(self) -> int:
        """Of states."""
        return len(self.movers)

    @cached_property
    def turns(self) -> Ints:
        """Of each transition."""
        return self.told(lambda way: way.turns)[self.codes]

    @cached_property
    def actions(self) -> Ints:
        """Of each transition."""
        return self.told(lambda way: way.action)[self.codes]

    def told(self, value: Callable[[Way], int]) -> Ints:
        """A number of each way."""
        return np.array([value(way) for way in self.ways], dtype=np.int64)

    def way(self, transition: int) -> Way:
        return self.ways[int(self.codes[transition])]
