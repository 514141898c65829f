"""What a program is taken apart into: nodes, each one instruction that knows where the game goes on, without calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from parlour.interpreter.program.instructions import (
    Choose,
    ChooseOne,
    ChooseSome,
    Draw,
    Instruction,
    Throw,
)

Stop = Throw | Draw | Choose | ChooseOne | ChooseSome


class Node(Struct):
    """`following`: the next node, then the targets in the order of `addresses.targets`; -1 where that is a fault.

    A node without an operation only leads on.
    """

    address: int  # of the instruction in the program that it comes from
    operation: Instruction | None
    following: tuple[int, ...]
    known: tuple[tuple[int, int], ...] = ()  # before a choice: slots of control, and what they hold


class Graph(Struct, frozen=True):
    """Node 0 is where the game begins."""

    nodes: Sequence[Node]

    def successors(self, node: int) -> Iterator[int]:
        return (n for n in self.nodes[node].following if n >= 0)

    def predecessors(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.nodes]
        for number in range(len(self.nodes)):
            for following in dict.fromkeys(self.successors(number)):
                found[following].append(number)
        return found

    def parts(self, node: int) -> bool:
        """Whether the game may go on at more than one node from here."""
        return len(set(self.nodes[node].following)) > 1


def components(count: int, successors: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components of a graph, each after all that it leads to (Tarjan, without recursion)."""
    order = [0] * count  # from 1; 0: not met
    lowest = [0] * count
    placed = [False] * count
    path: list[int] = []
    found: list[list[int]] = []
    clock = 0
    for root in range(count):
        if order[root]:
            continue
        clock += 1
        order[root] = lowest[root] = clock
        path.append(root)
        walk = [(root, iter(successors[root]))]
        while walk:
            node, rest = walk[-1]
            for following in rest:
                if not order[following]:
                    clock += 1
                    order[following] = lowest[following] = clock
                    path.append(following)
                    walk.append((following, iter(successors[following])))
                    break
                if not placed[following] and order[following] < lowest[node]:
                    lowest[node] = order[following]
            else:
                walk.pop()
                if walk and lowest[node] < lowest[walk[-1][0]]:
                    lowest[walk[-1][0]] = lowest[node]
                if lowest[node] == order[node]:
                    found.append(_cut(path, node, placed))
    return found


def _cut(path: list[int], root: int, placed: list[bool]) -> list[int]:
    component = []
    while True:
        node = path.pop()
        placed[node] = True
        component.append(node)
        if node == root:
            return component
