"""A device and a number of dice, or the cards left, in; outcomes with their weights, or one drawn by a stream, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.random import Stream

MOST = 2**63  # a throw with more ways than this takes one number a die
TABLED = 2048  # a throw with at most so many ways is looked up


@dataclass(frozen=True, slots=True)
class Weights:
    """Outcomes in ascending order, how many of `total` equally likely ways lead to each."""

    outcomes: tuple[int, ...]
    weights: tuple[int, ...]
    total: int

    @property
    def certain(self) -> bool:
        return len(self.outcomes) == 1


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


class Dice:
    """Throws of the devices of one program; everything is worked out when first asked for."""

    def __init__(self, program: Program) -> None:
        self._devices = program.devices
        self._after = program.throws.after
        self._faces = len(program.throws.faces)
        self._weights: dict[tuple[int, int], Weights] = {}
        self._tables: dict[tuple[int, int], tuple[int, ...]] = {}

    def weights(self, device: int, number: int) -> Weights:
        """What `number` dice of a device can show."""
        known = self._weights.get((device, number))
        if known is None:
            known = self._weights[device, number] = self._worked_out(device, number)
        return known

    def throw(self, device: int, number: int, stream: Stream) -> int:
        """An outcome: one number below the product of all sides, die by die from the least significant."""
        table = self._tables.get((device, number))
        if table is not None:
            return table[stream.below(len(table))]
        dice = self._dice(device, number)
        ways = prod(len(die) for die in dice)
        if ways > MOST:
            return self._shown(dice, [stream.below(len(die)) for die in dice])
        if ways <= TABLED:
            self._tables[device, number] = tuple(self._shown(dice, _sides(dice, r)) for r in range(ways))
            return self.throw(device, number, stream)
        return self._shown(dice, _sides(dice, stream.below(ways)))

    def _dice(self, device: int, number: int) -> list[tuple[int, ...]]:
        known = self._devices[device]
        return [known.dice[0]] * number if known.alike else list(known.dice)

    def _shown(self, dice: Sequence[Sequence[int]], sides: Sequence[int]) -> int:
        outcome = 0
        for die, side in zip(dice, sides, strict=True):
            outcome = self._after[outcome * self._faces + die[side]]
        return outcome

    def _worked_out(self, device: int, number: int) -> Weights:
        ways = {0: 1}
        for die in self._dice(device, number):
            more: dict[int, int] = {}
            for outcome, count in ways.items():
                for face in die:
                    shown = self._after[outcome * self._faces + face]
                    more[shown] = more.get(shown, 0) + count
            ways = more
        outcomes = tuple(sorted(ways))
        return Weights(outcomes, tuple(ways[o] for o in outcomes), sum(ways.values()))


def _sides(dice: Sequence[Sequence[int]], number: int) -> list[int]:
    sides = []
    for die in dice:
        number, side = divmod(number, len(die))
        sides.append(side)
    return sides
