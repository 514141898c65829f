"""Events of a game in, what happened in plain words out, each with the place in the ruleset that caused it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from parlour.interpreter.program.instructions import Note
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import Program, TextInfo
from parlour.interpreter.runtime.events import Event, Happening
from parlour.interpreter.scenarios.scenario import Told
from parlour.interpreter.scenarios.values import Values, shown
from parlour.interpreter.source import Place
from parlour.interpreter.types import PLAYER, TOKEN


class Teller:
    """Tells events of one program in English, with the names of the ruleset."""

    def __init__(self, program: Program, values: Values, squares: Mapping[int, Place]) -> None:
        """`squares`: where each is written, by its number."""
        self.program, self.values, self._squares = program, values, squares
        self._slots = SlotNames(program.layout)
        self._sentences: dict[Note | Happening, Callable[..., str]] = {
            Happening.THREW: self._threw,
            Happening.DREW: lambda base, kind: f"{self._card(base, kind)} is drawn from {self._slot(base)}",
            Happening.TRANSFERRED: self._transferred,
            Happening.CHOSE: self._chose,
            Note.PHASE: lambda phase: f"phase {program.phases[phase].name}",
            Note.TURN: lambda seat: f"turn of {self._seat(seat)}",
            Note.MISSED: lambda seat, left: f"{self._seat(seat)} misses a turn, and {left} more",
            Note.WAITED: lambda seat: f"{self._seat(seat)} is caught and waits",
            Note.MOVED: lambda token, a, b: f"{self._pawn(token)} moves from {self._square(a)} to {self._square(b)}",
            Note.LANDED: lambda token, square: f"{self._pawn(token)} lands on {self._square(square)}",
            Note.MET: lambda a, b, square: f"{self._pawn(a)} meets {self._pawn(b)} on {self._square(square)}",
            Note.MISSES: lambda seat, turns: f"{self._seat(seat)} is to miss {turns} turns",
            Note.CAUGHT: lambda seat: f"{self._seat(seat)} is caught",
            Note.FREED: lambda seat: f"{self._seat(seat)} is free",
            Note.OUT: lambda seat: f"{self._seat(seat)} is out",
            Note.DEALT: lambda card, *ends: self._moved("is dealt", card, 1, *ends),
            Note.PUT: lambda card, a, b, c, d, n: self._moved("goes", card, n, a, b, c, d),
            Note.SHUFFLED: lambda zone, owner: f"{self._zone(zone, owner)} is shuffled",
            Note.REFILLED: lambda zone, owner: f"{self._zone(zone, owner)} is filled again",
            Note.GATHERED: lambda zone, owner: f"all cards come home to {self._zone(zone, owner)}",
        }

    def told(self, events: Sequence[Event]) -> Iterator[Told]:
        """What is worth telling, in order."""
        return self._told(zip(events, chain(islice(events, 1, None), (None,)), strict=False))

    def last_told(self, events: Sequence[Event], most: int) -> tuple[Told, ...]:
        """The end of what is worth telling, in order; a game may have tens of thousands of events before it."""
        backwards = self._told(zip(reversed(events), chain((None,), reversed(events)), strict=False))
        return tuple(islice(backwards, most))[::-1]

    def _told(self, pairs: Iterable[tuple[Event, Event | None]]) -> Iterator[Told]:
        """Of events and what came after each."""
        for event, after in pairs:
            twice = event.kind is Happening.DREW and after is not None and after.kind is Note.DEALT
            if event.kind not in (Happening.COUNTED, Note.ASKING) and not twice:
                yield Told(self.sentence(event), self._place(event))

    def _place(self, event: Event) -> Place | None:
        """What caused an event; of a landing the square, where it has a key of its own."""
        own = self._squares.get(event.values[1]) if event.kind is Note.LANDED else None
        return own or (self.program.places[event.place] if event.place >= 0 else None)

    def sentence(self, event: Event) -> str:
        """One event in words."""
        if event.kind is Happening.ENDED:
            return self._ended(event)
        if event.kind is Note.SAID:
            text = self.program.texts[event.text]
            return f"says '{text.name}'{self._arguments(text, event.values[1:])}"
        return self._sentences[event.kind](*event.values)

    # --- sentences ----------------------------------------------------------------------------------------------------

    def _ended(self, event: Event) -> str:
        outcome, mask = event.values[:2]
        winners = [self._seat(k) for k in range(self.program.seats) if mask >> k & 1]
        return f"the game ends: {self.program.outcomes[outcome]}, won by {' and '.join(winners) or 'nobody'}"

    def _threw(self, device: int, number: int, outcome: int) -> str:
        return f"{self.program.devices[device].name} shows {self.values.speller.throw(outcome)}"

    def _transferred(self, source: int, to: int, moved: int, lacking: int) -> str:
        short = f" ({lacking} is lacking)" if lacking else ""
        return f"{moved} from {self._slot(source)} to {self._slot(to)}{short}"

    def _chose(self, choice: int, seat: int, action: int, forced: int) -> str:
        info = self.program.choices[choice]
        alone = " (there is no other)" if forced else ""
        return f"{self._seat(seat)} chooses {self.values.speller.action(info, action)} at {info.name}{alone}"

    def _moved(self, verb: str, card: int, number: int, source: int, giver: int, to: int, taker: int) -> str:
        field = self.program.layout.fields[source]
        name = self.values.spell(field.type.element or field.type, card)
        times = f"{number} times " if number != 1 else ""
        return f"{times}{name} {verb} from {self._zone(source, giver)} to {self._zone(to, taker)}"

    # --- words --------------------------------------------------------------------------------------------------------

    def _arguments(self, text: TextInfo, values: Sequence[int]) -> str:
        spell = self.values.spell
        spelled = [
            f"{name}: {shown(spell(type_, v) for v in value) if isinstance(value, tuple) else spell(type_, value)}"
            for name, type_, value in text.given(values)
        ]
        return f" ({', '.join(spelled)})" if spelled else ""

    def _seat(self, seat: int) -> str:
        return self.values.spell(PLAYER, seat)

    def _pawn(self, token: int) -> str:
        return self.values.spell(TOKEN, token)

    def _square(self, square: int) -> str:
        at = self.program.layout.named("at")
        return self.values.spell(at.type, square) if at else str(square)

    def _zone(self, number: int, owner: int) -> str:
        name = self.program.layout.fields[number].name
        return f"{name} of {self._seat(owner)}" if owner >= 0 else name

    def _slot(self, slot: int) -> str:
        field = self._slots.field(slot)
        if field is None:
            return f"slot {slot}"
        return field.name + (f" of {self.values.spell(field.key, self._slots.key(slot))}" if field.key else "")

    def _card(self, base: int, kind: int) -> str:
        field = self._slots.field(base)
        if field is not None and field.type.words:
            return field.type.words[kind]
        return str(self.program.throws.faces[kind]) if kind < len(self.program.throws.faces) else str(kind)
