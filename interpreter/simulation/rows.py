"""One game's result in, a row of a file out, as a line of JSON or of CSV; and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from parlour.interpreter.simulation.summary import Setting
from parlour.interpreter.simulation.tally import Result, Tally

ENDS = (".jsonl", ".csv")


class Rows(Protocol):
    """A form of file: bytes that end in a line feed."""

    def heading(self) -> bytes: ...

    def row(self, result: Result) -> bytes: ...

    def parsed(self, line: bytes) -> Result:
        """The result of a row; ValueError, KeyError, TypeError or IndexError where it is none."""
        ...

    def empty(self) -> Tally:
        """A tally to which such results can be added."""
        ...


def rows_of(end: str, setting: Setting) -> Rows:
    """The form for the end of a file's name, one of ENDS; ValueError for another."""
    if end not in ENDS:
        raise ValueError(f"'{end}' is no form of rows: a name ends in {' or '.join(ENDS)}")
    return JsonRows(setting) if end == ".jsonl" else CsvRows(setting)


class JsonRows:
    """`{"game": 0, "outcome": …, "stopped": false, "winners": [1], "scores": […], "measures": {…}, "turns": …,
    "chances": …}`: games from 0, seats from 1."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def heading(self) -> bytes:
        return b""

    def row(self, result: Result) -> bytes:
        setting = self._setting
        data = {
            "game": result.number,
            "outcome": setting.outcomes[result.outcome],
            "stopped": result.stopped,
            "winners": seats_in(result.winners, setting.players),
            "scores": list(result.scores),
            "measures": dict(zip(setting.measures, result.measures, strict=True)),
            "turns": result.turns,
            "chances": result.chances,
        }
        return json.dumps(data, ensure_ascii=False).encode() + b"\n"

    def parsed(self, line: bytes) -> Result:
        data: dict[str, Any] = json.loads(line)
        measures = [data["measures"][name] for name in self._setting.measures]
        stopped = data["stopped"]
        if type(stopped) is not bool:
            raise TypeError("a game is stopped or not")
        return result_of_row(
            self._setting,
            data["outcome"],
            stopped,
            data["winners"],
            [data["game"], data["turns"], data["chances"]],
            data["scores"],
            measures,
        )

    def empty(self) -> Tally:
        return empty_tally(self._setting)


class CsvRows:
    """Columns game, outcome, stopped (0 or 1), winners (seats with blanks between), score_1 …, measure_NAME …, turns,
    chances. No value has a comma: outcomes and measures are identifiers."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def heading(self) -> bytes:
        scores = [f"score_{seat}" for seat in range(1, self._setting.players + 1)]
        measures = [f"measure_{name}" for name in self._setting.measures]
        return _line(["game", "outcome", "stopped", "winners", *scores, *measures, "turns", "chances"])

    def row(self, result: Result) -> bytes:
        winners = " ".join(map(str, seats_in(result.winners, self._setting.players)))
        numbers = (*result.scores, *result.measures, result.turns, result.chances)
        outcome = self._setting.outcomes[result.outcome]
        return _line([str(result.number), outcome, str(int(result.stopped)), winners, *map(str, numbers)])

    def parsed(self, line: bytes) -> Result:
        game, outcome, stopped, winners, *rest = line.decode().rstrip("\n").split(",")
        numbers = [int(text) for text in rest]
        players = self._setting.players
        return result_of_row(
            self._setting,
            outcome,
            bool(["0", "1"].index(stopped)),
            [int(seat) for seat in winners.split()],
            [int(game), *numbers[-2:]],
            numbers[:players],
            numbers[players:-2],
        )

    def empty(self) -> Tally:
        return empty_tally(self._setting)


def result_of_row(
    setting: Setting,
    outcome: str,
    stopped: bool,
    winners: Sequence[int],
    counts: Sequence[int],
    scores: Sequence[int],
    measures: Sequence[int],
) -> Result:
    """A result from the cells of a row; ValueError where they are of none. `counts`: the game's number, turns, chances."""
    numbers = [*winners, *counts, *scores, *measures]
    fitting = (len(scores), len(measures)) == (setting.players, len(setting.measures))
    if (
        not fitting
        or any(type(n) is not int for n in numbers)
        or not set(winners) <= set(range(1, setting.players + 1))
        or min(counts) < 0
    ):
        raise ValueError("no row of this simulation")
    number, turns, chances = counts
    mask = sum(1 << seat - 1 for seat in set(winners))
    place = setting.outcomes.index(outcome, 1)
    return Result(number, place, stopped, mask, tuple(scores), tuple(measures), turns, chances)


def seats_in(mask: int, players: int) -> list[int]:
    """Seats from 1."""
    return [seat + 1 for seat in range(players) if mask >> seat & 1]


def empty_tally(setting: Setting) -> Tally:
    """A tally to which results of such games can be added."""
    return Tally.empty(len(setting.outcomes), setting.players, len(setting.measures))


def _line(cells: Sequence[str]) -> bytes:
    return ",".join(cells).encode() + b"\n"
