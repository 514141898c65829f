"""A solved game with best play in; what is chosen in each situation, as a table that can be saved and played, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.interpreter.odds.solver import Solved
from parlour.interpreter.program.digest import digest
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import COUNTER, TURN, Field, Program, Role
from parlour.interpreter.runtime.policies import Policy, Table
from parlour.interpreter.runtime.spelling import Speller
from parlour.interpreter.types import Kind


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
    """A line a situation: the choice, what the fields hold on which it depends, what is chosen."""
    names, speller = SlotNames(program.layout), Speller(program)
    infos = {info.name: info for info in program.choices}
    lines: dict[str, None] = {}
    for choice in dict.fromkeys(table.choice for table in policy.tables):
        for held, action in _told([table for table in policy.tables if table.choice == choice], names):
            where = ", ".join(_held(names, speller, slot, value) for slot, value in held)
            chosen = speller.action(infos.get(choice), action)
            lines[f"{choice} at {where}: {chosen}" if where else f"{choice}, always: {chosen}"] = None
    return list(lines)


Held = tuple[tuple[int, int], ...]  # slots with what they hold


def _told(tables: Sequence[Table], names: SlotNames) -> list[tuple[Held, int]]:
    """What is chosen, by as few slots as tell the situations apart that are decided differently."""
    rows: list[tuple[Held, int]] = []
    for table in tables:
        known = [(slot, value) for slot, value in table.known if _is_named(names, slot)]
        rows += [((*known, *zip(table.slots, values, strict=True)), action) for values, action in table.actions.items()]
    slots = dict.fromkeys(slot for held, _ in rows for slot, _ in held)
    for slot in sorted(slots, key=lambda slot: (slot == TURN, slot not in dict(tables[0].known))):
        fewer = [(tuple(pair for pair in held if pair[0] != slot), action) for held, action in rows]
        if len(set(fewer)) == len({held for held, _ in fewer}):
            rows = fewer
    return rows


def _held(names: SlotNames, speller: Speller, slot: int, value: int) -> str:
    """What a slot holds, in words; seats count from 1."""
    field = names.field(slot)
    if slot == TURN:
        return f"seat {value + 1} to play"
    if field is None:
        return f"{names.name(slot)} {value}"
    where = _place(field, "" if field.key is None else speller.value(field.key, names.key(slot)))
    if field.width == 1:
        return f"{where} {speller.value(field.type, value)}"
    offset = (slot - field.base) % field.width
    if field.role is Role.BAG and field.type.words:
        return f"{value} {speller.value(field.type, offset)} in {where}"
    return f"{where}.{offset} {value}"


def _place(field: Field, key: str) -> str:
    """`points of seat 2`, `open(3)`."""
    if field.key is None:
        return field.name
    return f"{field.name} of {key}" if field.key.kind in (Kind.PLAYER, Kind.TOKEN) else f"{field.name}({key})"


def _is_named(names: SlotNames, slot: int) -> bool:
    """Whether a slot that is followed is one an author has named, and not one of the engine's own."""
    field = names.field(slot)
    return slot == TURN or (field is not None and field.role is Role.LOCAL and " " not in field.name)


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
