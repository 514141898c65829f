"""A graph with one node for each seat where its turns begin in; who has his turn after whom, and which nodes belong to whose
turns, out; None where that is not always the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from parlour.interpreter.odds.slicing.graph import Graph
from parlour.interpreter.program.expressions import Constant
from parlour.interpreter.program.instructions import CountTurn, End


class Rotation(Struct, frozen=True):
    """`order`: the seats as they have their turns. `begins`: for each of them the node where its turns begin; `within`: the
    nodes behind, up to the next turn."""

    order: tuple[int, ...]
    begins: Mapping[int, int]
    within: Mapping[int, Sequence[int]]


def rotation(graph: Graph) -> Rotation | None:
    """None also where the game may end before the first turn, or turns of a seat begin in more than one way."""
    begins = _begins(graph)
    if begins is None:
        return None
    owners = {node: seat for seat, node in begins.items()}
    early, first = _reached(graph, [0], owners)
    if any(isinstance(graph.nodes[n].operation, End) for n in early):
        return None
    within, following = {}, {}
    for seat, node in begins.items():
        within[seat], following[seat] = _reached(graph, graph.successors(node), owners)
    order = _order(first, following)
    return None if order is None else Rotation(order, begins, within)


def _begins(graph: Graph) -> dict[int, int] | None:
    """Where turns begin, by seat."""
    found: dict[int, int] = {}
    for number, node in enumerate(graph.nodes):
        match node.operation:
            case CountTurn(Constant(seat)) if seat not in found:
                found[seat] = number
            case CountTurn():
                return None
            case _:
                pass
    return found


def _reached(graph: Graph, starts: Iterable[int], owners: Mapping[int, int]) -> tuple[list[int], set[int]]:
    """The nodes up to the next turn, and whose that may be."""
    met, turns, waiting = dict[int, None](), set[int](), list(starts)
    while waiting:
        number = waiting.pop()
        if number in owners:
            turns.add(owners[number])
        elif number not in met:
            met[number] = None
            waiting += graph.successors(number)
    return list(met), turns


def _order(first: set[int], following: Mapping[int, set[int]]) -> tuple[int, ...] | None:
    """The seats from the first on until it is the first's turn again; None where it may be another's."""
    order: list[int] = []
    ways = first
    while len(ways) == 1:
        (seat,) = ways
        if seat in order:
            return tuple(order) if seat == order[0] else None
        order.append(seat)
        ways = following[seat]
    return None
