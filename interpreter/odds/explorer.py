"""A sliced program and who sits where in; the chain of all its states, by running the program itself, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.interpreter.odds.chain import CHANCE, Chain, Ending
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome, Draw, Throw
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program
from parlour.interpreter.runtime.chance import weights_of_cards
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.running import Running

RANDOM, BEST = "", "best"  # of a seat; else the name of a policy
EACH = 4096  # states between two calls of `progress`

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
        return True


class Explorer:
    """`seats`: RANDOM, BEST or a policy each. `sums`: slots that are only added up; they are no part of a state.

    `results`: how many scores and measures an ending has, seats first.
    """

    def __init__(
        self, program: Program, seats: Sequence[str], sums: Sequence[int] = (), asked: Sequence[str] = ()
    ) -> None:
        self._program, self._seats, self._sums = program, seats, tuple(sums)
        self._machine = Machine(program)
        self._walker = _Walker(self._machine, list(program.layout.initial), None, None)
        self._scores = "scores" in asked
        self._measures = "measures" in asked
        self._stops = [a for a, i in enumerate(program.instructions) if a == 0 or not _plain(i)]
        self._ranks = {address: rank for rank, address in enumerate(self._stops)}
        self._index: dict[Key, int] = {}
        self._keys: list[Key] = []
        self._ends: dict[Ending, int] = {}
        self.chain = Chain()

    def explore(self, most: int, progress: Callable[[int, int], None] = lambda done, known: None) -> Chain:
        """All states that can be reached. Raises TooManyStates, and Fault where a rule fails."""
        chain, keys = self.chain, self._keys
        chain.vectors = keys
        chain.start, chain.start_turns, chain.start_rewards = self._walk(list(self._program.layout.initial), 0)
        done = 0
        while done < len(keys):
            self._expand(keys[done])
            done += 1
            if not done % EACH:
                progress(done, len(keys))
            if len(keys) > most:
                raise TooManyStates(most, keys)
        chain.endings = list(self._ends)
        return chain

    def vector(self, key: Key) -> list[int]:
        """The vector of a state, its counter at the stop."""
        vector = list(key)
        vector[COUNTER] = self._stops[vector[COUNTER]]
        return vector

    def _expand(self, key: Key) -> None:
        """Write down the transitions of a state; ways that lead to the same state are one."""
        chain = self.chain
        mover, ways = self._ways(self.vector(key))
        merged: dict[tuple[int, int, tuple[int, ...], int], int] = {}
        total = 0
        for action, weight, vector, address in ways:
            way = (*self._walk(vector, address), action)
            merged[way] = merged.get(way, 0) + weight
            total += weight
        for (target, turns, rewards, action), weight in merged.items():
            chain.targets.append(target)
            chain.weights.append(weight)
            chain.turns.append(turns)
            chain.rewards.append(rewards)
            chain.actions.append(action)
        chain.offsets.append(len(chain.targets))
        chain.totals.append(total)
        chain.movers.append(mover)

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
        options = [self._chosen(vector, address, action) for action in walker.legal]
        ways = [(action if best else 0, 1, *way) for action, way in zip(walker.legal, options, strict=True)]
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

    def _walk(self, vector: list[int], address: int) -> tuple[int, int, tuple[int, ...]]:
        """Run to the next state or ending: its number, the turns and sums on the way."""
        walker, turns = self._stand(vector, address), 0
        while walker.seat >= 0 and not vector[OUTCOME]:
            policy = self._seats[walker.seat]
            if policy in (RANDOM, BEST):
                break
            decision = self._machine.decision(vector[COUNTER])
            action = decision.best(vector, policy, walker.legal)
            if action is None:
                break
            turns += walker.turns
            walker = self._stand(vector, decision.take(vector, action))
        turns += walker.turns
        rewards = self._collected(vector)
        return (self._ended(vector) if vector[OUTCOME] else self._numbered(vector)), turns, rewards

    def _collected(self, vector: list[int]) -> tuple[int, ...]:
        if not self._sums:
            return ()
        found = tuple(vector[slot] for slot in self._sums)
        for slot in self._sums:
            vector[slot] = 0
        return found if any(found) else ()

    def _numbered(self, vector: list[int]) -> int:
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
        results: list[int] = []
        if self._scores:
            results += [score(vector, seat) for seat, score in enumerate(self._machine.scores)]
        if self._measures:
            results += [measure(vector, 0) for _, measure in self._machine.measures]
        ending = Ending(vector[OUTCOME], vector[WINNERS], tuple(results))
        return -1 - self._ends.setdefault(ending, len(self._ends))


def _with(vector: list[int], slot: int, value: int) -> list[int]:
    copied = vector.copy()
    copied[slot] = value
    return copied


def _plain(instruction: object) -> bool:
    return not isinstance(instruction, Throw | Draw | Choose | ChooseOne | ChooseSome)
