"""What exploration finds: the states of a sliced program, their transitions with exact weights, and the ends."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from msgspec import Struct, field

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


class Chain(Struct):
    """State i has the transitions offsets[i] .. offsets[i + 1] - 1.

    A target is a state, or -1 - k for the k-th ending. Of a chance, transition t has the probability
    weights[t] / totals[i]; of a choice, `actions` says what is chosen, and all weights are 1.
    """

    offsets: array[int] = field(default_factory=lambda: array("q", (0,)))
    targets: array[int] = field(default_factory=lambda: array("q"))
    weights: array[int] = field(default_factory=lambda: array("q"))
    turns: array[int] = field(default_factory=lambda: array("q"))  # turns that begin during the transition
    changes: list[Change | None] = field(default_factory=list)  # of the sums; None: they stay as they are
    totals: array[int] = field(default_factory=lambda: array("q"))
    movers: array[int] = field(default_factory=lambda: array("b"))  # the seat that chooses there, or CHANCE
    actions: array[int] = field(default_factory=lambda: array("q"))
    endings: list[Ending] = field(default_factory=list)
    start: int = 0  # a target
    start_turns: int = 0
    start_change: Change | None = None
    vectors: Sequence[bytes | tuple[int, ...]] = ()  # how the explorer knows each state

    @property
    def count(self) -> int:
        return len(self.totals)

    def successors(self) -> list[list[int]]:
        """The states that each state leads to."""
        offsets, targets = self.offsets, self.targets
        return [[t for t in targets[offsets[i] : offsets[i + 1]] if t >= 0] for i in range(self.count)]
