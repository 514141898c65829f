"""A slice and the seats that play their best in; the fields that such a choice would depend on unseen, out."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.odds.slicing.slicing import Sliced
from parlour.interpreter.program.expressions import Constant
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import Field, Program, Role

ALL, OWNER = "all", "owner"


def secrets(sliced: Sliced, best: Sequence[int]) -> tuple[str, ...]:
    """Names of fields that count when a seat chooses, and that it may not see.

    What is left in a shuffled stock is known to who has seen all that left it: it is no secret where every other zone of
    cards lies open.
    """
    names = SlotNames(sliced.whole.layout)
    found: dict[str, None] = {}
    for number, node in enumerate(sliced.part.graph.nodes):
        if not sliced.part.kept[number] or not isinstance(node.operation, Choose | ChooseOne | ChooseSome):
            continue
        by = node.operation.by
        seat = by.value if isinstance(by, Constant) else -1
        if seat >= 0 and seat not in best:
            continue
        mask = sliced.part.before[number] & sliced.carried
        for slot in (s for s in range(mask.bit_length()) if mask >> s & 1):
            field = names.field(slot)
            if field is not None and _hidden(sliced.whole, field, names.key(slot), seat):
                found[field.name] = None
    return tuple(found)


def _hidden(program: Program, field: Field, key: int, seat: int) -> bool:
    if field.seen_by == ALL or (field.seen_by == OWNER and seat >= 0 and key == seat):
        return False
    zones = [f for f in program.layout.fields if f.role in (Role.BAG, Role.PILE)]
    open_elsewhere = all(f.seen_by == ALL for f in zones if f is not field)
    return not (field.shuffled and open_elsewhere)
