"""A policy that was worked out, or saved, in; what it chooses in each situation, and a bot that plays it, out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.program import COUNTER, Program
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.runtime.random import Stream
from parlour.interpreter.runtime.state import State
from parlour.interpreter.types import as_written

VERSION = 1
_NOT_SAVED = "this is no policy that Parlour has saved"


class UnreadablePolicy(ValueError):
    """A saved policy that is none, or one of another program."""


class Table(Struct, frozen=True):
    """One choice as it is met in one course of the game: at `address`, with these values `known` of slots. `slots` are
    read, each group of `together` added up in its first slot; `actions` says what is chosen for their values."""

    address: int
    choice: str
    known: tuple[tuple[int, int], ...]
    slots: tuple[int, ...]
    together: tuple[tuple[int, ...], ...]
    actions: Mapping[tuple[int, ...], int]

    def action(self, vector: Sequence[int]) -> int | None:
        """What is chosen in a situation; None where it is none of these."""
        if any(vector[slot] != value for slot, value in self.known):
            return None
        counted = list(vector)
        for group in self.together:
            counted[group[0]] = sum(vector[slot] for slot in group)
            for slot in group[1:]:
                counted[slot] = 0
        return self.actions.get(tuple(counted[slot] for slot in self.slots))


class Policy(Struct, frozen=True):
    """Best play of one program: `program` is its digest."""

    program: str
    tables: tuple[Table, ...]

    @property
    def situations(self) -> int:
        return sum(len(table.actions) for table in self.tables)

    def to_json(self) -> dict[str, Any]:
        """Plain data; numbers of slots and actions are those of the program."""
        return {"version": VERSION, "program": self.program, "choices": [_saved(table) for table in self.tables]}


class TableBot:
    """Plays a policy; where the table has no such situation, at random."""

    def __init__(self, policy: Policy, stream: Stream) -> None:
        self._random = RandomBot(stream)
        self._tables: dict[int, list[Table]] = {}
        for table in policy.tables:
            self._tables.setdefault(table.address, []).append(table)

    def choose(self, state: State) -> int:
        for table in self._tables.get(state.vector[COUNTER], ()):
            action = table.action(state.vector)
            if action in state.legal and action is not None:
                return action
        return self._random.choose(state)


def is_file(name: str) -> bool:
    """Whether what follows `bot:` names a file, and no policy of a ruleset."""
    return name.endswith(".json") or "/" in name or "\\" in name


def policy_in(path: str | Path, program: Program) -> Policy:
    """The policy in a file. Raises UnreadablePolicy."""
    return policy_from(text_of(path), program, str(path))


def text_of(path: str | Path) -> str:
    """What stands in a file. Raises UnreadablePolicy."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UnreadablePolicy(f"{path}: {_NOT_SAVED}") from None
    except OSError as fault:
        raise UnreadablePolicy(f"{path}: {fault.strerror or fault}") from None


def policy_from(text: str, program: Program, where: str = "the policy") -> Policy:
    """The policy of a text. Raises UnreadablePolicy, which says `where`."""
    try:
        return read_policy(json.loads(text), program)
    except (json.JSONDecodeError, RecursionError):
        raise UnreadablePolicy(f"{where}: {_NOT_SAVED}") from None
    except UnreadablePolicy as fault:
        raise UnreadablePolicy(f"{where}: {fault}") from None


def saved_policy(policy: Policy, program: Program) -> dict[str, Any]:
    """What is written to a file: the policy, and of what game it is."""
    of = {"game": program.id, "players": program.seats, "options": dict(program.options)}
    return {"version": VERSION, **of, **policy.to_json()}


def read_policy(data: object, program: Program) -> Policy:
    """The policy that `to_json` gave. Raises UnreadablePolicy."""
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("choices"), list):
        raise UnreadablePolicy(_NOT_SAVED)
    if data.get("program") != digest(program):
        raise UnreadablePolicy(_difference(data, program))
    try:
        return Policy(str(data["program"]), tuple(_restored(choice) for choice in data["choices"]))
    except (KeyError, TypeError, ValueError) as fault:
        raise UnreadablePolicy(f"the policy cannot be read: {fault}") from None


def _difference(data: Mapping[str, Any], program: Program) -> str:
    """What was otherwise when the policy was worked out."""
    if data.get("game", program.id) != program.id:
        return f"it is a policy for '{data['game']}', and not for '{program.id}'"
    if data.get("players", program.seats) != program.seats:
        return f"it is a policy for {data['players']} players, and {program.seats} play"
    then = data.get("options")
    if isinstance(then, dict):
        for name, value in program.options:
            if name in then and then[name] != value:
                return f"it is a policy for {name}={as_written(then[name])}, and here it is {as_written(value)}"
    was, now = str(data.get("program"))[:16], digest(program)[:16]
    return f"it is a policy for other rules than these: the program's sha256 was {was}… and is {now}…"


def _saved(table: Table) -> dict[str, Any]:
    return {
        "choice": table.choice,
        "address": table.address,
        "known": [list(pair) for pair in table.known],
        "slots": list(table.slots),
        "together": [list(group) for group in table.together],
        "actions": [[*values, action] for values, action in table.actions.items()],
    }


def _restored(data: Any) -> Table:
    return Table(
        int(data["address"]),
        str(data["choice"]),
        tuple((int(slot), int(value)) for slot, value in data["known"]),
        tuple(int(slot) for slot in data["slots"]),
        tuple(tuple(int(slot) for slot in group) for group in data["together"]),
        {tuple(int(n) for n in row[:-1]): int(row[-1]) for row in data["actions"]},
    )
