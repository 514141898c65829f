"""Moves and meetings of pawns in, the sentences that tell them out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.table.moments import Moment
from parlour.interpreter.table.voice import Voice


class PawnNews:
    """A move tells where the pawn comes to, with the name of the square: its arrival needs no sentence more."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def moved(self, moment: Moment, mover: int) -> Iterator[str]:
        """`mover`: whose turn it is. Another's pawn that goes back is sent."""
        token, begun, to = moment.event.values
        pawn, is_sent = self._voice.pawn(token), mover not in (-1, self._voice.owner(token))
        start, goal = self._voice.number(begun), self._voice.square(to)
        if begun == to:
            yield self._voice.say("move_stay", who=pawn, square=goal)
        elif not to:
            key = "sent_off" if is_sent else "move_off"
            yield self._voice.say(key, who=pawn, **{"from": start})
        elif not begun:
            yield self._voice.say("move_onto", who=pawn, to=goal)
        elif is_sent and to < begun:
            yield self._voice.say("sent_back", who=pawn, to=goal)
        else:
            is_back = to < begun and not self._voice.squares.words
            yield self._voice.say("move_back" if is_back else "move", who=pawn, to=goal, **{"from": start})

    def met(self, moment: Moment) -> Iterator[str]:
        token, other, square = moment.event.values
        who, whom = self._voice.pawn(token), self._voice.pawn(other)
        yield self._voice.say("meet", who=who, other=whom, square=self._voice.number(square))
