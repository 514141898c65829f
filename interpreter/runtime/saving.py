"""A state in, plain data out; and back, with every number tested, for a save may come from anywhere."""

from __future__ import annotations

from typing import Any

from parlour.interpreter.program.instructions import Call
from parlour.interpreter.program.program import COUNTER
from parlour.interpreter.runtime.fault import UnreadableState
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.random import Stream
from parlour.interpreter.runtime.running import Running

VERSION = 1


def saved(state: Running, program: str) -> dict[str, Any]:
    """`{version, program, vector, turns, chances, choices, stream}`; stream is four words of 64 bits in hexadecimal, or None."""
    words = [f"{word:016x}" for word in state.stream.words] if state.stream else None
    return {
        "version": VERSION,
        "program": program,
        "vector": list(state.vector),
        "turns": state.turns,
        "chances": state.chances,
        "choices": state.choices,
        "stream": words,
    }


def restore(machine: Machine, data: object, program: str) -> tuple[list[int], Stream | None, list[int]]:
    """Vector, stream, and how many turns, chances and choices there were; UnreadableState says what does not fit."""
    if not isinstance(data, dict):
        raise UnreadableState("a saved state is a map")
    if data.get("version") != VERSION:
        raise UnreadableState(f"this is version {data.get('version')!r} of a saved state: {VERSION} is read here")
    if data.get("program") != program:
        raise UnreadableState("the saved game was played by other rules (or other options) than these")
    counts = [_count(data.get(name), name) for name in ("turns", "chances", "choices")]
    return _vector(machine, data.get("vector")), _stream(data.get("stream")), counts


def _count(value: object, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise UnreadableState(f"the {name} so far must be a whole number")
    return value


def _vector(machine: Machine, vector: object) -> list[int]:
    bounds = machine.bounds.slots
    if not isinstance(vector, list) or len(vector) != len(bounds) or any(type(n) is not int for n in vector):
        raise UnreadableState(f"the vector must be {len(bounds)} whole numbers")
    for slot, (value, bound) in enumerate(zip(vector, bounds, strict=True)):
        if not bound.holds(value):
            raise UnreadableState(f"slot {slot} is {value}, not in {bound.low}..{bound.high}")
    instructions = machine.program.instructions
    addresses = {COUNTER, *(i.back for i in instructions if isinstance(i, Call))}
    if not all(0 <= vector[slot] < len(instructions) for slot in addresses):
        raise UnreadableState("the place in the program is none of this program")
    return list(vector)


def _stream(words: object) -> Stream | None:
    if words is None:
        return None
    if not isinstance(words, list) or len(words) != 4 or not all(isinstance(w, str) for w in words):
        raise UnreadableState("the stream must be four words")
    try:
        return Stream([int(word, 16) for word in words])
    except ValueError as fault:
        raise UnreadableState(f"the stream cannot be read: {fault}") from None
