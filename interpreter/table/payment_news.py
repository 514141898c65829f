"""Payments in, the sentences that tell those of which the ruleset itself says nothing, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.table.moments import Moment
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.watching import Watching


class PaymentNews:
    """What falls short, and a debt that is made, is told in any case; a payment of nothing, or to oneself, never."""

    def __init__(self, voice: Voice, watching: Watching) -> None:
        self._voice, self._watching = voice, watching

    def told(self, moment: Moment) -> Iterator[str]:
        source, to, moved, lacking = moment.event.values
        if not (self._is_open(source) or self._is_open(to)):
            return
        payer = self._voice.names.owner(source)
        if lacking and (payer >= 0 or not moment.is_said):
            yield self._short(source, moved, lacking)
        elif moved and source != to and not moment.is_said:
            yield self._payment(source, to, moved)
        balance = moment.vector[source]
        if moved and balance < 0 and payer >= 0:
            yield self._voice.say("transfer_owes", who=self._voice.player(payer), n=-balance)

    def _is_open(self, slot: int) -> bool:
        field = self._voice.names.field(slot)
        return field is None or self._watching.sees(field, self._voice.names.owner(slot))

    def _short(self, source: int, moved: int, lacking: int) -> str:
        account, payer = self._voice.account(source)
        due = moved + lacking
        if payer < 0:
            return self._voice.say("transfer_short_account", n=moved, due=due, account=account)
        who = self._voice.player(payer)
        if not moved:
            return self._voice.say("transfer_nothing", who=who)
        return self._voice.say("transfer_short", who=who, n=moved, due=due)

    def _payment(self, source: int, to: int, moved: int) -> str:
        (giving, payer), (getting, taker) = self._voice.account(source), self._voice.account(to)
        if payer >= 0 and taker >= 0 and payer != taker:
            who, other = self._voice.player(payer), self._voice.player(taker)
            return self._voice.say("transfer_players", who=who, other=other, n=moved)
        if payer >= 0 and taker < 0:
            return self._voice.say("transfer_pay", who=self._voice.player(payer), n=moved, account=getting)
        if taker >= 0 and payer < 0:
            return self._voice.say("transfer_get", who=self._voice.player(taker), n=moved, account=giving)
        between = self._voice.say("transfer_accounts", n=moved, source=giving, target=getting)
        if payer < 0:
            return between
        return self._voice.say("status_of", who=self._voice.player(payer), text=between)
