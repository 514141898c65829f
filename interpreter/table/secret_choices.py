"""A program in, the choices that not everybody may know out: what is chosen goes into a variable that is not open."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.program.contents import expressions_of
from parlour.interpreter.program.expressions import Element, Expr, Slot
from parlour.interpreter.program.instructions import (
    Choose,
    ChooseOne,
    ChooseSome,
    End,
    Fail,
    Instruction,
    Jump,
    Return,
    Set,
)
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import every

OPEN = "all"


def secret_choices(program: Program) -> frozenset[int]:
    """The numbers of these choices: written at once to a hidden variable, or carried there; or an option that sets one."""
    names = SlotNames(program.layout)
    carried = {slot for i in program.instructions if _hides(i, names) for slot in _read(i)}
    found = set()
    for instruction in program.instructions:
        if isinstance(instruction, ChooseOne | ChooseSome):
            if instruction.into in carried or _is_hidden(instruction.into, names):
                found.add(instruction.choice)
        elif isinstance(instruction, Choose):
            ways = [step for option in instruction.options for step in _straight(program, option.to)]
            if any(_hides(step, names) for step in ways):
                found.add(instruction.choice)
    return frozenset(found)


def reads_hidden(program: Program, expr: Expr) -> bool:
    """Whether an expression reads something that is not open to all."""
    names = SlotNames(program.layout)
    return any(_is_hidden(slot, names) for slot in _slots(expr))


def _hides(instruction: Instruction, names: SlotNames) -> bool:
    return isinstance(instruction, Set) and _is_hidden(instruction.target.base, names)


def _is_hidden(slot: int, names: SlotNames) -> bool:
    field = names.field(slot)
    return field is not None and field.seen_by != OPEN


def _read(instruction: Instruction) -> Iterator[int]:
    for expr in expressions_of(instruction):
        yield from _slots(expr)


def _slots(expr: Expr) -> Iterator[int]:
    for node in every(expr):
        if isinstance(node, Slot):
            yield node.index
        elif isinstance(node, Element):
            yield node.base


def _straight(program: Program, address: int) -> Iterator[Instruction]:
    """The instructions from an address on, as far as they are carried out one after the other."""
    for instruction in program.instructions[address:]:
        yield instruction
        if isinstance(instruction, Jump | Return | End | Fail | Choose):
            return
