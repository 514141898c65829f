"""A solved game with best play in; what is chosen in each situation, as a table that can be saved and played, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from parlour.interpreter.odds.solver import Solved
from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import COUNTER, TURN, Program, Role
from parlour.interpreter.runtime.bots import RandomBot
from parlour.interpreter.runtime.random import Stream
from parlour.interpreter.runtime.spelling import Speller
from parlour.interpreter.runtime.state import State
from parlour.interpreter.types import Kind

VERSION = 1


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


def policy_of(solved: Solved, program: Program) -> Policy:
    """What is taken in each state where somebody plays his best."""
    assert solved.optimum is not None
    chain, emitted = solved.chain, solved.sliced.emitted
    found: dict[int, dict[tuple[int, ...], int]] = {}
    slots = {node: _slots(solved, node) for node in emitted.stops.values()}
    for state, mover in enumerate(chain.movers):
        if mover < 0:
            continue
        vector = solved.explorer.vector(chain.vectors[state])
        node = emitted.stops[vector[COUNTER]]
        transitions = range(chain.offsets[state], chain.offsets[state + 1])
        action = next(chain.way(t).action for t in transitions if solved.optimum.taken[t])
        found.setdefault(node, {})[tuple(vector[emitted.numbers[s]] for s in slots[node])] = action
    tables = (_table(solved, program, node, slots[node], actions) for node, actions in found.items())
    return Policy(digest(program), tuple(tables))


def spelled(policy: Policy, program: Program) -> list[str]:
    """A line a situation: the choice, what the fields hold, what is chosen."""
    names, speller = SlotNames(program.layout), Speller(program)
    infos = {info.name: info for info in program.choices}
    lines = []
    for table in policy.tables:
        known = [(slot, value) for slot, value in table.known if _is_named(names, slot)]
        for values, action in table.actions.items():
            pairs = [*known, *zip(table.slots, values, strict=True)]
            where = ", ".join(_held(names, slot, value) for slot, value in pairs)
            lines.append(f"{table.choice} at {where}: {speller.action(infos.get(table.choice), action)}")
    return lines


def _held(names: SlotNames, slot: int, value: int) -> str:
    """What a slot holds, in words; seats count from 1."""
    field = names.field(slot)
    if slot == TURN:
        return f"seat {value + 1} to play"
    if field is not None and field.key is not None and field.key.kind is Kind.PLAYER:
        return f"{field.name} of seat {names.key(slot) + 1} {value}"
    return f"{names.name(slot)} {value}"


def _is_named(names: SlotNames, slot: int) -> bool:
    """Whether a slot that is followed is one an author has named, and not one of the engine's own."""
    field = names.field(slot)
    return slot == TURN or (field is not None and field.role is Role.LOCAL and " " not in field.name)


def read_policy(data: object, program: Program) -> Policy:
    """The policy that `to_json` gave. Raises UnreadablePolicy."""
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("choices"), list):
        raise UnreadablePolicy("this is no policy that Parlour has saved")
    if data.get("program") != digest(program):
        raise UnreadablePolicy("the policy was worked out for other rules, options or seats than these")
    try:
        return Policy(str(data["program"]), tuple(_restored(choice) for choice in data["choices"]))
    except (KeyError, TypeError, ValueError) as fault:
        raise UnreadablePolicy(f"the policy cannot be read: {fault}") from None


def _slots(solved: Solved, node: int) -> tuple[int, ...]:
    mask = solved.sliced.part.before[node] & solved.sliced.carried
    return tuple(slot for slot in range(mask.bit_length()) if mask >> slot & 1)


def _table(
    solved: Solved, program: Program, node: int, slots: tuple[int, ...], actions: Mapping[tuple[int, ...], int]
) -> Table:
    origin = solved.sliced.part.graph.nodes[node]
    assert isinstance(origin.operation, Choose | ChooseOne | ChooseSome)
    together = tuple(tuple(group) for group in solved.sliced.emitted.alike.get(node, ()))
    name = program.choices[origin.operation.choice].name
    return Table(origin.address, name, origin.known, slots, together, actions)


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
