"""A program in; new states, whole games played out and their results, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.bots import Bot, PolicyBot, RandomBot
from parlour.interpreter.runtime.events import Listener
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.random import Stream, bot_stream, game_stream
from parlour.interpreter.runtime.state import State

MakeBot = Callable[[Stream], Bot]  # from the stream of its own


class Game:
    """Games of one program. `checked`: every promise of the program is tested at every step (slow; for tests)."""

    def __init__(self, program: Program, checked: bool = False) -> None:
        self.program = program
        self.machine = Machine(program, checked)

    def new_state(self, seed: int | None = None, number: int = 0, listener: Listener | None = None) -> State:
        """A game at its first stop. With a seed it throws the dice of that game itself; without, the caller does."""
        state = self.unstarted(seed, number, listener)
        state.advance()
        return state

    def unstarted(self, seed: int | None = None, number: int = 0, listener: Listener | None = None) -> State:
        """A game in which nothing has run yet: for `at_phase`, `at_turn` and slots of one's own; then `advance`."""
        stream = None if seed is None else game_stream(seed, number)
        return State(self.machine, list(self.program.layout.initial), stream, listener)

    def from_json(self, data: object, program: str | None = None, listener: Listener | None = None) -> State:
        """The state that State.to_json gave; UnreadableState where it does not fit."""
        return State.from_json(self.machine, data, program, listener)

    def policies(self) -> tuple[str, ...]:
        """The names that any choice knows a policy by, in order of appearance."""
        found = (name for i in self.program.instructions for name, _ in getattr(i, "policies", ()))
        return tuple(dict.fromkeys(found))

    def played(self, seed: int, number: int = 0, bots: Sequence[MakeBot] = ()) -> State:
        """Game `number` of a seed at its end; a maker of a bot for each seat, seats beyond them at random."""
        seats = range(self.program.seats)
        makers = [bots[seat] if seat < len(bots) else RandomBot for seat in seats]
        state = self.new_state(seed, number)
        play_out(state, [make(bot_stream(seed, number, seat)) for seat, make in zip(seats, makers, strict=True)])
        return state


def policy(name: str) -> MakeBot:
    """A maker of bots that follow a policy of the ruleset."""
    return lambda stream: PolicyBot(name, stream)


def play_out(state: State, bots: Sequence[Bot], stream: Stream | None = None) -> None:
    """Play a state to its end: a bot for each seat; `stream` gives the chances of a state that has no stream."""
    while not state.is_terminal:
        if state.is_chance:
            if stream is None:
                raise ValueError("a state without a seed needs a stream to be played out")
            state.happen(stream)
        else:
            state.apply(bots[state.seat].choose(state))
