"""Throws, tickets, coins and wheels in, the sentences that tell how they came out, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.language.resolving.typed import Device
from parlour.interpreter.locale.formatting import Value, Word
from parlour.interpreter.program.program import Role
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.table.moments import Moment
from parlour.interpreter.table.voice import Voice

THROW, DRAW, TOSS, SPIN = "chance_throw", "chance_draw", "chance_toss", "chance_spin"
_BAG = "bag of "  # how the layout names what is left in a bag


def verb_of(device: Device) -> str:
    """What is done with a device: wheels are spun, what has two sides is tossed, tickets are drawn, dice thrown."""
    sides = [side for die in device.dice for side in die.sides]
    if any(weight is not None for _, weight in sides):
        return SPIN
    if not device.put_back:
        return DRAW
    if sides and all(len(die.sides) == 2 for die in device.dice):
        return TOSS
    return DRAW if sides and device.alike and device.throw is None else THROW


class ChanceNews:
    """Tells throws at once; what is drawn from one bag, one by one, together."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._verbs = [verb_of(device) for device in voice.setting.checked.model.devices]
        self._drawn: list[Value] = []
        self._seat = -1

    def threw(self, device: int, outcome: int, seat: int) -> str:
        return self._sentence(self._verbs[device], self._voice.throw(outcome), seat)

    def takes(self, moment: Moment) -> bool:
        """Whether something is drawn from a bag. A card is told where it goes to."""
        if moment.event.kind is not Happening.DREW:
            return False
        field = self._voice.names.field(moment.event.values[0])
        return field is not None and field.role is Role.BAG and field.name.startswith(_BAG)

    def drew(self, moment: Moment, seat: int) -> Iterator[str]:
        """Remember what is drawn; what another drew before is told first."""
        if seat != self._seat:
            yield from self.rest()
        face = self._voice.program.throws.faces[moment.event.values[1]]
        self._drawn.append(Word(face) if isinstance(face, str) else face)
        self._seat = seat

    def rest(self) -> Iterator[str]:
        drawn, self._drawn = self._drawn, []
        if drawn:
            yield self._sentence(DRAW, tuple(drawn), self._seat)

    def _sentence(self, verb: str, faces: tuple[Value, ...], seat: int) -> str:
        if seat < 0:
            return self._voice.say(f"{verb}_table", throw=faces)
        who = self._voice.player(seat)
        numbers = [face for face in faces if isinstance(face, int)]
        if verb == THROW and len(numbers) == len(faces) > 1:
            return self._voice.say("chance_throw_total", who=who, throw=faces, n=sum(numbers))
        return self._voice.say(verb, who=who, throw=faces)
