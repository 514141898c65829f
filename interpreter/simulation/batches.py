"""A number of games in, the stretches they are played in out: the same for any number of processes."""

from __future__ import annotations

from collections.abc import Iterator

ROUND = 1000  # games between two looks at the intervals


def stretches(first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    """(first, count) of stretches of at most `size` games that cover first .. last - 1."""
    for begin in range(first, last, size):
        yield begin, min(size, last - begin)


def rounds(first: int, last: int) -> Iterator[tuple[int, int]]:
    """Stretches after which a simulation may stop early: multiples of ROUND, each a twentieth longer than before.

    They depend on the games' numbers alone, so that every engine stops after the same game.
    """
    end = 0
    while end < last:
        end = min(last, end + max(ROUND, end // 20 // ROUND * ROUND))
        if end > first:
            yield first, end - first
            first = end
