"""A checked ruleset, settled, in; what each account and zone is like, in sentences of its language, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.language.document.tree import Entry, Mapping, text_of
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.statements import SHORT
from parlour.interpreter.locale.formatting import Word
from parlour.interpreter.rulebook.blocks import Cell
from parlour.interpreter.rulebook.sentences import Sentences, cell

_OWES = "owes"


class Holdings:
    """Says what holds counters and cards. What no sentence says is left as the ruleset writes it."""

    def __init__(self, sentences: Sentences) -> None:
        self._sentences, self._say, self._constant = sentences, sentences.say, sentences.constant
        self._formatter, model = sentences.formatter, sentences.model
        self._accounts = {account.symbol.name: account for account in model.accounts}
        self._zones = {zone.symbol.name: zone for zone in model.zones}

    def cell(self, section: str, entry: Entry) -> Cell:
        """One account or zone, as a cell."""
        name, fields = entry.key.text, entry.value if isinstance(entry.value, Mapping) else None
        if fields is None or name not in (self._accounts if section == "accounts" else self._zones):
            return Cell(rules=flow_text(entry.value))
        is_zone = section == "zones"
        told = dict(self._zone(self._zones[name]) if is_zone else self._account(name, fields))
        rest = (e for e in fields if e.key.text not in told or (not is_zone and self._is_reckoned(e)))
        return cell(told.values(), Mapping(tuple(rest), fields.place))

    # --- counters -----------------------------------------------------------------------------------------------------

    def _account(self, name: str, fields: Mapping) -> Iterator[tuple[str, str]]:
        account = self._accounts[name]
        yield from self._sentences.holder(account.symbol.key, account.key)
        starts = self._constant(account.starts) if account.starts is not None else 0
        if starts is not None:
            yield "starts", self._say("book_starts", text=self._formatter.show(starts))
        owes = self._constant(account.may_owe) if account.may_owe is not None else 0
        if owes is not None:
            yield "may_owe", self._say("book_owes") if owes else ""
        short = self._short(account.short)
        if short:
            yield "short", "" if short == _OWES else short
        if "seen_by" in fields.index:
            yield "seen_by", self._say(f"book_seen_by_{account.seen_by}")

    def _short(self, rule: typed.Shortage | None) -> str:
        """The sentence for what happens where there is too little; `owes` itself, which is said of the account."""
        if rule is None:
            return ""
        if rule.subject is not None:
            value = self._constant(rule.subject)
            return self._short(next((case for key, case in rule.cases if key == value), None))
        if rule.cover is not None:
            return self._say("book_short_cover", account=Word(rule.cover.symbol.name))
        if rule.body is not None:
            return self._say("book_short_does")
        value = self._constant(rule.word) if rule.word is not None else None
        if value is None:
            return ""
        return _OWES if SHORT.words[value] == _OWES else self._say("book_short_pays")

    # --- cards --------------------------------------------------------------------------------------------------------

    def _zone(self, zone: typed.Zone) -> Iterator[tuple[str, str]]:
        yield from self._sentences.holder(zone.symbol.key, zone.key)
        yield "starts", self._full(zone) if zone.starts_full else ""
        yield "order", "" if zone.order == "none" else self._say(f"book_order_{zone.order}")
        yield "seen_by", self._say(f"book_seen_by_{zone.seen_by}")
        if zone.refill is not None:
            yield "refill", self._say("book_refill", zone=Word(zone.refill.name))
        if not self._is_only_deck():
            yield (
                "holds",
                "" if zone.starts_full else self._say("book_holds", text=self._formatter.show(Word(zone.deck))),
            )
        room = self._constant(zone.room) if zone.room is not None else None
        if room is not None:
            yield "room", self._say("book_room", n=room)

    def _full(self, zone: typed.Zone) -> str:
        if self._is_only_deck():
            return self._say("book_starts_full")
        return self._say("book_starts", text=self._formatter.show(Word(zone.deck)))

    def _is_only_deck(self) -> bool:
        return len({zone.deck for zone in self._zones.values()}) == 1

    def _is_reckoned(self, field: Entry) -> bool:
        """Whether a sentence tells only what comes of a field with these options, and not by what."""
        if field.key.text not in ("starts", "may_owe", "short"):
            return False
        if isinstance(field.value, Mapping):
            return "cover" not in field.value.index
        return self._sentences.is_reckoned(field.value) and text_of(field.value) not in SHORT.words
