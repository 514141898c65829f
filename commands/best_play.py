"""A setting at whose table `best` sits in; the same with what it plays, worked out before the game begins, out."""

from __future__ import annotations

from msgspec.structs import replace

from parlour.commands.outcome import CouldNotRun
from parlour.commands.state_progress import StateProgress
from parlour.interpreter.certainty import best_play
from parlour.interpreter.odds.answer import OutOfReach
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.table.seats import BEST, Seat
from parlour.interpreter.table.setting import Setting

MOST = 3_000_000  # states that somebody waits for
INSTEAD = "bot:greedy looks ahead instead; what odds --save-policy FILE works out against bots sits down as bot:FILE"


def with_best_play(setting: Setting) -> Setting:
    """People, and bots of which nothing is known, are taken to play their best too. Raises CouldNotRun."""
    seats = [_taken_for(seat) for seat in setting.seats]
    try:
        with StateProgress(what="working out best play, before the game begins", aloud=True) as progress:
            return replace(setting, best=best_play(setting.program, seats, MOST, progress))
    except (OutOfReach, Fault) as fault:
        why = fault.refusal.why if isinstance(fault, OutOfReach) else fault.message
        raise CouldNotRun(f"nobody can play his best here: {why}", INSTEAD) from None


def _taken_for(seat: Seat) -> str:
    """A bot that follows a policy of the ruleset, or chance, by its name; anybody else as `best`."""
    known = not seat.is_person and seat.policy != BEST and seat.is_plain
    return seat.policy if known else BEST
