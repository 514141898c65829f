"""A state where somebody chooses in, the action of a bot out."""

from __future__ import annotations

from typing import Protocol

from parlour.interpreter.program.program import COUNTER
from parlour.interpreter.runtime.random import Stream
from parlour.interpreter.runtime.state import State


class Bot(Protocol):
    """Chooses for a seat; asked only where there is more than one legal action."""

    def choose(self, state: State) -> int:
        """One of state.legal_actions(); the state is not to be changed."""
        ...


class RandomBot:
    """Each legal action equally likely: one number below their count, in ascending order."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, state: State) -> int:
        return state.legal[self._stream.below(len(state.legal))]


class PolicyBot:
    """The highest worth that a policy of the ruleset names, the first on a tie; where it says nothing, at random."""

    def __init__(self, policy: str, stream: Stream) -> None:
        self._policy, self._random = policy, RandomBot(stream)

    def choose(self, state: State) -> int:
        decision = state.machine.decision(state.vector[COUNTER])
        best = decision.best(state.vector, self._policy, state.legal)
        return self._random.choose(state) if best is None else best
