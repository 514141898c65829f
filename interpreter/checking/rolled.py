"""A model comes in; for each statement the variables that surely hold a throw when it begins go out.

Before anything is rolled into a variable it is an empty throw, of which nobody thinks right after a roll.
"""

from __future__ import annotations

from collections.abc import Mapping

from parlour.interpreter.checking.traversal import bodies, every_statement
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block, Symbol
from parlour.interpreter.types import Kind

Rolled = frozenset[Symbol]


def rolled_before(model: typed.Model) -> Mapping[int, Rolled]:
    """By the identity of a statement, as far as the lists of statements show it: none where an effect begins."""
    found: dict[int, Rolled] = {}
    copied = _copied(model)
    for block in model.blocks():
        _walk(block, frozenset(), copied, found)
    return found


def _walk(block: Block, known: Rolled, copied: Rolled, found: dict[int, Rolled]) -> None:
    for step in block:
        found[id(step)] = known
        for body in bodies(step):
            _walk(body, known, copied, found)
        if isinstance(step, typed.Step) and step.statement.verb == "roll" and step.guard is None:
            name = step.arguments.get("as")
            known |= frozenset([name.symbol]) - copied if isinstance(name, typed.Read) else frozenset()


def _copied(model: typed.Model) -> Rolled:
    """Variables that are set to what others hold, which may be empty."""
    given = (s.arguments.get("set") for s in every_statement(model) if isinstance(s, typed.Step))
    pairs = (pair for assigned in given if isinstance(assigned, typed.Assigned) for pair in assigned.pairs)
    return frozenset(t.symbol for t, _ in pairs if isinstance(t, typed.Read) and t.type.kind is Kind.THROW)
