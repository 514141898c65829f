"""A sliced program in; the fields that grow without bound in it, so that its states have no end, out.

A game is played at random until it stands where it stood before, but for the wide slots (those with more values than states
that may be explored). What happened between is done again from further and further on: where it always adds the same, up to
more times than there may be states, every one of those is a state.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.odds.exploring.explorer import BEST, RANDOM
from parlour.interpreter.odds.slicing.slicing import Sliced, field_names
from parlour.interpreter.program.program import COUNTER, OUTCOME
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.runtime.random import Stream, bot_stream
from parlour.interpreter.runtime.state import State

GAMES, STOPS = 24, 300  # that are played, and how far each


def growing(sliced: Sliced, seats: Sequence[str], most: int) -> tuple[str, ...]:
    """Names of the fields; empty where none was found. `seats`: RANDOM, BEST or a policy each."""
    held = [slot for slot in sliced.emitted.numbers if sliced.carried >> slot & 1]
    slots = {sliced.emitted.numbers[slot]: slot for slot in held}
    fields = sliced.program.layout.fields
    wide = [s for f in fields if f.high - f.low > most for s in range(f.base, f.base + f.size) if s in slots]
    if not wide:
        return ()
    search = _Search(sliced, seats, wide, most)
    for number in range(GAMES):
        grown = search.game(number)
        if grown:
            return field_names(sliced.whole, sum(1 << slots[slot] for slot in grown))
    return ()


class _Search:
    def __init__(self, sliced: Sliced, seats: Sequence[str], wide: Sequence[int], most: int) -> None:
        self._game, self._seats, self._wide, self._most = Game(sliced.program), seats, tuple(wide), most
        self._added = set(sliced.sums)

    def game(self, number: int) -> Sequence[int]:
        """The wide slots that what happens in one game makes grow for ever."""
        state, stream = self._game.new_state(), bot_stream(0, number, 0)
        met: dict[tuple[int, ...], tuple[int, list[int]]] = {}
        done: list[int] = []
        try:
            for stop in range(STOPS):
                if state.is_terminal:
                    return ()
                key = tuple(
                    n for slot, n in enumerate(state.vector) if slot not in self._wide and slot not in self._added
                )
                before = met.setdefault(key, (stop, state.vector.copy()))
                grown = [slot for slot in self._wide if state.vector[slot] != before[1][slot]]
                if grown and self._again(state, before[1], done[before[0] :]):
                    return grown
                done.append(self._step(state, stream))
        except Fault:
            return ()
        return ()

    def _step(self, state: State, stream: Stream) -> int:
        """Let happen what may happen; what it was."""
        happened = state.draw(stream) if state.is_chance else self._chosen(state, stream)
        state.apply(happened)
        return happened

    def _chosen(self, state: State, stream: Stream) -> int:
        policy = self._seats[state.seat]
        if policy not in (RANDOM, BEST):
            action = state.machine.decision(state.vector[COUNTER]).best(state.vector, policy, state.legal)
            if action is not None:
                return action
        return state.legal[stream.below(len(state.legal))]

    def _again(self, state: State, before: Sequence[int], happened: Sequence[int]) -> bool:
        """Whether the same things add the same to the wide slots, however often they have happened."""
        steps = {slot: state.vector[slot] - before[slot] for slot in self._wide}
        times = 1
        while times <= self._most:
            start = state.vector.copy()
            for slot, step in steps.items():
                start[slot] += times * step
            if not self._leads(state, start, happened, steps):
                return False
            times *= 2
        return True

    def _leads(self, state: State, start: list[int], happened: Sequence[int], steps: dict[int, int]) -> bool:
        tried = state.clone()
        tried.vector[:] = start
        tried.advance()
        for what in happened:
            if tried.vector[OUTCOME] or what not in self._possible(tried):
                return False
            if not tried.is_chance and self._told(tried) not in (None, what):
                return False
            tried.apply(what)
        wanted = [n + steps.get(slot, 0) for slot, n in enumerate(start)]
        return all(n == m for s, (n, m) in enumerate(zip(tried.vector, wanted, strict=True)) if s not in self._added)

    def _possible(self, state: State) -> Sequence[int]:
        return state.weights().outcomes if state.is_chance else state.legal

    def _told(self, state: State) -> int | None:
        """What a policy takes; None where there is none."""
        policy = self._seats[state.seat]
        if policy in (RANDOM, BEST):
            return None
        return state.machine.decision(state.vector[COUNTER]).best(state.vector, policy, state.legal)
