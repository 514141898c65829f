"""An instruction in, the expressions, targets and places inside it out, without regard to what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Instruction, Option, Target
from parlour.interpreter.program.traversal import every

# To ask for the class itself is several times as fast as isinstance with a union.
_EXPRESSIONS = frozenset(get_args(Expr))
_HOLDERS = frozenset((*get_args(Instruction), Target, Option))
_LOOKED_INTO = _EXPRESSIONS | _HOLDERS | {tuple}


def expressions_of(instruction: Instruction) -> list[Expr]:
    """Every expression directly inside an instruction, those of its targets, options and policies too, in order."""
    return [value for value in _values(instruction, []) if type(value) in _EXPRESSIONS]


def targets_of(instruction: Instruction) -> list[Target]:
    """Its targets, in order."""
    return [value for value in _values(instruction, []) if isinstance(value, Target)]


def place_of(instruction: Instruction) -> int:
    """The place of an instruction, or of the first expression in it that has one; -1 when nothing has."""
    own: int = getattr(instruction, "place", -1)
    found = [own, *(getattr(node, "place", -1) for expr in expressions_of(instruction) for node in every(expr))]
    return next((place for place in found if place >= 0), -1)


def place_from(instructions: Sequence[Instruction], address: int) -> int:
    """The first place that an instruction from this address on has, else one before; -1 when none has."""
    places = (place_of(instructions[k]) for k in (*range(address, len(instructions)), *range(address)))
    return next((place for place in places if place >= 0), -1)


def _values(value: Any, found: list[Any]) -> list[Any]:
    """What stands in a node and in the tuples, targets and options in it, but not in its expressions."""
    kind = type(value)
    if kind is tuple:
        for part in value:
            _values(part, found)
    elif kind in _EXPRESSIONS:
        found.append(value)
    elif kind in _HOLDERS:
        found.append(value)
        for name in kind.__struct_fields__:
            part = getattr(value, name)
            if type(part) in _LOOKED_INTO:
                _values(part, found)
    return found
