"""A function with how it is lowered: a row of the vocabulary of expressions."""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Function
from parlour.interpreter.lowering.context import Context
from parlour.interpreter.lowering.domains import Domain
from parlour.interpreter.program.expressions import Expr

Lowered = Expr | Domain


def _nothing(_context: Context, _node: typed.Apply) -> Lowered:
    raise AssertionError("a row without a lowering")


class FunctionRow(Function, frozen=True, kw_only=True):
    """`lower(context, application)`: the program expression (or set) that the application stands for."""

    lower: Callable[[Context, typed.Apply], Lowered] = _nothing
