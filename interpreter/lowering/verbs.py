"""A statement with how it is lowered: a row of the vocabulary of rules."""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.signatures import Statement
from parlour.interpreter.lowering.builder import Builder


class StatementRow(Statement, frozen=True, kw_only=True):
    """`lower(builder, step)`: emits the instructions of one step."""

    lower: Callable[[Builder, typed.Step], None]
