"""Moments of a game in, the sentences that tell them out, in the order in which they are to be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour.interpreter.locale.formatting import Value
from parlour.interpreter.program.instructions import Note
from parlour.interpreter.program.program import PHASE, TURN
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.table.card_news import CardNews
from parlour.interpreter.table.chance_news import ChanceNews
from parlour.interpreter.table.moments import Moment
from parlour.interpreter.table.pawn_news import PawnNews
from parlour.interpreter.table.payment_news import PaymentNews
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.watching import Watching
from parlour.interpreter.types import Kind


class Narrator:
    """Tells one game. Cards of the same kind of move are told together, once something else happens."""

    def __init__(self, voice: Voice, watching: Watching) -> None:
        self._voice, self._watching, self._program = voice, watching, voice.program
        self._cards = CardNews(voice, watching)
        self._chance = ChanceNews(voice)
        self._pawns = PawnNews(voice)
        self._payments = PaymentNews(voice, watching)
        self._alone: tuple[int, int, int] | None = None  # the last choice, where there was nothing else to choose
        self._tellers: dict[Note | Happening, Callable[[Moment], Iterator[str]]] = {
            Note.PHASE: self._phase,
            Happening.COUNTED: self._turn,
            Happening.THREW: self._threw,
            Happening.TRANSFERRED: self._payments.told,
            Happening.CHOSE: self._chose,
            Happening.ENDED: self._ended,
            Note.MISSED: self._missed,
            Note.WAITED: lambda m: self._about(m, "turn_held"),
            Note.MISSES: self._misses,
            Note.CAUGHT: lambda m: self._about(m, "player_caught"),
            Note.FREED: self._freed,
            Note.OUT: lambda m: self._about(m, "player_out"),
            Note.MOVED: lambda m: self._pawns.moved(m, self.seat_of(m)),
            Note.MET: self._pawns.met,
            Note.SAID: self._said,
        }

    def told(self, moment: Moment) -> list[str]:
        """The sentences of one moment, after those that were kept back before it."""
        if self._cards.takes(moment):
            return [*self._chance.rest(), *self._cards.told(moment)]
        if self._chance.takes(moment):
            return [*self._cards.rest(), *self._chance.drew(moment, self.seat_of(moment))]
        teller = self._tellers.get(moment.event.kind)
        sentences = list(teller(moment)) if teller else []
        return [*self.rest(), *sentences] if sentences else []

    def aside(self, moment: Moment) -> tuple[int, str] | None:
        """The seat of one of several people, and the sentence that is for him alone; None where the moment is none such."""
        if moment.event.kind is not Note.SAID or not self._watching.confides(moment.event.values[0]):
            return None
        hearer, *values = moment.event.values
        return hearer, self._voice.says(moment.event.text, values)

    def rest(self) -> list[str]:
        """What was kept back: told before anybody is asked, and at the end."""
        return [*self._cards.rest(), *self._chance.rest()]

    def seat_of(self, moment: Moment) -> int:
        """Whose turn it is; -1 where nobody's."""
        vector = moment.vector
        return vector[TURN] if self._program.phases[vector[PHASE]].turn_entry >= 0 else -1

    # Turns and phases.

    def _phase(self, moment: Moment) -> Iterator[str]:
        number = moment.event.values[0]
        if self._voice.is_named(number):
            yield self._voice.say("phase_begins", phase=self._voice.word(self._program.phases[number].name))

    def _turn(self, moment: Moment) -> Iterator[str]:
        number, seat = moment.event.values
        yield self._voice.say("turn_number", n=number, who=self._voice.player(seat))

    def _missed(self, moment: Moment) -> Iterator[str]:
        seat, left = moment.event.values
        yield from self._about(moment, "turn_missed")
        if left:
            yield self._voice.say("turns_left_to_miss", who=self._voice.player(seat), n=left)

    def _misses(self, moment: Moment) -> Iterator[str]:
        seat, number = moment.event.values
        if number and not moment.is_said:
            yield self._voice.say("turns_to_miss", who=self._voice.player(seat), n=number)

    def _freed(self, moment: Moment) -> Iterator[str]:
        """Told where he was caught or had turns to miss: rules may free whoever it is."""
        seat = moment.event.values[0]
        fields = (self._program.layout.named(name) for name in ("caught", "missing"))
        if any(field and moment.before[field.slot(seat)] for field in fields):
            yield from self._about(moment, "player_freed")

    def _about(self, moment: Moment, key: str) -> Iterator[str]:
        if not moment.is_said:
            yield self._voice.say(key, who=self._voice.player(moment.event.values[0]))

    # Chance and choices.

    def _threw(self, moment: Moment) -> Iterator[str]:
        device, _, outcome = moment.event.values
        yield self._chance.threw(device, outcome, self.seat_of(moment))

    def _chose(self, moment: Moment) -> Iterator[str]:
        """Not told: which card or pawn is chosen (what becomes of it tells that), and what is chosen in secret."""
        number, seat, action, alone = moment.event.values
        choice = self._program.choices[number]
        kind = Kind.WORD if choice.options else (choice.type.element or choice.type).kind
        self._cards.chosen(seat if kind is Kind.CARD else -1)
        if kind in (Kind.CARD, Kind.TOKEN) or not self._watching.knows(number):
            return
        is_person = self._voice.setting.seats[seat].is_person
        if alone and choice.options and not is_person:
            return  # nobody wonders why a bot was not asked
        before, self._alone = self._alone, (number, seat, action) if alone else None
        if self._alone and self._alone == before:
            return  # several times the same, one right after the other
        if moment.is_said and not (alone and is_person):
            return
        who, chosen = self._voice.player(seat), self._voice.action(choice, action)
        if alone:
            yield self._voice.say("chosen_alone", who=who, choice=chosen)
        elif isinstance(chosen, tuple):
            yield self._voice.say("chosen_some", who=who, choices=chosen)
        else:
            yield self._voice.say("chosen", who=who, choice=chosen)

    # Words.

    def _said(self, moment: Moment) -> Iterator[str]:
        hearer, *values = moment.event.values
        if self._watching.hears(hearer):
            yield self._voice.says(moment.event.text, values)

    def _ended(self, moment: Moment) -> Iterator[str]:
        outcome, winners, *_ = moment.event.values
        name = self._program.outcomes[outcome]
        text = moment.event.text
        if text >= 0 and self._voice.has_text(name):
            yield self._voice.says(text, moment.event.values[2:])
        elif self._voice.has_text(name):
            yield self._voice.say(name, who=self._voice.players(winners))
        else:
            yield self._voice.say("outcome", outcome=self._voice.word(name))
        if not self._voice.shows(name, "who"):
            yield from self._winners(winners)

    def _winners(self, mask: int) -> Iterator[str]:
        winners: tuple[Value, ...] = self._voice.players(mask)
        if not winners:
            yield self._voice.say("winners_none")
        elif len(winners) == self._program.seats > 1:
            yield self._voice.say("winners_all")
        else:
            yield self._voice.say("winners", winners=winners, n=len(winners))
