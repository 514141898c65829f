"""Piles, the queue of arrivals and rows of pawns: what the instructions do to stretches of the vector."""

from __future__ import annotations

from parlour.interpreter.runtime.raising import Faults


def sort(v: list[int], bases: tuple[int, ...], size: int) -> None:
    """The rows (v[b + k] for b in bases) in ascending order."""
    rows = sorted(zip(*(v[b : b + size] for b in bases), strict=True))
    for base, column in zip(bases, zip(*rows, strict=True), strict=False):
        v[base : base + size] = column


class Structures:
    """`base` is the slot of a pile's length; the cards follow from the bottom, and slots above the top are 0."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def push(self, v: list[int], base: int, capacity: int, card: int, on_top: int, place: int) -> None:
        length = v[base]
        if not 0 <= length < capacity:
            self._faults.fail("pile_full", place, capacity=capacity)
        first = base + 1
        if on_top:
            v[first + length] = card
        else:
            v.insert(first, card)
            del v[first + length + 1]
        v[base] = length + 1

    def pop(self, v: list[int], base: int, capacity: int, from_top: int, place: int) -> int:
        length = v[base]
        if not 0 < length <= capacity:
            self._faults.fail("pile_empty", place)
        return self._take(v, base, length, length if from_top else 1)

    def remove(self, v: list[int], base: int, capacity: int, card: int, place: int) -> None:
        length = v[base] if 0 <= v[base] <= capacity else 0
        if length and v[base + length] == card:  # on top, where most cards are taken from
            v[base], v[base + length] = length - 1, 0
            return
        from_top = v[base + length : base : -1]
        if card not in from_top:
            self._faults.fail("no_card", place)
        self._take(v, base, length, length - from_top.index(card))

    def _take(self, v: list[int], base: int, length: int, at: int) -> int:
        card = v[base + at]
        del v[base + at]
        v.insert(base + length, 0)
        v[base] = length - 1
        return card

    def enqueue(self, v: list[int], token: int, base: int, size: int, tokens: int) -> None:
        """A token that is already queued goes to the back."""
        if not 0 <= token < tokens:
            self._faults.fail("queue", -1, token=token)
        waiting = [t for t in v[base : base + size] if t and t != token + 1]
        if len(waiting) >= size:
            self._faults.fail("queue", -1, token=token)
        waiting.append(token + 1)
        v[base : base + size] = waiting + [0] * (size - len(waiting))
