"""Leaving: the turn, the phase or the game ends from anywhere inside it; what was unfinished is dropped."""

from __future__ import annotations

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.builder import Builder
from parlour.interpreter.program.expressions import Constant
from parlour.interpreter.program.instructions import End
from parlour.interpreter.types import PLAYER, set_of


def leave(builder: Builder, ended: typed.Ended) -> None:
    """Emit the end of a turn, a phase or the game."""
    match ended.what:
        case "turn" if builder.exits.turn is not None:
            builder.jump(builder.exits.turn)
        case "turn":
            builder.context.report.error(
                "P514", "there is no turn to end here", ended.place, "turns are in phases with turns: or each:"
            )
        case "phase":
            assert builder.exits.phase is not None, "all statements run in a phase"
            builder.jump(builder.exits.phase)
        case _:
            _end_game(builder, ended)


def _end_game(builder: Builder, ended: typed.Ended) -> None:
    winners = builder.mask(ended.winners) if ended.winners is not None else Constant(0)
    text = builder.text(ended.outcome, ended.says, (("who", set_of(PLAYER)),))
    values = (winners, *(builder.lower(value) for _, value in ended.says))
    outcome = builder.outcome(ended.outcome)
    builder.emit(End(outcome, winners, text, values, builder.context.place(ended.place)))


def go_to_phase(builder: Builder, name: typed.Name) -> None:
    builder.jump(builder.exits.phases[name.text])
