"""A sliced program and who sits where in; the chain of all its states, by running the machine, out.

Where machine code can be had, `exploration.py` comes to the same chain, number for number, many times as fast.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import numpy as np

from parlour.interpreter.odds.exploring.chain import CHANCE, Chain, Change, Ending, Way
from parlour.interpreter.program.contents import place_from
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome, Draw, Throw
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program
from parlour.interpreter.runtime.chance import weights_of_cards
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.running import Running

RANDOM, BEST = "", "best"  # of a seat; else the name of a policy
PROBE = 1_000_003  # a sum that no small change hides
EACH = 4096  # states between two calls of `progress`
AROUND = 64  # choices of policies without a stop, from which on it is looked whether they go round

Key = bytes | tuple[int, ...]
Options = list[tuple[int, int, list[int], int]]  # action, weight, vector and address of each way on


class TooManyStates(Exception):
    """There are more states than may be explored; `chain` holds those that were."""

    def __init__(self, most: int, vectors: Sequence[Key]) -> None:
        super().__init__(f"more than {most} states")
        self.most, self.vectors = most, vectors


class _Walker(Running):
    """Runs from stop to stop, and counts the turns on the way without a limit."""

    __slots__ = ()

    def count_turn(self, address: int, place: int) -> bool:
        self.turns += 1
        steps = self.machine.program.limits.steps
        if self.turns > steps:
            self.machine.faults.fail("endless", place, steps=steps)
        return True


class Explorer:
    """`seats`: RANDOM, BEST or a policy each. `results`: the scores and measures asked for, in the program's slots.

    `sums`: slots that are only added up; they are no part of a state. `accumulating`: nothing else happens to them.
    """

    def __init__(
        self,
        program: Program,
        seats: Sequence[str],
        results: Sequence[Expr] = (),
        sums: Sequence[int] = (),
        accumulating: bool = True,
    ) -> None:
        self._program, self._seats = program, seats
        self._sums, self._accumulating = tuple(sums), accumulating
        self._machine = Machine(program)
        self._walker = _Walker(self._machine, list(program.layout.initial), None, None)
        self._results = [self._machine.evaluator(result) for result in results]
        self._changes: dict[Change, Change] = {}
        self._stops = [a for a, i in enumerate(program.instructions) if a == 0 or not _plain(i)]
        self._ranks = {address: rank for rank, address in enumerate(self._stops)}
        self._index: dict[Key, int] = {}
        self._keys: list[Key] = []
        self._ends: dict[Ending, int] = {}
        self._known_ways: dict[Way, int] = {}
        self._offsets, self._targets, self._codes = array("q", (0,)), array("i"), array("I")
        self._movers = array("b")

    def explore(self, most: int, progress: Callable[[int, int], None] = lambda done, known: None) -> Chain:
        """All states that can be reached. Raises TooManyStates, and Fault where a rule fails."""
        keys = self._keys
        start, turns, change = self._begin()
        done = 0
        while done < len(keys):
            self._expand(keys[done])
            done += 1
            if not done % EACH:
                progress(done, len(keys))
            if len(keys) > most:
                raise TooManyStates(most, keys)
        return Chain(
            np.array(self._offsets, dtype=np.int64),
            np.array(self._targets, dtype=np.int32),
            np.array(self._codes, dtype=np.uint32),
            np.array(self._movers, dtype=np.int8),
            list(self._known_ways),
            list(self._ends),
            start,
            turns,
            change,
            keys,
        )

    def vector(self, key: Key) -> list[int]:
        """The vector of a state, its counter at the stop."""
        vector = list(key)
        vector[COUNTER] = self._stops[vector[COUNTER]]
        return vector

    def _expand(self, key: Key) -> None:
        """Write down the transitions of a state; ways that lead to the same state are one."""
        mover, ways = self._ways(self.vector(key))
        merged: dict[tuple[int, int, Change | None, int], int] = {}
        total = 0
        for action, weight, vector, address in ways:
            way = (*self._walk(vector, address), action)
            merged[way] = merged.get(way, 0) + weight
            total += weight
        known = self._known_ways
        for (target, turns, change, action), weight in merged.items():
            self._targets.append(target)
            self._codes.append(known.setdefault(Way(weight, total, turns, change, action, target < 0), len(known)))
        self._offsets.append(len(self._targets))
        self._movers.append(mover)

    def _ways(self, vector: list[int]) -> tuple[int, Options]:
        """Who decides at a stop, and the ways on from it; a vector may be shared by none of them."""
        walker = self._stand(vector, vector[COUNTER])
        address, instruction = vector[COUNTER], self._program.instructions[vector[COUNTER]]
        if isinstance(instruction, Throw):
            weights = self._machine.dice.of(instruction.device, walker.dice).weights
            return CHANCE, [
                (0, weight, _with(vector, instruction.into, outcome), address + 1)
                for outcome, weight in zip(weights.outcomes, weights.weights, strict=True)
            ]
        if isinstance(instruction, Draw):
            cards = walker.cards
            weights = weights_of_cards(vector[cards : cards + instruction.kinds])
            ways = []
            for kind, weight in zip(weights.outcomes, weights.weights, strict=True):
                drawn = _with(vector, instruction.into, kind)
                drawn[cards + kind] -= 1
                ways.append((0, weight, drawn, address + 1))
            return CHANCE, ways
        best = self._seats[walker.seat] == BEST
        decided = self._decided(walker, vector)
        legal = walker.legal if decided is None else [decided]
        options = [self._chosen(vector, address, action) for action in legal]
        ways = [(action if best else 0, 1, *way) for action, way in zip(legal, options, strict=True)]
        return walker.seat if best else CHANCE, ways

    def _chosen(self, vector: list[int], address: int, action: int) -> tuple[list[int], int]:
        taken = vector.copy()
        return taken, self._machine.decision(address).take(taken, action)

    def _stand(self, vector: list[int], address: int) -> _Walker:
        walker = self._walker
        walker.vector = vector
        walker._stand()
        walker.turns = 0
        self._machine.run(vector, address, walker, False)
        return walker

    def _begin(self) -> tuple[int, int, Change | None]:
        """From the beginning of the game; what the sums are then is what is added to nothing."""
        vector = list(self._program.layout.initial)
        turns = self._run(vector, 0)
        change = Change(self._out(vector)) if self._sums else None
        return self._arrived(vector), turns, change

    def _walk(self, vector: list[int], address: int) -> tuple[int, int, Change | None]:
        """From one stop to the next: the number of the state or ending, the turns and sums on the way."""
        before = vector.copy() if self._sums and not self._accumulating else []
        turns = self._run(vector, address)
        change = self._change(vector, before, address) if self._sums else None
        return self._arrived(vector), turns, change

    def _arrived(self, vector: list[int]) -> int:
        return self._ended(vector) if vector[OUTCOME] else self._numbered(vector)

    def _run(self, vector: list[int], address: int) -> int:
        """Run to the next state or ending; policies choose on the way. The number of turns that began."""
        walker, turns, made = self._stand(vector, address), 0, 0
        before: Key = ()
        while walker.seat >= 0 and not vector[OUTCOME]:
            action = self._decided(walker, vector)
            if action is None:
                break
            made += 1
            if made >= AROUND:
                now = self._situation(vector, made)
                if now == before:
                    break  # policies go round: a state like any other, that leads back to itself
                before = before if made & (made - 1) else now
            turns += walker.turns
            walker = self._stand(vector, self._machine.decision(vector[COUNTER]).take(vector, action))
        return turns + walker.turns

    def _decided(self, walker: _Walker, vector: list[int]) -> int | None:
        """What a policy does where it is to choose; None where chance or best play decides."""
        policy = self._seats[walker.seat]
        if policy in (RANDOM, BEST):
            return None
        return self._machine.decision(vector[COUNTER]).best(vector, policy, walker.legal)

    def _situation(self, vector: list[int], made: int) -> Key:
        """All that decides how it goes on. Fault `endless` where so many choices were made and it is another each time."""
        steps = self._program.limits.steps
        if made > steps:
            self._machine.faults.fail("endless", place_from(self._program.instructions, vector[COUNTER]), steps=steps)
        return tuple(0 if slot in self._sums else value for slot, value in enumerate(vector))

    def _out(self, vector: list[int]) -> tuple[int, ...]:
        """The results where the game has ended, else the sums."""
        if vector[OUTCOME]:
            return tuple(result(vector, 0) for result in self._results)
        return tuple(vector[slot] for slot in self._sums)

    def _change(self, after: list[int], before: list[int], address: int) -> Change | None:
        """What has become of sums that were 0; by trying it out with others, what becomes of any."""
        ended, added = bool(after[OUTCOME]), self._out(after)
        if not ended and (self._accumulating or self._stays(before, address, added)):
            change = Change(added) if any(added) else None
        else:
            columns = []
            for slot in self._sums:
                tried = after.copy() if self._accumulating else before.copy()
                tried[slot] += 1
                if not self._accumulating:
                    self._run(tried, address)
                columns.append(self._out(tried))
            matrix = tuple(tuple(column[row] - added[row] for column in columns) for row in range(len(added)))
            change = Change(added, matrix)
        return change and self._changes.setdefault(change, change)

    def _stays(self, before: list[int], address: int, added: tuple[int, ...]) -> bool:
        """Whether sums that were anything come out as what they were and `added`."""
        tried = before.copy()
        for rank, slot in enumerate(self._sums):
            tried[slot] = PROBE + rank * rank * PROBE
        self._run(tried, address)
        return self._out(tried) == tuple(PROBE + r * r * PROBE + n for r, n in enumerate(added))

    def _numbered(self, vector: list[int]) -> int:
        for slot in self._sums:
            vector[slot] = 0
        vector[COUNTER] = self._ranks[vector[COUNTER]]
        try:
            key: Key = bytes(vector)
        except ValueError:
            key = tuple(vector)
        known = self._index.get(key)
        if known is None:
            known = self._index[key] = len(self._keys)
            self._keys.append(key)
        return known

    def _ended(self, vector: list[int]) -> int:
        results = () if self._sums else tuple(result(vector, 0) for result in self._results)
        ending = Ending(vector[OUTCOME], vector[WINNERS], results)
        return -1 - self._ends.setdefault(ending, len(self._ends))


def _with(vector: list[int], slot: int, value: int) -> list[int]:
    copied = vector.copy()
    copied[slot] = value
    return copied


def _plain(instruction: object) -> bool:
    return not isinstance(instruction, Throw | Draw | Choose | ChooseOne | ChooseSome)
