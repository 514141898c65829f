"""A graph in; for each node where all ways from it meet again, and on which partings it depends, out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from parlour.interpreter.odds.slicing.graph import Graph, components


class Dependence(Struct, frozen=True):
    """`meeting[n]`: the first node that every way from n passes, -1 where they meet at no node (the game may end).
    `partings[n]`: the nodes where it is decided whether n is reached."""

    meeting: Sequence[int]
    partings: Sequence[Sequence[int]]


def dependence(graph: Graph) -> Dependence:
    """By post-dominators (Cooper, Harvey and Kennedy) and the dependence of Ferrante, Ottenstein and Warren."""
    meeting = _meetings(graph)
    partings: list[list[int]] = [[] for _ in graph.nodes]
    for number in range(len(graph.nodes)):
        if not graph.parts(number):
            continue
        for way in set(graph.successors(number)):
            while way not in (meeting[number], -1):
                if not partings[way] or partings[way][-1] != number:
                    partings[way].append(number)
                way = meeting[way]
    return Dependence(meeting, partings)


def _meetings(graph: Graph) -> list[int]:
    """The immediate post-dominator of each node; an end that is in no game joins all ends."""
    count = len(graph.nodes)
    successors = [list(graph.successors(n)) for n in range(count)]
    for node in _last(count, successors):
        successors[node].append(count)
    order = _backwards(count, successors)
    rank = {node: k for k, node in enumerate(order)}
    meeting = [-2] * (count + 1)
    meeting[count] = count
    changed = True
    while changed:
        changed = False
        for node in order[1:]:
            best = -2
            for following in successors[node]:
                if meeting[following] != -2:
                    best = following if best == -2 else _common(best, following, meeting, rank)
            if best != meeting[node]:
                meeting[node], changed = best, True
    return [-1 if m in (count, -2) else m for m in meeting[:count]]


def _last(count: int, successors: Sequence[Sequence[int]]) -> list[int]:
    """Nodes that lead to the common end: those that lead nowhere, and those of circles that nothing leaves."""
    found = []
    for component in components(count, successors):
        inside = set(component)
        if all(following in inside for node in component for following in successors[node]):
            found += component
    return found


def _backwards(count: int, successors: Sequence[Sequence[int]]) -> list[int]:
    """All nodes in reverse postorder from the common end, against the arrows."""
    before: list[list[int]] = [[] for _ in range(count + 1)]
    for node, following in enumerate(successors):
        for to in following:
            before[to].append(node)
    met = [False] * (count + 1)
    met[count] = True
    order: list[int] = []
    walk = [(count, iter(before[count]))]
    while walk:
        node, rest = walk[-1]
        for to in rest:
            if not met[to]:
                met[to] = True
                walk.append((to, iter(before[to])))
                break
        else:
            walk.pop()
            order.append(node)
    return order[::-1]


def _common(a: int, b: int, meeting: Sequence[int], rank: dict[int, int]) -> int:
    while a != b:
        while rank[a] > rank[b]:
            a = meeting[a]
        while rank[b] > rank[a]:
            b = meeting[b]
    return a
