"""A number of games in, the stretches they are played in out: the same for any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

ROUND = 1000  # games between two looks at the intervals


def stretches(first: int, last: int, size: Callable[[], int]) -> Iterator[tuple[int, int]]:
    """(first, count) of stretches that cover first .. last - 1, of at most as many games as `size` says by then."""
    while first < last:
        count = min(size(), last - first)
        yield first, count
        first += count


def rounds(first: int, last: int) -> Iterator[tuple[int, int]]:
    """Stretches after which a simulation may stop early: multiples of ROUND, each a twentieth longer than before.

    They depend on the games' numbers alone, so that every engine stops after the same game.
    """
    for end in _ends(last):
        if min(end, last) > first:
            yield first, min(end, last) - first
            first = end


def ends_round(games: int) -> bool:
    """Whether a simulation of so many games may stop there."""
    return games > 0 and list(_ends(games))[-1] == games


def _ends(last: int) -> Iterator[int]:
    """The ends of rounds, up to the first that is not before `last`."""
    end = 0
    while end < last:
        end += max(ROUND, end // 20 // ROUND * ROUND)
        yield end
