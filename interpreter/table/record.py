"""A save or a log in, as text; the record of a game out: its setting and the moves so far. Every value is tested."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from parlour.interpreter.language.loading.resolved import resolved_sha256
from parlour.interpreter.table.match import Move
from parlour.interpreter.table.setting import Setting

SAVE, LOG, VERSION = "parlour save", "parlour log", 1


class UnreadableRecord(ValueError):
    """A file that is no save and no log, or not of this version; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Record:
    """How a game was set up and what was done in it. `told`: the events that were told since the last move."""

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
    state: Mapping[str, Any] | None = None  # as State.to_json gave it; a log has none

    @property
    def is_log(self) -> bool:
        """Whether it tells what was chosen alone, and leaves chance to the seed."""
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
    is_log = data["format"] == LOG
    return _record(data, _logged(rest) if is_log else _moves(_Fields(data).listed("moves")), not is_log)


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


def _record(data: dict[str, Any], moves: Sequence[Move], is_save: bool) -> Record:
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
        fields.number("told") if is_save else 0,
        fields.mapped("state") if is_save else None,
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


def _logged(lines: str) -> list[Move]:
    """The moves among the events of a log: what was chosen, and nothing of chance, which the seed gives again."""
    moves: list[Move] = []
    for number, line in enumerate(lines.splitlines(), 2):
        try:
            data = json.loads(line or "{}")
        except (ValueError, RecursionError):
            raise UnreadableRecord(f"its line {number} cannot be read") from None
        match data:
            case {"event": "chose", "seat": int(seat), "action": str(spelling), "alone": False}:
                moves.append(Move(seat - 1, spelling))
            case {"event": "undone", "moves": int(count)}:
                del moves[count:]
    return moves
