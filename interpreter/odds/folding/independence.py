"""A slicer and results in; the game of each seat alone, where it is proven that none touches what another's depends on, out.

What a seat does in its turns depends on some slots as they are when the turn begins. No turn of another seat may write them,
unless they hold the same constant whenever a turn begins. Then the seats are independent chains until one of them ends the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from parlour.interpreter.odds.folding.alone import Alone, alone, facts_alone
from parlour.interpreter.odds.folding.rotation import Rotation, rotation
from parlour.interpreter.odds.folding.terms import terms_of
from parlour.interpreter.odds.slicing.effects import reads, written
from parlour.interpreter.odds.slicing.graph import Graph
from parlour.interpreter.odds.slicing.slicer import Facts
from parlour.interpreter.odds.slicing.slicing import Slicer
from parlour.interpreter.odds.slicing.turn_by_turn import graph_of_turns
from parlour.interpreter.program.expressions import Constant, Expr
from parlour.interpreter.program.instructions import Clear, Instruction, Set, Target


class Independence:
    """Of the seats of one program."""

    def __init__(self, slicer: Slicer) -> None:
        self._slicer = slicer
        graph = graph_of_turns(slicer.program, slicer.bounds)
        turns = None if graph is None else rotation(graph)
        self._turns = None if graph is None or turns is None or len(turns.order) < 2 else _Turns(slicer, graph, turns)

    def games(self, results: Sequence[Expr] = ()) -> list[Alone] | None:
        """In the order of their turns. `results`: scores and measures that are read when the game is over. None where there
        is no proof."""
        turns = self._turns
        asked = None if turns is None else _asked(results, turns.order, turns.writes)
        if turns is None or asked is None:
            return None
        found = []
        for seat, terms in asked.items():
            one = turns.alone(seat, terms)
            if one is None:
                return None
            found.append(one)
        return found


class _Turns:
    def __init__(self, slicer: Slicer, graph: Graph, turns: Rotation) -> None:
        self._slicer, self._graph, self._turns = slicer, graph, turns
        self.order = turns.order
        self._facts: dict[int, Facts] = {}
        self.writes = {seat: _written(graph, turns.within[seat]) for seat in turns.order}
        self._constants = _Constants(graph, slicer.program.layout.initial, turns)

    def alone(self, seat: int, terms: Sequence[Expr]) -> Alone | None:
        """None where it depends on what others write."""
        program, bounds = self._slicer.program, self._slicer.bounds
        if seat not in self._facts:
            self._facts[seat] = facts_alone(program, self._graph, self._turns, seat)
        others = _union(self.writes[other] for other in self.order if other != seat)
        return alone(
            program, bounds, self._facts[seat], seat, terms, lambda mask: self._constants.all_settled(mask & others)
        )


def _written(graph: Graph, nodes: Sequence[int]) -> int:
    """The slots that may be written there, whether that is part of the answer or not."""
    return _union(written(o) for o in (graph.nodes[n].operation for n in nodes) if o is not None)


def _asked(results: Sequence[Expr], order: Sequence[int], writes: Mapping[int, int]) -> dict[int, list[Expr]] | None:
    """For each seat the terms that it writes; None where a term is written by several and is no slot."""
    asked: dict[int, dict[Expr, None]] = {seat: {} for seat in order}
    for weighted in (w for result in results for w in terms_of(result)):
        mask = reads((weighted.term,))
        writers = [seat for seat in order if writes[seat] & mask] or [order[0]]
        if len(writers) > 1 and mask.bit_count() > 1:
            return None
        for seat in () if isinstance(weighted.term, Constant) else writers:
            asked[seat][weighted.term] = None
    return {seat: list(terms) for seat, terms in asked.items()}


class _Constants:
    """Slots that hold the same number whenever a turn begins."""

    def __init__(self, graph: Graph, initial: Sequence[int], turns: Rotation) -> None:
        self._graph, self._initial, self._begins = graph, initial, set(turns.begins.values())
        self._known: dict[int, bool] = {}

    def all_settled(self, mask: int) -> bool:
        return all(self._settled(slot) for slot in range(mask.bit_length()) if mask >> slot & 1)

    def _settled(self, slot: int) -> bool:
        if slot not in self._known:
            held = self._held(slot)
            numbers = {held[node] for node in self._begins}
            self._known[slot] = len(numbers) == 1 and None not in numbers
        return self._known[slot]

    def _held(self, slot: int) -> dict[int, int | None]:
        """What the slot holds before each node; None where that is not always the same."""
        held: dict[int, int | None] = {0: self._initial[slot]}
        waiting = [0]
        while waiting:
            number = waiting.pop()
            after = _after(self._graph.nodes[number].operation, slot, held[number])
            for following in self._graph.successors(number):
                known = after if held.get(following, after) == after else None
                if following not in held or held[following] != known:
                    held[following] = known
                    waiting.append(following)
        return held


def _after(operation: Instruction | None, slot: int, before: int | None) -> int | None:
    if operation is None or not written(operation) >> slot & 1:
        return before
    match operation:
        case Clear(base, values):
            return values[slot - base]
        case Set(Target(base, None), Constant(value)) if base == slot:
            return value
        case _:
            return None


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
