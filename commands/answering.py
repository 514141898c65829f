"""A game and what is asked of it in; its exact odds, or that there are none and why, out; with progress on stderr."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from parlour.commands.faults import failed
from parlour.commands.opening import seating
from parlour.commands.state_progress import StateProgress
from parlour.interpreter.certainty import Odds, Unanswered, odds, seats_of
from parlour.interpreter.face import Game
from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.odds.exploring.room import MOST
from parlour.interpreter.odds.solving.solution import ODDS, Refusal
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.trial import FailedGame


def answered(
    game: Game, seats: Sequence[str], told: str = "", max_states: int | None = None, **asked: Any
) -> Odds | Unanswered:
    """`told`: stands before what is told of it. `asked`: as of `odds`. A rule that fails is told here."""
    try:
        with seating(), StateProgress(max_states or MOST, f"{told}working out exact odds") as progress:
            return odds(game, seats, **asked, max_states=max_states, progress=progress, solving=progress.solving)
    except OutOfReach as reach:
        return Unanswered(game, seats_of(game, seats), reach.refusal)
    except Fault as fault:
        met = fault if isinstance(fault, FailedGame) else None
        where = f"in game {met.number} of seed {met.seed} " if met else ""
        click.echo(f"{told}{where}{failed(fault)}", err=True)
        why = f"{where}a rule cannot be carried out: {fault.place}: {fault.message}"
        return Unanswered(game, seats_of(game, seats), Refusal(ODDS, why), True, met)
