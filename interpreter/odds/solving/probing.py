"""A slice and who plays his best in; what a few games played at random show to be no best play, before all is explored."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.odds.slicing.slicing import Sliced
from parlour.interpreter.odds.solving.payoff import WIN, refuse_many, refuse_others
from parlour.interpreter.program.program import WINNERS
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.runtime.random import bot_stream

GAMES, STOPS = 8, 1000  # that are played, and how far each


def probe(sliced: Sliced, best: Sequence[int], aim: str) -> None:
    """Raises NoBestPlay where too many seats decide, or two of them do not want the opposite.

    What it does not find, the chain shows later.
    """
    game = Game(sliced.program)
    deciding: set[int] = set()
    endings: set[int] = set()
    for number in range(GAMES if len(best) > 1 else 0):
        try:
            _play(game, number, deciding, endings)
        except Fault:
            return  # in its own words, by who explores
        found = sorted(deciding.intersection(best))
        refuse_many(found)
        if aim == WIN and len(found) == 2:
            refuse_others([[_won(winners, seat) for winners in endings] for seat in found])


def _play(game: Game, number: int, deciding: set[int], endings: set[int]) -> None:
    """One game at random; adds who decided in it, and the mask of who won where it came to an end."""
    state, stream = game.new_state(0, number), bot_stream(0, number, 0)
    for _ in range(STOPS):
        if state.is_terminal:
            endings.add(state.vector[WINNERS])
            return
        if state.is_chance:
            state.happen(stream)
        else:
            deciding.add(state.seat)
            state.apply(state.legal[stream.below(len(state.legal))])


def _won(winners: int, seat: int) -> float:
    return (winners >> seat & 1) / max(1, winners.bit_count())
