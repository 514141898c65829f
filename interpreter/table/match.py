"""A setting in, a game under way out: what happens moment by moment, every move on record, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.bots import bot_maker
from parlour.interpreter.program.instructions import Note
from parlour.interpreter.runtime.bots import Bot
from parlour.interpreter.runtime.events import Event
from parlour.interpreter.runtime.game import MakeBot
from parlour.interpreter.runtime.policies import TableBot
from parlour.interpreter.runtime.random import Stream, bot_stream, game_stream
from parlour.interpreter.runtime.state import State
from parlour.interpreter.table.moments import Moment, WordsOfRuleset
from parlour.interpreter.table.seats import BEST
from parlour.interpreter.table.setting import Setting

CHANCE = -1  # who makes the moves of chance


class Move(Struct, frozen=True):
    """One step of a game in the words of scenarios: what a seat chose (from 0), or how a chance came out."""

    seat: int
    spelling: str


class Position(Struct):
    """All that going back restores: the state, the streams, how many moves were made, and what is still to be told.

    `told` counts the events since the last move that have been. `asking`: what the question of a choice was last given,
    a text of the program and its values.
    """

    state: State
    chance: Stream
    bots: tuple[Stream, ...]
    moves: int = 0
    told: int = 0
    coming: tuple[Moment, ...] = ()
    asking: tuple[int, tuple[int, ...]] = (-1, ())

    def copy(self) -> Position:
        bots = tuple(stream.clone() for stream in self.bots)
        return replace(self, state=self.state.clone(), chance=self.chance.clone(), bots=bots)


class Impossible(ValueError):
    """A recorded move that this game does not allow; the message says what is possible."""


class Match:
    """One game of a setting. Its chance is that of (seed, number), as everywhere; nobody else draws from it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.moves: list[Move] = []
        self._words = WordsOfRuleset(setting.program, _ranks(setting))
        self._makers = [_maker(setting, seat.policy) for seat in setting.seats]
        self._heard: list[tuple[Event, tuple[int, ...]]] = []
        seed, number = setting.seed, setting.number
        state = setting.game.unstarted()
        bots = tuple(bot_stream(seed, number, seat) for seat in range(setting.program.seats))
        self.position = Position(state, game_stream(seed, number), bots)
        self._last = tuple(state.vector)
        state.listener = self._hear
        state.advance()
        self._told()

    @property
    def state(self) -> State:
        return self.position.state

    def next_moment(self) -> Moment | None:
        """The next event that nobody has been told; None when the game stands at a stop."""
        coming = self.position.coming
        return coming[0] if coming else None

    def pass_on(self) -> None:
        """The next moment has been told."""
        self.position.coming = self.position.coming[1:]
        self.position.told += 1

    def happen(self) -> None:
        """The chance where the game stands comes out. Raises Fault."""
        outcome = self.state.draw(self.position.chance)
        self._make(Move(CHANCE, self.state.outcome_spelling(outcome)), outcome)

    def choose(self, action: int) -> None:
        """The seat that is to choose takes a legal action. Raises Fault."""
        self._make(Move(self.state.seat, self.state.describe(action)), action)

    def bot_chooses(self) -> None:
        """The bot of the seat that is to choose does so, with the numbers of its own stream. Raises Fault."""
        seat = self.state.seat
        self.choose(self._bot(seat).choose(self.state))

    def repeat(self, move: Move) -> None:
        """Make a recorded move; Impossible where it is none here, or chance comes out otherwise. Raises Fault.

        A bot's choice is repeated too, without asking it: its stream goes on as if it had been asked.
        """
        if self.state.is_terminal:
            raise Impossible("the game is over by then")
        if self.state.is_chance:
            self._repeat_chance(move)
        else:
            self._repeat_choice(move)

    def back_to(self, position: Position) -> None:
        """Stand where the game stood: the same dice come again."""
        self.position = position.copy()
        del self.moves[position.moves :]
        self._last = tuple(self.state.vector)
        self.state.listener = self._hear

    def _repeat_chance(self, move: Move) -> None:
        if move.seat != CHANCE:
            raise Impossible(f"chance is next, and not the choice '{move.spelling}'")
        before = len(self.moves)
        self.happen()
        came = self.moves[before].spelling
        if came != move.spelling:
            raise Impossible(f"chance gives '{came}', and not '{move.spelling}'")

    def _repeat_choice(self, move: Move) -> None:
        seat = self.state.seat
        if move.seat != seat:
            raise Impossible(f"seat {seat + 1} is to choose")
        action = self.state.action_named(move.spelling)
        if action is None:
            legal = ", ".join(self.state.describe(a) for a in self.state.legal_actions()[:20])
            raise Impossible(f"'{move.spelling}' is not possible; possible: {legal}")
        if not self.setting.seats[seat].is_person:
            self._bot(seat).choose(self.state)
        self.choose(action)

    def _bot(self, seat: int) -> Bot:
        return self._makers[seat](self.position.bots[seat])

    def _make(self, move: Move, number: int) -> None:
        self.moves.append(move)
        self.position.moves, self.position.told = len(self.moves), 0
        self._last = tuple(self.state.vector)
        self.state.apply(number)
        self._told()

    def _hear(self, event: Event) -> None:
        if event.kind is Note.ASKING:
            self.position.asking = (event.text, tuple(event.values))
            return
        self._heard.append((event, tuple(self.state.vector)))

    def _told(self) -> None:
        """What was heard since the last stop becomes moments."""
        said = self._words.marked([event for event, _ in self._heard])
        vectors = [self._last, *(vector for _, vector in self._heard)]
        moments = [Moment(event, vector, vectors[k], said[k]) for k, (event, vector) in enumerate(self._heard)]
        self._heard = []
        self.position.coming += tuple(moments)


def _ranks(setting: Setting) -> Sequence[Sequence[int]]:
    known = {deck.name: [kind[1] for kind in deck.kinds] for deck in setting.checked.model.decks}
    return [known.get(deck.name, [-1] * len(deck.kinds)) for deck in setting.program.decks]


def _maker(setting: Setting, policy: str) -> MakeBot:
    best = setting.best
    if policy == BEST and best is not None:
        return lambda stream: TableBot(best, stream)
    return bot_maker(policy, setting.program)
