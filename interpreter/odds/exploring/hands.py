"""How many cards of each hand are open, and the cards that there are, in; how many different deals show so much, out."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod

TABLE = 2_000  # numbers that are kept of a kind, at most


def deals(cards: Sequence[int], in_order: int, hands: Sequence[int], enough: int) -> int:
    """How many there are at least; 0 where there are surely no more than `enough`.

    `cards`: how many there are of each kind. `in_order`: cards whose kinds are known one by one. `hands`: how many cards
    lie in each hand, in which nothing but the number of each kind is known.
    """
    kinds = sum(1 for count in cards if count)
    if kinds**in_order * prod(comb(kinds + size - 1, size) for size in hands) <= enough:
        return 0
    sizes, room = [in_order], in_order + 1
    for size in sorted(hands):
        if room * (size + 1) > TABLE:
            break  # what the larger hands hold only makes it more
        room *= size + 1
        sizes.append(size)
    found = {(0,) * len(sizes): 1}
    for count in cards:
        found = _with_kind(found, sizes, count)
    return found.get(tuple(sizes), 0)


def _with_kind(found: dict[tuple[int, ...], int], sizes: Sequence[int], count: int) -> dict[tuple[int, ...], int]:
    """`found`: ways to have filled hands so far; with up to `count` cards of one more kind in them."""
    spread = {(filled, count): ways for filled, ways in found.items()}
    for rank, size in enumerate(sizes):
        further: dict[tuple[tuple[int, ...], int], int] = {}
        for (filled, left), ways in spread.items():
            for more in range(min(left, size - filled[rank]) + 1):
                key = ((*filled[:rank], filled[rank] + more, *filled[rank + 1 :]), left - more)
                orders = comb(filled[0] + more, more) if rank == 0 else 1
                further[key] = further.get(key, 0) + ways * orders
        spread = further
    joined: dict[tuple[int, ...], int] = {}
    for (filled, _), ways in spread.items():
        joined[filled] = joined.get(filled, 0) + ways
    return joined
