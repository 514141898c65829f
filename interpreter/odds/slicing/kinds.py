"""A slice in; before each stop, the kinds of cards that are alike from there on, so that they can be counted together, out.

Two kinds of a shuffled zone are alike where every later draw of one goes on as a draw of the other does: each kept
expression that reads the card drawn says the same of both. Nothing but draws may read or write the zone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from parlour.interpreter.odds.slicing.effects import needed, reads, stretch, written
from parlour.interpreter.odds.slicing.graph import Stop
from parlour.interpreter.odds.slicing.slicer import Slice
from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Draw
from parlour.interpreter.program.simplifying import Simplifier

Labels = tuple[int, ...]  # for each kind the least kind that it is alike to


class Zone(Struct, frozen=True):
    """A zone that nothing but draws uses: its first slot and its kinds."""

    base: int
    kinds: int


def alike(part: Slice, simplifier: Simplifier) -> dict[int, list[tuple[int, ...]]]:
    """For each stop the groups of slots that can be counted in the first of them."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for zone in _zones(part):
        for number, labels in _wanted(part, zone, simplifier).items():
            if isinstance(part.graph.nodes[number].operation, Stop) and part.kept[number]:
                found.setdefault(number, []).extend(_groups(labels, zone))
    return {number: groups for number, groups in found.items() if groups}


def _zones(part: Slice) -> list[Zone]:
    """The zones that only draws read and write."""
    zones: dict[Zone, None] = {}
    spoilt = 0
    for number, node in enumerate(part.graph.nodes):
        if node.operation is None or not part.kept[number]:
            continue
        match node.operation:
            case Draw(zone, kinds, into) if zone.index is None:
                zones[Zone(zone.base, kinds)] = None
                spoilt |= 1 << into
            case _:
                spoilt |= needed(node.operation, part.after[number]) | written(node.operation)
    return [zone for zone in zones if not spoilt & stretch(zone.base, zone.kinds)]


def _wanted(part: Slice, zone: Zone, simplifier: Simplifier) -> Mapping[int, Labels]:
    """The coarsest grouping that holds from each node on: backwards until nothing changes."""
    together, mask = (0,) * zone.kinds, stretch(zone.base, zone.kinds)
    wanted: dict[int, Labels] = {}
    own = {
        number: _told_apart(part, number, zone, simplifier)
        for number, node in enumerate(part.graph.nodes)
        if part.kept[number] and isinstance(node.operation, Draw) and node.operation.zone.base == zone.base
    }
    predecessors = part.graph.predecessors()
    waiting = list(own)
    while waiting:
        number = waiting.pop()
        labels = own.get(number, together)
        for following in part.graph.successors(number):
            if part.before[following] & mask:
                labels = _finer(labels, wanted.get(following, together))
        if wanted.get(number) != labels:
            wanted[number] = labels
            waiting += predecessors[number]
    return wanted


def _told_apart(part: Slice, draw: int, zone: Zone, simplifier: Simplifier) -> Labels:
    """Kinds by what every expression that reads the card says of them."""
    operation = part.graph.nodes[draw].operation
    assert isinstance(operation, Draw)
    exprs = _readers(part, draw, operation.into)
    first: dict[tuple[Expr, ...], int] = {}
    labels = []
    for kind in range(zone.kinds):
        said = tuple(simplifier.simple(expr, {operation.into: kind}) for expr in exprs)
        labels.append(first.setdefault(said, kind))
    return tuple(labels)


def _readers(part: Slice, draw: int, card: int) -> Sequence[Expr]:
    """The kept expressions that may read what this draw wrote."""
    found: list[Expr] = []
    met: set[int] = set()
    waiting = list(part.graph.successors(draw))
    while waiting:
        number = waiting.pop()
        if number in met or not part.before[number] >> card & 1:
            continue
        met.add(number)
        operation = part.graph.nodes[number].operation
        if operation is not None and part.kept[number]:
            found += [e for e in expressions_of(operation) if reads((e,)) >> card & 1]
        waiting += part.graph.successors(number)
    return found


def _finer(a: Labels, b: Labels) -> Labels:
    first: dict[tuple[int, int], int] = {}
    return tuple(first.setdefault(pair, kind) for kind, pair in enumerate(zip(a, b, strict=True)))


def _groups(labels: Labels, zone: Zone) -> list[tuple[int, ...]]:
    groups: dict[int, list[int]] = {}
    for kind, label in enumerate(labels):
        groups.setdefault(label, []).append(zone.base + kind)
    return [tuple(group) for group in groups.values() if len(group) > 1]
