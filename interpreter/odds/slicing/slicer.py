"""A graph and a question in; the instructions that the answer depends on, and the slots that count before each, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from parlour.interpreter.odds.slicing.dependence import Dependence, dependence
from parlour.interpreter.odds.slicing.effects import DISCERNING, needed, overwritten, written
from parlour.interpreter.odds.slicing.graph import Graph, Node, Stop, components
from parlour.interpreter.program.instructions import End, Fail


class Slice(Struct, frozen=True):
    """`kept[n]`: whether node n is part of the answer. `before[n]`, `after[n]`: masks of the slots that count there.
    `meeting`: where a parting that is left out goes on."""

    graph: Graph
    kept: Sequence[bool]
    before: Sequence[int]
    after: Sequence[int]
    meeting: Sequence[int]


class Facts(Struct, frozen=True):
    """What holds of a graph whatever is asked, for each node. `overwritten`, `needed`: masks as of `effects`; `needed` is
    None where it differs with what counts after the node."""

    graph: Graph
    dependence: Dependence
    predecessors: Sequence[Sequence[int]]
    written: Sequence[int]
    overwritten: Sequence[int]
    needed: Sequence[int | None]


def facts_of(graph: Graph) -> Facts:
    operations = [node.operation for node in graph.nodes]
    return Facts(
        graph,
        dependence(graph),
        graph.predecessors(),
        [written(o) if o else 0 for o in operations],
        [overwritten(o) if o else 0 for o in operations],
        [None if o is None or isinstance(o, DISCERNING) else needed(o, 0) for o in operations],
    )


def sliced(facts: Facts, asked: Callable[[Node], int | None]) -> Slice:
    """`asked`: the slots that the question reads at a node, None where it does not ask about it."""
    return _Slicer(facts, asked).slice()


class _Slicer:
    def __init__(self, facts: Facts, asked: Callable[[Node], int | None]) -> None:
        graph, count = facts.graph, len(facts.graph.nodes)
        self._facts, self._graph, self._dependence = facts, graph, facts.dependence
        self._kept = [False] * count
        self._before, self._after = [0] * count, [0] * count
        self._asked = [asked(node) for node in graph.nodes]
        self._waiting: list[int] = []

    def slice(self) -> Slice:
        for number, mask in enumerate(self._asked):
            if mask is not None or isinstance(self._graph.nodes[number].operation, End | Fail):
                self._keep(number)
        self._spread()
        while self._keep_all(self._endless()):
            self._spread()
        return Slice(self._graph, self._kept, self._before, self._after, self._dependence.meeting)

    def _keep(self, number: int) -> bool:
        if self._kept[number]:
            return False
        self._kept[number] = True
        self._waiting.append(number)
        for parting in self._dependence.partings[number]:
            self._keep(parting)
        return True

    def _keep_all(self, numbers: Sequence[int]) -> bool:
        """Whether any of them was not kept before."""
        return any([self._keep(number) for number in numbers])  # noqa: C419 (each of them is kept)

    def _spread(self) -> None:
        """Backwards until nothing changes: what must be right before a node for what counts after it."""
        while self._waiting:
            number = self._waiting.pop()
            before = self._needed(number)
            self._before[number] |= before
            for earlier in self._facts.predecessors[number]:
                if self._before[number] & ~self._after[earlier]:
                    self._after[earlier] |= self._before[number]
                    if self._facts.written[earlier] & self._after[earlier]:
                        self._keep(earlier)
                    self._waiting.append(earlier)

    def _needed(self, number: int) -> int:
        operation, after = self._graph.nodes[number].operation, self._after[number]
        if operation is None or not self._kept[number]:
            return after
        known = self._facts.needed[number]
        before = needed(operation, after) if known is None else known
        return after & ~self._facts.overwritten[number] | before | (self._asked[number] or 0)

    def _endless(self) -> list[int]:
        """What decides whether a circle that chance or choice goes round is ever left is part of the answer; and if nothing
        does, its chances and choices are kept, so that the game is seen to go round for ever."""
        nodes = self._graph.nodes
        halts = [isinstance(node.operation, Stop) for node in nodes]
        rest = [
            []
            if halts[n] and self._kept[n]
            else [m for m in self._graph.successors(n) if not (halts[m] and self._kept[m])]
            for n in range(len(nodes))
        ]
        found = []
        for circle in components(len(rest), rest):
            inside = set(circle)
            if (len(circle) > 1 or circle[0] in rest[circle[0]]) and any(halts[n] for n in circle):
                ways = [n for n in circle if any(m not in inside for m in self._graph.successors(n))]
                found += ways if not all(self._kept[n] for n in ways) else [n for n in circle if halts[n]]
        return found
