"""A state where somebody chooses in, an action out: each is tried in games played out at random, hidden things redrawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from parlour.interpreter.program.program import WINNERS, Program
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import play_out
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.random import Stream, bot_stream, game_stream
from parlour.interpreter.runtime.redrawing import redraw, sees_all
from parlour.interpreter.runtime.state import State

PLAYOUTS = 480
FEWEST = 8  # of one action
LONGEST = (
    2_000  # turns of one playout, ten times as many chances and choices; longer ones count nothing, or as they stand
)


class Playouts(Protocol):
    """Games played on at random from a state, for one program. Every executor comes to the same."""

    def worth(self, state: State, seat: int, seed: int, first: int, count: int) -> float:
        """What playouts `first` .. `first + count - 1` of a seed are worth to a seat, added up (see `worth_of`).

        The state stands at a chance or a choice, and stays as it is. Playout k draws from the game stream and the bot
        streams of game k of the seed. One in which a rule fails counts nothing.
        """
        ...


class GreedyBot:
    """Takes the action after which games played at random end best for its seat, the first on a tie.

    What the seat cannot see is redrawn before each playout, and chance comes from streams of the bot's own: it knows
    neither the cards nor the dice to come. Each action meets the same ones. One decision takes one number from the
    bot's stream. `number`: how many playouts for one decision, shared by its actions.
    """

    def __init__(self, stream: Stream, playouts: Playouts, number: int = PLAYOUTS) -> None:
        self._stream, self._playouts, self._number = stream, playouts, number

    def choose(self, state: State) -> int:
        seat, actions, seed = state.seat, state.legal_actions(), self._stream.next()
        tries = max(FEWEST, self._number // len(actions))
        if sees_all(state.machine.program, seat):
            worth = [self._after(state, seat, action, seed, 0, tries) for action in actions]
        else:
            worth = [0.0] * len(actions)
            for number in range(tries):
                copy = _redrawn(state, seat, seed, number)
                for k, action in enumerate(actions):
                    worth[k] += self._after(copy, seat, action, seed, number, 1)
        return actions[worth.index(max(worth))]

    def _after(self, state: State, seat: int, action: int, seed: int, first: int, count: int) -> float:
        copy = state.clone()
        copy.stream, copy.turns, copy.chances, copy.choices = None, 0, 0, 0  # a playout counts its own
        try:
            copy.apply(action)
        except Fault:
            return 0.0
        if copy.is_terminal:
            program = copy.machine.program
            return count * worth_of(program, seat, copy.vector[WINNERS], copy.scores())
        return self._playouts.worth(copy, seat, seed, first, count)


class MachinePlayouts:
    """Plays on the machine."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._machine = Machine(bounded(program))

    def worth(self, state: State, seat: int, seed: int, first: int, count: int) -> float:
        return sum(self._one(state, seat, seed, number) for number in range(first, first + count))

    def _one(self, state: State, seat: int, seed: int, number: int) -> float:
        copy = State(self._machine, state.vector.copy(), game_stream(seed, number), None)
        seats = range(self._program.seats)
        try:
            copy.advance()
            play_out(copy, [RandomBot(bot_stream(seed, number, each)) for each in seats])
        except Fault:
            return 0.0
        return worth_of(self._program, seat, copy.vector[WINNERS], copy.scores())


def bounded(program: Program) -> Program:
    """The program of playouts, none of which is longer than LONGEST."""
    limits = program.limits
    turns, many = min(limits.turns, LONGEST), 10 * LONGEST
    chances, choices = min(limits.chances, many), min(limits.choices, many)
    return replace(program, limits=replace(limits, turns=turns, chances=chances, choices=choices))


def worth_of(program: Program, seat: int, winners: int, scores: Sequence[int]) -> float:
    """What a seat plays for: its share of the win, or by how much its score is above the best of the others.

    `winners` is a mask of seats.
    """
    if program.aim != "score":
        return (winners >> seat & 1) / max(1, winners.bit_count())
    others = [score for other, score in enumerate(scores) if other != seat]
    return float(scores[seat] - max(others, default=0))


def _redrawn(state: State, seat: int, seed: int, number: int) -> State:
    """From a stream that no seat of playout `number` draws from."""
    copy = state.clone()
    redraw(copy, seat, bot_stream(seed, number, state.machine.program.seats))
    return copy
