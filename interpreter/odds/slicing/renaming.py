"""An instruction and the new numbers of slots in; the same instruction over the new slots out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from parlour.interpreter.program.expressions import Element, Expr, Slot, mapped
from parlour.interpreter.program.instructions import Instruction, Option, Target

_SLOTS = ("base", "into", "back", "paid", "unpaid")  # fields that name a slot; -1 names none


def renamed(instruction: Instruction, numbers: Mapping[int, int]) -> Instruction:
    made: Instruction = _renamed(instruction, numbers)
    return made


def renamed_expression(expr: Expr, numbers: Mapping[int, int]) -> Expr:
    match expr:
        case Slot(index):
            return Slot(numbers[index])
        case Element(base, index, size, place):
            return Element(numbers[base], renamed_expression(index, numbers), size, place)
        case _:
            return mapped(expr, lambda inner: renamed_expression(inner, numbers))


def _renamed(node: Any, numbers: Mapping[int, int]) -> Any:
    changed: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name in _SLOTS and value != -1:
            changed[name] = numbers[value]
        elif name == "bases":
            changed[name] = tuple(numbers[base] for base in value)
        else:
            changed[name] = _value(value, numbers)
    return replace(node, **changed)


def _value(value: Any, numbers: Mapping[int, int]) -> Any:
    if isinstance(value, Expr):
        return renamed_expression(value, numbers)
    if isinstance(value, Target | Option):
        return _renamed(value, numbers)
    if isinstance(value, tuple):
        return tuple(_value(v, numbers) for v in value)
    return value
