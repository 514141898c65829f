"""An expression in, whatever a visitor makes of it out: bottom up and without recursion, so that depth is no limit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Protocol, TypeVar

from parlour.interpreter.program.expressions import (
    And,
    Binary,
    Conditional,
    Constant,
    Element,
    Expr,
    Fold,
    Lookup,
    Negate,
    Not,
    Or,
    Slot,
    Temporary,
)

R = TypeVar("R")

_NODES = (Constant, Slot, Element, Temporary, Lookup, Negate, Not, Binary, And, Or, Conditional, Fold)
_INSIDE = {
    node: tuple(name for name in node.__struct_fields__ if node.__annotations__[name] == "Expr") for node in _NODES
}


class Visitor(Protocol[R]):
    def bind(self, fold: Fold, start: R, stop: R) -> None:
        """Called between the bounds of a fold and its condition: from here to its `build` its Temporary counts."""

    def build(self, node: Expr, parts: Sequence[R]) -> R:
        """What becomes of a node, from what became of the expressions directly inside it, in order of evaluation."""
        ...


class _Step(IntEnum):
    ENTER = 0
    BIND = 1
    LEAVE = 2


def inside(node: Expr) -> list[Expr]:
    """The expressions directly inside a node, in the order of evaluation."""
    return [getattr(node, name) for name in _INSIDE[type(node)]]


def bottom_up(expr: Expr, visitor: Visitor[R]) -> R:
    """What the visitor makes of the whole expression."""
    tasks: list[tuple[_Step, Expr]] = [(_Step.ENTER, expr)]
    done: list[R] = []
    while tasks:
        step, node = tasks.pop()
        if step is _Step.ENTER:
            parts = inside(node)
            if not parts:
                done.append(visitor.build(node, ()))
                continue
            tasks.append((_Step.LEAVE, node))
            entries = [(_Step.ENTER, part) for part in parts]
            if isinstance(node, Fold):
                entries.insert(2, (_Step.BIND, node))
            entries.reverse()
            tasks.extend(entries)
        elif step is _Step.LEAVE:
            cut = len(done) - len(_INSIDE[type(node)])
            built = visitor.build(node, done[cut:])
            del done[cut:]
            done.append(built)
        elif isinstance(node, Fold):
            visitor.bind(node, done[-2], done[-1])
    return done[0]


def every(expr: Expr) -> list[Expr]:
    """All the nodes of an expression, itself included, in no order that matters."""
    found, waiting = [], [expr]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(inside(node))
    return found


def slots_of(exprs: Iterable[Expr]) -> set[int]:
    """The slots that expressions may read."""
    found: set[int] = set()
    for expr in exprs:
        for node in every(expr):
            match node:
                case Slot(index):
                    found.add(index)
                case Element(base, _, size):
                    found.update(range(base, base + size))
                case _:
                    pass
    return found
