"""A situation and a seat in, the cards that this seat may see out, zone by zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.interpreter.locale.formatting import Value
from parlour.interpreter.program.program import Field, Role
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.watching import may_see
from parlour.interpreter.types import Kind, Type

TABLE = -1


class Hands:
    """The zones of one game."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        fields = voice.program.layout.fields
        self._zones = [f for f in fields if f.role in (Role.BAG, Role.PILE) and _deck(f).kind is Kind.CARD]

    @property
    def are_there(self) -> bool:
        return bool(self._zones)

    def lines(self, vector: Sequence[int], seat: int) -> list[str]:
        """What the seat holds, then what lies open, then how many cards lie hidden on the table."""
        own = [line for zone in self._zones for line in self._of_player(zone, vector, seat, seat)]
        others = (other for other in range(self._voice.program.seats) if other != seat)
        open_ = [line for k in others for zone in self._zones for line in self._of_player(zone, vector, k, seat)]
        table = [line for zone in self._zones if zone.key is None for line in self._zone(zone, vector, TABLE, seat)]
        nothing = [] if own else [self._voice.say("hand_empty", who=self._voice.player(seat))]
        return [*nothing, *own, *open_, *table]

    def _of_player(self, zone: Field, vector: Sequence[int], owner: int, seat: int) -> Iterator[str]:
        if zone.key is not None and zone.key.kind is Kind.PLAYER:
            yield from self._zone(zone, vector, owner, seat)

    def _zone(self, zone: Field, vector: Sequence[int], owner: int, seat: int) -> Iterator[str]:
        """A line for a zone that holds cards: which they are where the seat may see them, else how many."""
        kinds = _kinds(zone, vector, max(owner, 0))
        shown = self._voice.zone(zone, owner)
        if not kinds:
            return
        if may_see(zone, owner, seat) and not zone.shuffled:
            cards: list[Value] = [self._voice.card(_deck(zone).name, kind) for kind in kinds]
            yield self._voice.say("deal_zone", zone=shown, card=self._voice.cards(cards))
        else:
            yield self._voice.say("zone_holds", zone=shown, n=len(kinds))


def _deck(zone: Field) -> Type:
    return zone.type.element or zone.type


def _kinds(zone: Field, vector: Sequence[int], key: int) -> list[int]:
    """The kind of each card: of a bag in their order, of a pile from the top down."""
    base = zone.slot(key)
    block = vector[base : base + zone.width]
    if zone.role is Role.PILE:
        return list(reversed(block[1 : block[0] + 1]))
    return [kind for kind, count in enumerate(block) for _ in range(count)]
