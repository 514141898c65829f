"""A state where somebody chooses in, an action out: each is tried in games played out at random, hidden things redrawn."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.program.program import Field, Program, Role
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.random import Stream
from parlour.interpreter.runtime.state import State
from parlour.interpreter.types import Kind

PLAYOUTS = 240
FEWEST = 8  # of one action
LONGEST = 2_000  # choices of one playout; what has not ended by then counts as it stands


class GreedyBot:
    """Takes the action after which games played at random end best for its seat, the first on a tie.

    What the seat cannot see is redrawn before each playout, and chance comes from the bot's own stream: it knows
    neither the cards nor the dice to come. `playouts`: how many for one decision, shared by its actions.
    """

    def __init__(self, stream: Stream, playouts: int = PLAYOUTS) -> None:
        self._stream, self._random, self._playouts = stream, RandomBot(stream), playouts

    def choose(self, state: State) -> int:
        seat, actions = state.seat, state.legal_actions()
        tries = max(FEWEST, self._playouts // len(actions))
        worth = {action: sum(self._tried(state, seat, action) for _ in range(tries)) for action in actions}
        return max(actions, key=lambda action: worth[action])

    def _tried(self, state: State, seat: int, action: int) -> float:
        """How one game ends for the seat when it does this; a fault of the rules on the way counts nothing."""
        copy = state.clone()
        copy.stream = self._stream
        redraw(copy, seat, self._stream)
        try:
            copy.apply(action)
            for _ in range(LONGEST):
                if copy.is_terminal:
                    break
                copy.apply(self._random.choose(copy))
        except Fault:
            return 0.0
        return value_for(copy, seat)


def value_for(state: State, seat: int) -> float:
    """What a seat plays for: its share of the win, or by how much its score is above the best of the others."""
    program = state.machine.program
    if program.aim != "score":
        return float(state.returns()[seat]) if state.is_terminal else 0.0
    scores = state.scores()
    others = [score for other, score in enumerate(scores) if other != seat]
    return float(scores[seat] - max(others, default=0))


def redraw(state: State, seat: int, stream: Stream) -> None:
    """Everything that the seat cannot see becomes something that it could be.

    The cards of hidden zones are shuffled together and dealt back, as many as there were in each; hidden variables of
    others take any value of their range.
    """
    program, v = state.machine.program, state.vector
    for deck in program.decks:
        blocks = list(_hidden_blocks(program, deck.name, seat))
        cards = [card for field, base in blocks for card in _held(field, base, v)]
        _shuffle(cards, stream)
        for field, base in blocks:
            count = len(_held(field, base, v))
            _lay(field, base, v, cards[:count])
            del cards[:count]
    for field, slot in _hidden_values(program, seat):
        v[slot] = field.low + stream.below(field.high - field.low + 1)


def _is_hidden(field: Field, key: int, seat: int) -> bool:
    own = field.key is not None and field.key.kind is Kind.PLAYER and key == seat
    return field.seen_by == "nobody" or (field.seen_by == "owner" and not own)


def _hidden_blocks(program: Program, deck: str, seat: int) -> Iterator[tuple[Field, int]]:
    """The zones of a deck that the seat cannot look into, each with its first slot."""
    for field in program.layout.fields:
        if field.role in (Role.BAG, Role.PILE) and field.type.kind is Kind.CARD and field.type.name == deck:
            for key in range(field.keys):
                if _is_hidden(field, key + field.first, seat):
                    yield field, field.base + key * field.width


def _hidden_values(program: Program, seat: int) -> Iterator[tuple[Field, int]]:
    for field in program.layout.fields:
        if field.role is Role.VARIABLE and field.seen_by != "all" and field.high - field.low < 1_000:
            for key in range(field.keys):
                if _is_hidden(field, key + field.first, seat):
                    yield field, field.base + key


def _held(field: Field, base: int, v: list[int]) -> list[int]:
    """The cards of a zone: of a bag by kind, of a pile from the bottom."""
    if field.role is Role.PILE:
        return v[base + 1 : base + 1 + v[base]]
    return [kind for kind in range(field.width) for _ in range(v[base + kind])]


def _lay(field: Field, base: int, v: list[int], cards: list[int]) -> None:
    if field.role is Role.PILE:
        v[base + 1 : base + 1 + len(cards)] = cards
        return
    for kind in range(field.width):
        v[base + kind] = cards.count(kind)


def _shuffle(cards: list[int], stream: Stream) -> None:
    """Fisher–Yates from the end, one number a card."""
    for last in range(len(cards) - 1, 0, -1):
        other = stream.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
