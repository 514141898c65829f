"""A program and who sits in it in; a rule that fails in one of a few games, or how long they are, out: in some milliseconds.

Exact odds drop whatever decides nothing, and with it what fails there. The whole program is played here, so that a fault
that is not rare is met.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.program.instructions import ChooseSome, CountTurn, Draw, End, Instruction, Throw
from parlour.interpreter.program.program import Limits, Program
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game, MakeBot
from parlour.interpreter.runtime.state import State

GAMES, SEED = 200, 0
ENOUGH = 2_500  # turns, chances and choices of all games together, after which no other is begun: some 50 ms
SETS = 32  # that are tried for a choice of a set while another choice is made
LONGEST = 1_000  # turns, chances or choices of a game, after which it is not played on
KINDS = ("turns", "chances", "choices")
USUAL = Limits()


class FailedGame(Fault):
    """The fault of game `number` of the seed."""

    def __init__(self, fault: Fault, number: int) -> None:
        super().__init__(fault.id, fault.place, fault.values, fault.of)
        self.number, self.seed = number, SEED


class Lengths(Struct, frozen=True):
    """How many turns, chances or choices each game had. `passed`: whether one would have had more than its limit allows;
    `cut`: whether one was not played on before that."""

    counts: tuple[int, ...]
    limit: int
    passed: bool
    cut: bool

    def beyond(self, unlikely: int) -> bool:
        """Whether games may pass the limit: it is less than so many standard deviations beyond the mean."""
        mean = fsum(self.counts) / len(self.counts)
        sd = sqrt(fsum((count - mean) ** 2 for count in self.counts) / len(self.counts))
        return self.passed or self.cut or mean + unlikely * sd > self.limit


def trial(program: Program, bots: Sequence[MakeBot]) -> dict[str, Lengths]:
    """The same games whenever they are played: as many as are done in a moment. `bots`: one a seat. Raises FailedGame."""
    limits = program.limits
    shorter = {kind: min(getattr(limits, kind), LONGEST) for kind in KINDS}
    cut = {kind for kind in KINDS if getattr(limits, kind) > LONGEST}  # what a game comes to there is not its end
    games = Game(replace(program, limits=replace(limits, **shorter)))
    finals: list[State] = []
    spent, dear = 0, max([1, *(2**i.size // SETS for i in program.instructions if isinstance(i, ChooseSome))])
    while len(finals) < GAMES and spent < ENOUGH:
        try:
            final = games.played(SEED, len(finals), bots)
            if _passed(final.instruction) not in cut:
                final.scores(), final.measures()
        except Fault as fault:
            raise FailedGame(fault, len(finals)) from None
        finals.append(final)
        spent += final.turns + final.chances + dear * final.choices
    stopped = {_passed(state.instruction) for state in finals}
    return {kind: _lengths(kind, finals, getattr(limits, kind), kind in stopped) for kind in KINDS}


def _lengths(kind: str, finals: Sequence[State], limit: int, stopped: bool) -> Lengths:
    counts = tuple(getattr(state, kind) for state in finals)
    return Lengths(counts, limit, stopped and limit <= LONGEST, stopped and LONGEST < limit < getattr(USUAL, kind))


def _passed(last: Instruction) -> str:
    """The limit that a game passed which stands there; nothing where it came to its end."""
    match last:
        case End():
            return ""
        case CountTurn():
            return "turns"
        case Throw() | Draw():
            return "chances"
        case _:
            return "choices"
