"""A program in; which slots a state at a stop differs in, and where each of them stands in a few words, out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from parlour.interpreter.native.variant import stops
from parlour.interpreter.program.addresses import targets
from parlour.interpreter.program.instructions import Clear, Set
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program

WORD = 64


class Lane(Struct, frozen=True):
    """The bits shift .. shift + bits - 1 of a word hold the value of a slot less `low`; of the counter, the stop's rank."""

    slot: int
    word: int
    shift: int
    bits: int
    low: int


class Packing(Struct, frozen=True):
    """`stops`: addresses in ascending order, their places are their ranks. `fixed`: a value of every other slot."""

    stops: tuple[int, ...]
    lanes: tuple[Lane, ...]
    words: int
    fixed: tuple[tuple[int, int], ...]

    def vector(self, key: Sequence[int]) -> list[int]:
        """The state that some words hold, its counter at the stop."""
        vector = [value for _, value in self.fixed]
        for lane in self.lanes:
            vector[lane.slot] = (int(key[lane.word]) >> lane.shift) % (1 << lane.bits) + lane.low
        vector[COUNTER] = self.stops[vector[COUNTER]]
        return vector


def packing_of(program: Program, facts: Bounds, sums: Sequence[int]) -> Packing:
    """Sums are 0 in every state, and slots that are cleared right before a stop are 0 there."""
    places = stops(program)
    size = program.layout.size
    entered = {to for instruction in program.instructions for to in targets(instruction)}
    cleared = [_cleared(program, stop, entered) for stop in places]
    still = [not all(slot in found for found in cleared) for slot in range(size)]
    wanted = [(COUNTER, 0, max(0, len(places) - 1))]
    fixed = [0] * size
    for slot in range(size):
        bound = facts.slots[slot]
        if slot in (COUNTER, OUTCOME, WINNERS, *sums) or not still[slot]:
            continue
        if bound.low == bound.high:
            fixed[slot] = bound.low
        else:
            wanted.append((slot, bound.low, bound.high))
    lanes, words = _placed(wanted)
    return Packing(tuple(places), lanes, words, tuple(enumerate(fixed)))


def _cleared(program: Program, stop: int, entered: set[int]) -> set[int]:
    """The slots that the straight run of instructions before a stop sets to 0."""
    found: set[int] = set()
    kept: set[int] = set()
    at = stop
    while at > 0 and at not in entered:
        at -= 1
        match program.instructions[at]:
            case Clear(base, values):
                slots = range(base, base + len(values))
                found |= {slot for slot, value in zip(slots, values, strict=True) if value == 0 and slot not in kept}
                kept |= set(slots)
            case Set(target) if target.index is None:
                kept.add(target.base)
            case _:
                break
    return found


def _placed(wanted: Sequence[tuple[int, int, int]]) -> tuple[tuple[Lane, ...], int]:
    """Each in the first word that has room for it, the widest first."""
    used: list[int] = []
    lanes = []
    for slot, low, high in sorted(wanted, key=lambda w: (w[1] - w[2], w[0])):
        bits = max(1, (high - low).bit_length())
        word = next((k for k, taken in enumerate(used) if taken + bits <= WORD), len(used))
        if word == len(used):
            used.append(0)
        lanes.append(Lane(slot, word, used[word], bits, low))
        used[word] += bits
    return tuple(lanes), len(used)
