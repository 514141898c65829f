"""A device and a number of dice, or the cards left, in; outcomes with their weights, or one drawn by a stream, out."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from msgspec import Struct

from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.random import Stream

MOST = 2**63  # a throw with more ways than this takes one number a die
TABLED = 2048  # a throw with at most so many ways is looked up


class Weights(Struct, frozen=True):
    """Outcomes in ascending order, how many of `total` equally likely ways lead to each."""

    outcomes: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


def weights_of_cards(counts: Sequence[int]) -> Weights:
    """Kinds that are left, weighted by how many are."""
    left = [(kind, count) for kind, count in enumerate(counts) if count > 0]
    return Weights(tuple(k for k, _ in left), tuple(n for _, n in left), sum(n for _, n in left))


def draw_card(counts: Sequence[int], left: int, stream: Stream) -> int:
    """One number below the cards left; the kind where the running sum passes it."""
    at = stream.below(left)
    for kind, count in enumerate(counts):
        at -= count
        if at < 0:
            return kind
    raise AssertionError("fewer cards than counted")


class Throwing:
    """A number of dice of one device: what they can show, and one throw of them."""

    def __init__(self, dice: Sequence[Sequence[int]], after: Sequence[int], faces: int) -> None:
        self._dice, self._after, self._faces = dice, after, faces
        self._ways = prod(len(die) for die in dice)
        self.weights = self._worked_out()
        self.certain = len(self.weights.outcomes) == 1
        self._table = [self._shown(self._sides(r)) for r in range(self._ways)] if self._ways <= TABLED else []

    def throw(self, stream: Stream) -> int:
        """An outcome: one number below the product of all sides, die by die from the least significant."""
        if self._table:
            return self._table[stream.below(self._ways)]
        if self._ways > MOST:
            return self._shown([stream.below(len(die)) for die in self._dice])
        return self._shown(self._sides(stream.below(self._ways)))

    def _sides(self, number: int) -> list[int]:
        sides = []
        for die in self._dice:
            number, side = divmod(number, len(die))
            sides.append(side)
        return sides

    def _shown(self, sides: Sequence[int]) -> int:
        outcome = 0
        for die, side in zip(self._dice, sides, strict=True):
            outcome = self._after[outcome * self._faces + die[side]]
        return outcome

    def _worked_out(self) -> Weights:
        ways = {0: 1}
        for die in self._dice:
            more: dict[int, int] = {}
            for outcome, count in ways.items():
                for face in die:
                    shown = self._after[outcome * self._faces + face]
                    more[shown] = more.get(shown, 0) + count
            ways = more
        outcomes = tuple(sorted(ways))
        return Weights(outcomes, tuple(ways[o] for o in outcomes), sum(ways.values()))


class Dice:
    """The devices of one program; each number of dice is worked out when first asked for."""

    def __init__(self, program: Program) -> None:
        self._devices, self._throws = program.devices, program.throws
        self._known: dict[tuple[int, int], Throwing] = {}

    def of(self, device: int, number: int) -> Throwing:
        """A number of dice, at least one; unlike dice are always thrown all together."""
        known = self._known.get((device, number))
        if known is None:
            row = self._devices[device]
            dice = [row.dice[0]] * number if row.alike else list(row.dice)
            known = Throwing(dice, self._throws.after, len(self._throws.faces))
            self._known[device, number] = known
        return known
