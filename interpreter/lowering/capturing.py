"""Caught, freed, out: flags of players that the turns of a race read."""

from __future__ import annotations

from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.lowering.expressions import keyed
from parlour.interpreter.program.expressions import FALSE, TRUE, Expr
from parlour.interpreter.program.instructions import Note
from parlour.interpreter.source import Place


def _flag(builder: Builder, name: str, player: Expr, value: Expr, place: Place) -> None:
    context = builder.context
    fields = context.fields or {}
    if name in fields:
        builder.set(keyed(context, fields[name], player, place), value, place)


def catch(builder: Builder, player: Expr, place: Place) -> None:
    _flag(builder, "caught", player, TRUE, place)
    builder.tell(Note.CAUGHT, (player,), place)


def free(builder: Builder, player: Expr, place: Place) -> None:
    """No longer caught, and no turns to miss."""
    _flag(builder, "caught", player, FALSE, place)
    _flag(builder, "missing", player, FALSE, place)
    builder.tell(Note.FREED, (player,), place)


def knock_out(builder: Builder, player: Expr, place: Place) -> None:
    _flag(builder, "is_out", player, TRUE, place)
    builder.tell(Note.OUT, (player,), place)
