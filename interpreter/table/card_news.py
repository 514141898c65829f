"""Cards dealt, put, gathered and shuffled in, the sentences that tell it out; a card that is not seen stays a card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from parlour.interpreter.locale.formatting import Value
from parlour.interpreter.program.instructions import Note
from parlour.interpreter.program.program import Field
from parlour.interpreter.table.moments import TABLE, Moment
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.watching import Watching

_ZONES = {Note.SHUFFLED: "zone_shuffled", Note.REFILLED: "zone_refilled", Note.GATHERED: "zone_gathered"}


class _Batch(Struct):
    """Cards that went the same way; `cards` is empty where they are not seen."""

    kind: Note
    source: Field
    giver: int
    to: Field
    taker: int
    is_seen: bool
    is_played: bool
    cards: list[tuple[int, Value]] = field(default_factory=list)  # each with its kind
    number: int = 0

    @property
    def way(self) -> tuple[object, ...]:
        return self.kind, self.source.name, self.giver, self.to.name, self.taker, self.is_seen, self.is_played

    def is_dealt_like(self, other: _Batch) -> bool:
        """Whether both are parts of one deal round the table."""
        return self.kind is other.kind is Note.DEALT and self.source is other.source


class CardNews:
    """Keeps cards back until something else happens, so that five cards to each are told as one deal."""

    def __init__(self, voice: Voice, watching: Watching) -> None:
        self._voice, self._watching = voice, watching
        self._fields = voice.program.layout.fields
        self._batches: list[_Batch] = []
        self._chooser = -1

    def chosen(self, seat: int) -> None:
        """A seat (-1: none) has just chosen a card: what it then puts down, it plays."""
        self._chooser = seat

    def takes(self, moment: Moment) -> bool:
        """Whether a moment is about cards."""
        return moment.event.kind in (Note.DEALT, Note.PUT, *_ZONES)

    def told(self, moment: Moment) -> Iterator[str]:
        """What has to be told before this moment is remembered, or the sentence of what happened to a whole zone."""
        kind, values = moment.event.kind, moment.event.values
        if kind in (Note.DEALT, Note.PUT):
            if not moment.is_said:
                yield from self._remember(self._batch(moment))
            return
        yield from self.rest()
        zone = self._voice.zone(self._fields[values[0]], values[1])
        yield self._voice.say(_ZONES[Note(kind)], zone=zone)

    def rest(self) -> Iterator[str]:
        batches, self._batches = self._batches, []
        for batch in batches:
            yield self._sentence(batch)

    def _batch(self, moment: Moment) -> _Batch:
        card, source, giver, to, taker, *number = moment.event.values
        begun, goal = self._fields[source], self._fields[to]
        seen = self._watching.sees(goal, taker) or (self._watching.sees(begun, giver) and not begun.shuffled)
        count = number[0] if number else 1
        cards = [(card, self._voice.card(begun.type.name, card))] * count if seen else []
        return _Batch(Note(moment.event.kind), begun, giver, goal, taker, seen, giver == self._chooser, cards, count)

    def _remember(self, batch: _Batch) -> Iterator[str]:
        if self._batches and not (batch.is_dealt_like(self._batches[-1]) or batch.way == self._batches[-1].way):
            yield from self.rest()
        same = next((b for b in self._batches if b.way == batch.way), None)
        if same:
            same.cards += batch.cards
            same.number += batch.number
        else:
            self._batches.append(batch)

    # Sentences.

    def _sentence(self, batch: _Batch) -> str:
        if batch.taker == TABLE:
            return self._to_table(batch)
        if batch.giver == batch.taker:
            return self._laid(batch)
        if batch.giver == TABLE:
            return self._gets(batch)
        return self._gives(batch)

    def _gets(self, batch: _Batch) -> str:
        who, n = self._voice.player(batch.taker), batch.number
        if not batch.is_seen:
            return self._voice.say("deal_card" if n == 1 else "deal_cards", who=who, n=n)
        if n == 1:
            return self._voice.say("deal_this", who=who, card=batch.cards[0][1])
        return self._voice.say("deal_these", who=who, cards=self._cards(batch))

    def _gives(self, batch: _Batch) -> str:
        who, other = self._voice.player(batch.giver), self._voice.player(batch.taker)
        if batch.is_seen:
            return self._voice.say("give_cards", who=who, other=other, cards=self._cards(batch))
        return self._voice.say("give_hidden", who=who, other=other, n=batch.number)

    def _to_table(self, batch: _Batch) -> str:
        if batch.giver != TABLE:
            return self._puts(batch, self._voice.player(batch.giver))
        if batch.is_seen and batch.kind is Note.DEALT and not self._watching.sees(batch.source, TABLE):
            return self._voice.say("turn_up", card=self._one_or_all(batch))
        return self._laid(batch)

    def _puts(self, batch: _Batch, who: Value) -> str:
        """A player's cards on the table: played by his choice, or moved there by the rules."""
        if not batch.is_seen:
            return self._voice.say("put_hidden", who=who, n=batch.number)
        if not batch.is_played:
            source, target = self._voice.zone(batch.source, batch.giver), self._voice.zone(batch.to, TABLE)
            return self._voice.say("put_zones", card=self._one_or_all(batch), source=source, target=target)
        if batch.number == 1:
            return self._voice.say("put_card", who=who, card=batch.cards[0][1])
        return self._voice.say("put_cards", who=who, cards=self._cards(batch))

    def _laid(self, batch: _Batch) -> str:
        """Where cards lie now."""
        zone = self._voice.zone(batch.to, batch.taker)
        if batch.is_seen:
            return self._voice.say("deal_zone", zone=zone, card=self._one_or_all(batch))
        return self._voice.say("deal_zone_cards", zone=zone, n=batch.number)

    def _cards(self, batch: _Batch) -> tuple[Value, ...]:
        """All of them: those that were dealt in the order of the deck, others as they were put."""
        kept = sorted(batch.cards, key=lambda card: card[0]) if batch.kind is Note.DEALT else batch.cards
        return self._voice.cards([shown for _, shown in kept])

    def _one_or_all(self, batch: _Batch) -> Value:
        return batch.cards[0][1] if len(batch.cards) == 1 else self._cards(batch)
