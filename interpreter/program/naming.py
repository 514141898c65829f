"""A slot of the state in, the name that its layout gives it out: `purse[1]`, `hand[0].12`, `cast`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from parlour.interpreter.program.program import COUNTER, OUTCOME, PHASE, TURN, WINNERS, Field, Layout
from parlour.interpreter.types import Kind

_CONTROL = {COUNTER: "counter", OUTCOME: "outcome", WINNERS: "winners", TURN: "turn", PHASE: "phase"}


class SlotNames:
    """Names the slots of one layout. Keys are values as the program counts them: seats from 0."""

    def __init__(self, layout: Layout) -> None:
        self._fields = sorted(layout.fields, key=lambda f: f.base)
        self._bases = [f.base for f in self._fields]

    def field(self, slot: int) -> Field | None:
        """The field a slot lies in; None when it lies in none."""
        at = bisect_right(self._bases, slot) - 1
        found = self._fields[at] if at >= 0 else None
        return found if found and found.base <= slot < found.base + found.size else None

    def key(self, slot: int) -> int:
        """The key of a slot's block: a seat, a token, a square …; -1 where its field has none."""
        field = self.field(slot)
        if field is None or field.key is None:
            return -1
        return field.first + (slot - field.base) // field.width

    def owner(self, slot: int) -> int:
        """The seat whose block a slot lies in; -1 where its field is not kept for players."""
        field = self.field(slot)
        return self.key(slot) if field and field.key is not None and field.key.kind is Kind.PLAYER else -1

    def name(self, slot: int) -> str:
        field = self.field(slot)
        if field is None:
            return _CONTROL.get(slot, f"state[{slot}]")
        rank, offset = divmod(slot - field.base, field.width)
        return field.name + _key(field, str(field.first + rank)) + (f".{offset}" if field.width > 1 else "")

    def block(self, base: int, size: int, index: str, atom: Callable[[str], str]) -> str:
        """state[base + index] with 0 <= index < size; `atom` puts brackets around an index that needs them."""
        field = self.field(base)
        if field is None or field.width > 1 or base != field.base or size != field.size:
            return f"state[{base} + {atom(index)}]"
        return field.name + (f"[{index}]" if not field.first else f"[{field.first} + {atom(index)}]")


def _key(field: Field, key: str) -> str:
    return f"[{key}]" if field.key is not None or field.keys > 1 else ""
