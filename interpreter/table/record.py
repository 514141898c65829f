"""A save or a log in, as text; the record of a game out: its setting and the moves so far. Every value is tested."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.language.loading.resolved import resolved_sha256
from parlour.interpreter.table.match import Move
from parlour.interpreter.table.setting import Setting

SAVE, LOG, VERSION = "parlour save", "parlour log", 1


class UnreadableRecord(ValueError):
    """A file that is no save and no log, or not of this version; the message says what is wrong with it."""


class Record(Struct, frozen=True):
    """How a game was set up and what was done in it.

    A save has the moves of chance too, `told`: the events that were told since the last move, and the state as
    State.to_json gave it. A log leaves chance to the seed: its moves are choices, and `told` counts all its events.
    `fields`: what the vector of the state holds where, by name; none in a save of before.
    """

    reference: str
    identifier: str
    sha256: str
    options: Mapping[str, str]
    seats: Sequence[str]
    seed: int
    number: int
    language: str
    moves: Sequence[Move]
    told: int = 0
    state: Mapping[str, Any] | None = None
    fields: Sequence[Any] = ()

    @property
    def is_log(self) -> bool:
        return self.state is None


def head(kind: str, setting: Setting) -> dict[str, Any]:
    """How both files begin: all that a game depends on but for what is chosen in it."""
    identifier = setting.checked.model.syntax.id.text
    sha256 = resolved_sha256(setting.checked.loaded)
    return {
        "format": kind,
        "version": VERSION,
        "parlour": version("parlour"),
        "ruleset": {"id": identifier, "reference": setting.reference, "sha256": sha256},
        "options": dict(setting.options),
        "seats": [seat.spelled() for seat in setting.seats],
        "seed": setting.seed,
        "game": setting.number,
        "language": setting.language,
    }


def read_record(text: str) -> Record:
    """A save, or the lines of a log. Raises UnreadableRecord."""
    first, _, rest = text.partition("\n")
    try:
        data = json.loads(first if first.rstrip().endswith("}") and rest.strip() else text)
    except (ValueError, RecursionError):
        raise UnreadableRecord("it is no save and no log of Parlour") from None
    if not isinstance(data, dict) or data.get("format") not in (SAVE, LOG):
        raise UnreadableRecord("it is no save and no log of Parlour")
    if data.get("version") != VERSION:
        told = f"it was written by Parlour {data.get('parlour')}, in version {data.get('version')!r} of the format"
        raise UnreadableRecord(f"{told}; this Parlour reads version {VERSION}")
    if data["format"] == LOG:
        moves, events = _logged(rest)
        return replace(_record(data, moves), told=events)
    fields = _Fields(data)
    record = _record(data, _moves(fields.listed("moves")))
    held = fields.listed("fields") if "fields" in data else []
    return replace(record, told=fields.number("told"), state=fields.mapped("state"), fields=held)


def moves_as_data(moves: Sequence[Move]) -> list[list[Any]]:
    """`[seat, spelling]` each, seats from 1; chance has seat 0."""
    return [[move.seat + 1, move.spelling] for move in moves]


class _Fields:
    """Reads the fields of a map of JSON, each of its type."""

    def __init__(self, data: Any) -> None:
        self._data = data if isinstance(data, dict) else {}

    def text(self, name: str) -> str:
        found: str = self._typed(name, str, "a text")
        return found

    def number(self, name: str, most: int = 2**64 - 1) -> int:
        number: int = self._typed(name, int, "a whole number")
        if isinstance(number, bool) or not 0 <= number <= most:
            raise UnreadableRecord(f"its '{name}' is {number}, which cannot be")
        return number

    def listed(self, name: str) -> list[Any]:
        found: list[Any] = self._typed(name, list, "a list")
        return found

    def mapped(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self._typed(name, dict, "a map")
        return found

    def texts(self, name: str) -> list[str]:
        found = self.listed(name)
        if not all(isinstance(text, str) for text in found):
            raise UnreadableRecord(f"its '{name}' are no texts")
        return found

    def _typed(self, name: str, kind: type, what: str) -> Any:
        found = self._data.get(name)
        if not isinstance(found, kind):
            raise UnreadableRecord(f"it has no '{name}'" if found is None else f"its '{name}' is not {what}")
        return found


def _record(data: dict[str, Any], moves: Sequence[Move]) -> Record:
    fields = _Fields(data)
    ruleset, options = _Fields(fields.mapped("ruleset")), fields.mapped("options")
    if not all(isinstance(value, str) for value in options.values()):
        raise UnreadableRecord("its 'options' are no texts")
    return Record(
        ruleset.text("reference"),
        ruleset.text("id"),
        ruleset.text("sha256"),
        options,
        fields.texts("seats"),
        fields.number("seed"),
        fields.number("game"),
        fields.text("language"),
        moves,
    )


def _moves(data: Sequence[Any]) -> list[Move]:
    moves = []
    for number, entry in enumerate(data, 1):
        match entry:
            case [int(seat), str(spelling)] if 0 <= seat < 1000:
                moves.append(Move(seat - 1, spelling))
            case _:
                raise UnreadableRecord(f"its move {number} cannot be read")
    return moves


def _logged(lines: str) -> tuple[list[Move], int]:
    """The choices among the events of a log, and how many events there are, without those that were taken back."""
    moves: list[Move] = []
    events = 0
    for number, line in enumerate(lines.splitlines(), 2):
        try:
            data = json.loads(line or "{}")
        except (ValueError, RecursionError):
            raise UnreadableRecord(f"its line {number} cannot be read") from None
        match data:
            case {"event": "undone", "choices": int(choices), "events": int(events)}:
                del moves[choices:]
            case {"event": "chose", "seat": int(seat), "action": str(spelling), "alone": False}:
                moves.append(Move(seat - 1, spelling))
                events += 1
            case {"event": _}:
                events += 1
    return moves, events
