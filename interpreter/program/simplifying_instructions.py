"""An instruction and the slots whose values are known in; the same with each expression in it simplified out."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.program.expressions import Constant, Expr
from parlour.interpreter.program.instructions import Instruction, Target
from parlour.interpreter.program.simplifying import Known, Simplifier


def simplified(instruction: Instruction, simple: Simplifier, known: Known) -> Instruction:
    """An instruction with each expression in it simplified."""
    found = _simplified(instruction, simple, known)
    assert isinstance(found, Instruction)
    return found


def _simplified(node: object, simple: Simplifier, known: Known) -> object:
    if isinstance(node, tuple):
        parts = tuple(_simplified(part, simple, known) for part in node)
        return node if all(a is b for a, b in zip(parts, node, strict=True)) else parts
    if isinstance(node, Expr):
        return simple.simple(node, known)
    changed = {}
    for name in _holders(type(node)):
        value = getattr(node, name)
        new = _simplified(value, simple, known)
        if new is not value:
            changed[name] = new
    found = replace(node, **changed) if changed else node  # type: ignore[type-var]
    return _target(found) if isinstance(found, Target) else found


_PLAIN = {"int", "bool", "Short", "Note", "tuple[int, ...]"}
_holding: dict[type, tuple[str, ...]] = {}


def _holders(node: type[object]) -> tuple[str, ...]:
    """The fields of a class in which expressions can be."""
    if node not in _holding:
        inside = node.__struct_fields__ if issubclass(node, Struct) else ()
        _holding[node] = tuple(name for name in inside if node.__annotations__[name] not in _PLAIN)
    return _holding[node]


def _target(target: Target) -> Target:
    """A slot where the index is known and inside."""
    match target:
        case Target(base, Constant(index), size) if 0 <= index < size:
            return Target(base + index)
        case _:
            return target
