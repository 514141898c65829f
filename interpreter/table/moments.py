"""The events of one stretch of a game in; the same as moments out: each with the situation, and whether words follow it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from parlour.interpreter.program.instructions import Note
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.events import Event, Happening
from parlour.interpreter.types import Kind, Type

_OF_ONE = (Note.CAUGHT, Note.FREED, Note.OUT)
TABLE = -1  # the owner of what belongs to nobody


class Moment(Struct, frozen=True):
    """One event. `vector` is the situation right after it, `before` that of the event before it.

    `is_said`: the ruleset itself tells this, in words of its own, before the game stops again.
    """

    event: Event
    vector: tuple[int, ...]
    before: tuple[int, ...]
    is_said: bool = False


class _Spoken(Struct):
    """What one `say` spoke of: numbers, cards, ranks and players, as (kind, value)."""

    values: set[tuple[Kind, int]]
    used: bool = False

    def players(self) -> set[int]:
        return {value for kind, value in self.values if kind is Kind.PLAYER}


class WordsOfRuleset:
    """Finds what the ruleset says by itself, so that nothing is told twice.

    A payment, a card or a number of turns to miss is said where a `say` of the same stretch (from one stop of the game
    to the next) speaks of that number, card or rank, and of the player concerned. One that names a player speaks for
    one event; one that names nobody speaks for all payments of its amount, and for cards of the table. That a player is
    caught, freed or out is said by a `say` right beside it that names him and nothing else.
    """

    def __init__(self, program: Program, ranks: Sequence[Sequence[int]]) -> None:
        """`ranks`: for each deck of the program, the rank of each kind (-1: none)."""
        self._program, self._names = program, SlotNames(program.layout)
        self._ranks = {deck.name: kinds for deck, kinds in zip(program.decks, ranks, strict=True)}

    def marked(self, events: Sequence[Event]) -> list[bool]:
        """For each event of a stretch, whether the ruleset says it. Words of one turn or phase tell of no other."""
        begins = [0, *(k for k, event in enumerate(events) if k and event.kind in (Note.PHASE, Note.TURN)), len(events)]
        parts = (events[begin:end] for begin, end in pairwise(begins))
        return [is_said for part in parts for is_said in self._marked(part)]

    def _marked(self, events: Sequence[Event]) -> list[bool]:
        spoken = [self._spoken(event) for event in events]
        said = [s for s in spoken if s]
        choices = [k for k, event in enumerate(events) if event.kind is Happening.CHOSE]
        after = dict(zip(choices, [*choices[1:], len(events)], strict=False))
        return [
            bool(said)
            and (self._is_told(event, spoken[k : after[k]]) if k in after else self._is_said(event, k, spoken))
            for k, event in enumerate(events)
        ]

    def _spoken(self, event: Event) -> _Spoken | None:
        if event.kind is not Note.SAID or event.text < 0:
            return None
        arguments = self._program.texts[event.text].arguments
        pairs = zip(arguments, event.values[1:], strict=True)
        return _Spoken({(type_.kind, value) for (_, type_), value in pairs})

    def _is_said(self, event: Event, at: int, spoken: Sequence[_Spoken | None]) -> bool:
        if event.kind in _OF_ONE:
            beside = [words for words in (*spoken[max(0, at - 1) : at], *spoken[at + 1 : at + 2]) if words]
            return any(words.values == {(Kind.PLAYER, event.values[0])} for words in beside)
        wanted, players = self._subject(event)
        if not wanted:
            return False
        near = sorted((k for k, s in enumerate(spoken) if s), key=lambda k: (abs(k - at), k < at))
        is_given = event.kind in (Note.DEALT, Note.PUT) and len(players) > 1
        for k in near:
            words = spoken[k]
            if is_given and k < at:
                continue  # who asks for a card has not got it yet
            if words and not words.used and wanted & words.values and _speaks_of(words, event, players):
                words.used = bool(words.players())
                return True
        return False

    def _is_told(self, choice: Event, spoken: Sequence[_Spoken | None]) -> bool:
        """Whether words that follow a choice name who chose, and the number that he chose."""
        number, seat, action, _ = choice.values
        info = self._program.choices[number]
        wanted = {(Kind.INT, action), (Kind.PLAYER, seat)}
        is_number = info.type.kind is Kind.INT and not info.options and not info.values
        return is_number and any(words and wanted <= words.values for words in spoken)

    def _subject(self, event: Event) -> tuple[set[tuple[Kind, int]], set[int]]:
        """What a sentence about the event would have to name, and the players concerned."""
        match event.kind:
            case Happening.TRANSFERRED:
                source, to, moved, lacking = event.values
                amounts = {(Kind.INT, moved), (Kind.INT, moved + lacking)}
                return amounts, _players(self._names.owner(slot) for slot in (source, to))
            case Note.DEALT | Note.PUT:
                card, source, giver, _, taker = event.values[:5]
                return self._card(self._program.layout.fields[source].type, card), _players((giver, taker))
            case Note.MISSES:
                return {(Kind.INT, event.values[1])}, {event.values[0]}
            case _:
                return set(), set()

    def _card(self, deck: Type, card: int) -> set[tuple[Kind, int]]:
        rank = self._ranks[deck.name][card] if deck.name in self._ranks else -1
        return {(Kind.CARD, card)} | ({(Kind.RANK, rank)} if rank >= 0 else set())


def _players(owners: Iterable[int]) -> set[int]:
    return {owner for owner in owners if owner != TABLE}


def _speaks_of(words: _Spoken, event: Event, players: set[int]) -> bool:
    """Whether the words name one of the players; naming nobody they speak of payments, and of what the table holds."""
    named = words.players()
    if named:
        return bool(named & players)
    return event.kind is Happening.TRANSFERRED or not players
