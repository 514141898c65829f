"""A graph and whose turns are where in it in; the game of one seat alone, as a slice of its own, out.

Turns of others are left out: where one would begin, the next of the seat itself begins. Each turn begins with a chance that
comes to the same either way, so that there is a state between any two turns, when others may end the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.odds.folding.rotation import Rotation
from parlour.interpreter.odds.slicing.effects import reads, stretch
from parlour.interpreter.odds.slicing.graph import Graph, Node, Stop
from parlour.interpreter.odds.slicing.slicer import Facts, Slice, facts_of, sliced
from parlour.interpreter.odds.slicing.slicing import Sliced, held_by, slice_of
from parlour.interpreter.odds.slicing.sums import accumulating, sums
from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.expressions import Expr, Slot
from parlour.interpreter.program.instructions import Clear, CountTurn, Draw, End, Target
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Field, Layout, Program, Role
from parlour.interpreter.types import INT

BETWEEN = 2  # the node of the chance that comes to the same either way
WIDENED = (Interval(0, 1), Interval(0, 1), Interval(0, 1))  # two cards, and the one that is drawn


class Alone(Struct, frozen=True):
    """`results`: the terms that are followed. `needed`: the slots of the whole program that count between two turns, without
    the sums `added`."""

    seat: int
    results: Sequence[Expr]
    sliced: Sliced
    needed: int
    added: int


def facts_alone(program: Program, graph: Graph, turns: Rotation, seat: int) -> Facts:
    """What holds of the turns of one seat, whatever is asked."""
    return facts_of(_graph(graph, turns, seat, program.layout.size))


def alone(
    program: Program,
    bounds: Bounds,
    facts: Facts,
    seat: int,
    results: Sequence[Expr],
    untouched: Callable[[int], bool],
) -> Alone | None:
    """`facts`: of the turns of the seat. `results`: terms that are read when the game is over, whoever ends it. None where
    chance or a choice before the first turn matters, or what counts between two turns is not `untouched` by others."""
    zone, mask = program.layout.size, reads(results)
    widened, known = _widened(program), replace(bounds, slots=(*bounds.slots, *WIDENED))

    def asked(node: Node) -> int | None:
        if isinstance(node.operation, End):
            return mask
        if isinstance(node.operation, Draw) and node.operation.zone.base == zone:
            return mask
        return 0 if isinstance(node.operation, CountTurn) else None

    part = sliced(facts, asked)
    if _early(part):
        return None
    summing = _summing(part, results)
    added = sums(part, results) if summing else 0
    needed = part.before[BETWEEN] & ~stretch(zone, len(WIDENED)) & ~added
    if not untouched(needed):
        return None
    made = slice_of(widened, known, part, results, summing)
    made = replace(made, whole=program, carried=made.carried & ~stretch(zone, len(WIDENED)))
    return Alone(seat, results, made, needed, added & held_by(part))


def _early(part: Slice) -> bool:
    """Whether anything is decided before the first turn."""
    nodes, met, waiting = part.graph.nodes, {1}, [0]
    while waiting:
        number = waiting.pop()
        if number in met:
            continue
        met.add(number)
        if part.kept[number] and isinstance(nodes[number].operation, Stop):
            return True
        waiting += part.graph.successors(number)
    return False


def _summing(part: Slice, results: Sequence[Expr]) -> bool:
    """Whether what is only added up can be left out of the states: it grows by numbers, and is asked for as it is."""
    if not results:
        return False
    added = sums(part, results)
    mixed = reads(result for result in results if not isinstance(result, Slot))
    return accumulating(part, added) and not added & mixed


def _widened(program: Program) -> Program:
    """The program with a zone of two cards, and a slot for the one that is drawn."""
    layout, base = program.layout, program.layout.size
    fields = (
        Field("begins", Role.BAG, base, INT, 0, 1, width=2, shuffled=True),
        Field("begun", Role.LOCAL, base + 2, INT, 0, 1),
    )
    return replace(program, layout=Layout((*layout.fields, *fields), base + 3, (*layout.initial, 0, 0, 0)))


def _graph(graph: Graph, turns: Rotation, seat: int, zone: int) -> Graph:
    begins, entry = set(turns.begins.values()), graph.nodes[turns.begins[seat]]
    numbers: dict[int, int] = {}
    waiting: list[int] = []

    def number(old: int) -> int:
        if old < 0 or old in begins:
            return old if old < 0 else 1
        if old not in numbers:
            numbers[old] = BETWEEN + 2 + len(waiting)
            waiting.append(old)
        return numbers[old]

    nodes = [
        Node(0, None, (number(0),)),
        Node(entry.address, Clear(zone, (1, 1)), (BETWEEN,)),
        Node(entry.address, Draw(Target(zone), 2, zone + 2, -1), (BETWEEN + 1,)),
        Node(entry.address, entry.operation, tuple(map(number, entry.following))),
    ]
    for old in waiting:  # grows on the way
        node = graph.nodes[old]
        nodes.append(Node(node.address, node.operation, tuple(map(number, node.following)), node.known))
    return Graph(nodes)
