"""What happens at a table in, JSON Lines out: a head, then each event with its place, and each sentence that was told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from parlour.interpreter.program.instructions import Note
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import Field
from parlour.interpreter.runtime.events import Event, Happening
from parlour.interpreter.runtime.spelling import Speller
from parlour.interpreter.table.moments import Moment
from parlour.interpreter.table.reasons import shown
from parlour.interpreter.table.setting import Setting
from parlour.interpreter.table.watching import Watching
from parlour.interpreter.types import Kind

# What the numbers of an event are, where they are spelled alike everywhere. Seats count from 1 in a log.
_NAMES: dict[Note | Happening, tuple[str, ...]] = {
    Happening.COUNTED: ("number", "seat"),
    Note.TURN: ("seat",),
    Note.MISSED: ("seat", "left"),
    Note.WAITED: ("seat",),
    Note.MOVED: ("pawn", "from", "to"),
    Note.LANDED: ("pawn", "square"),
    Note.MET: ("pawn", "other", "square"),
    Note.MISSES: ("seat", "turns"),
    Note.CAUGHT: ("seat",),
    Note.FREED: ("seat",),
    Note.OUT: ("seat",),
}
_FROM_ONE = {"seat", "pawn", "other"}


Stand = tuple[int, int]  # moves made, and events told since the last


class Spelled:
    """Events of one game as plain data. A card that is not open at the table is null."""

    def __init__(self, setting: Setting, watching: Watching) -> None:
        self._program, self._watching = setting.program, watching
        self._names, self._speller = SlotNames(setting.program.layout), Speller(setting.program)
        self._squares = setting.checked.model.square_places()

    def of(self, moment: Moment) -> dict[str, Any]:
        """`{event, … , at}`; `at` is `file:line` of what caused it."""
        event = moment.event
        place = self._squares.get(event.values[1]) if event.kind is Note.LANDED else None
        place = place or (self._program.places[event.place] if event.place >= 0 else None)
        return {"event": str(event.kind), **self._values(event), **({"at": shown(place)} if place else {})}

    def _values(self, event: Event) -> dict[str, Any]:
        values, program = event.values, self._program
        match event.kind:
            case Note.PHASE:
                return {"phase": program.phases[values[0]].name}
            case Happening.THREW:
                return {"device": program.devices[values[0]].name, "outcome": self._speller.throw(values[2])}
            case Happening.DREW:
                return self._drew(*values)
            case Happening.TRANSFERRED:
                source, to = (self._account(slot) for slot in values[:2])
                return {"from": source, "to": to, "moved": values[2], "lacking": values[3]}
            case Happening.CHOSE:
                return self._chose(*values)
            case Happening.ENDED:
                winners = [k + 1 for k in range(program.seats) if values[1] >> k & 1]
                return {"outcome": program.outcomes[values[0]], "winners": winners}
            case Note.DEALT | Note.PUT:
                return self._card(*values)
            case Note.SHUFFLED | Note.REFILLED | Note.GATHERED:
                return {"zone": self._zone(program.layout.fields[values[0]], values[1])}
            case Note.SAID:
                return self._said(event)
            case _:
                named = zip(_NAMES[event.kind], values, strict=True)
                return {name: n + 1 if name in _FROM_ONE else n for name, n in named}

    def _drew(self, slot: int, kind: int) -> dict[str, Any]:
        """From which zone; what was drawn is told where it goes to."""
        field = self._names.field(slot)
        return {"zone": self._zone(field, self._names.owner(slot))} if field else {}

    def _chose(self, number: int, seat: int, action: int, alone: int) -> dict[str, Any]:
        choice = self._program.choices[number]
        spelled = self._speller.action(choice, action)
        return {"choice": choice.name, "seat": seat + 1, "action": spelled, "alone": bool(alone)}

    def _card(self, card: int, source: int, giver: int, to: int, taker: int, number: int = 1) -> dict[str, Any]:
        begun, goal = self._program.layout.fields[source], self._program.layout.fields[to]
        is_open = self._watching.sees(goal, taker) or (self._watching.sees(begun, giver) and not begun.shuffled)
        deck = begun.type.element or begun.type
        ends = {"from": self._zone(begun, giver), "to": self._zone(goal, taker), "number": number}
        return {"card": self._speller.value(deck, card) if is_open else None, **ends}

    def _account(self, slot: int) -> str:
        field = self._names.field(slot)
        if field and field.key and field.key.kind is not Kind.PLAYER:
            return f"{field.name}[{self._speller.value(field.key, self._names.key(slot))}]"
        return self._zone(field, self._names.owner(slot)) if field else ""

    def _zone(self, field: Field, owner: int) -> str:
        return field.name if owner < 0 else f"{field.name}[{owner + 1}]"

    def _said(self, event: Event) -> dict[str, Any]:
        hearer, *values = event.values
        info = self._program.texts[event.text]
        spell = self._speller.value
        if not self._watching.hears(hearer):
            return {"text": info.name, "to": hearer + 1}
        spelled = {
            name: [spell(type_, one) for one in value] if isinstance(value, tuple) else spell(type_, value)
            for name, type_, value in info.given(values)
        }
        return {"text": info.name, "to": hearer + 1 if hearer >= 0 else None, "values": spelled}


class Journal:
    """A log that is written as the game goes on. Raises OSError when it cannot be."""

    def __init__(self, path: Path, head: dict[str, Any], spelled: Spelled) -> None:
        self._spelled, self._path = spelled, path
        self._file: TextIO = path.open("w", encoding="utf-8")
        self._standing: list[Stand] = []  # where the game stood at each event that was not taken back
        self._write(head)

    def happened(self, moment: Moment, sentences: list[str], stand: Stand) -> None:
        """An event, and after it what was said of it, or of those before it."""
        self._standing.append(stand)
        self._write(self._spelled.of(moment))
        self.told(sentences)

    def told(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self._write({"told": sentence})

    def undone(self, stand: Stand, choices: int) -> None:
        """The game stands again where it stood: so many choices and events are left."""
        self._standing = [known for known in self._standing if known < stand]
        self._write({"event": "undone", "choices": choices, "events": len(self._standing)})

    def close(self) -> None:
        with self._named():
            self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        with self._named():
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """A fault of writing says which file could not be written."""
        try:
            yield
        except OSError as fault:
            raise OSError(fault.errno, fault.strerror, str(self._path)) from None
