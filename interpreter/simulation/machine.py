"""The engine that is always there: the Python machine, one game after the other."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.bots import GREEDY, RANDOM, bot_maker
from parlour.interpreter.program.instructions import End
from parlour.interpreter.program.program import OUTCOME, WINNERS, Program
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game, MakeBot
from parlour.interpreter.runtime.state import State
from parlour.interpreter.simulation.engine import GameFault
from parlour.interpreter.simulation.tally import Result, Tally


def why_not() -> str | None:
    """It can always run."""
    return None


class MachineEngine:
    """Plays on the machine. `policies`: for each seat the policy that it follows, `greedy`, or "" for at random."""

    shared = False

    def __init__(self, program: Program, seed: int, policies: Sequence[str]) -> None:
        self._game, self._seed = Game(program), seed
        self.batch = 1 if GREEDY in policies else 250
        self._makers: list[MakeBot] = [bot_maker(name or RANDOM, program) for name in policies]

    def tally(self, first: int, count: int) -> Tally:
        program = self._game.program
        tally = Tally.empty(len(program.outcomes), program.seats, len(program.measures))
        tally.add_all(self._result(number) for number in range(first, first + count))
        return tally

    def results(self, first: int, count: int) -> Sequence[Result]:
        return [self._result(number) for number in range(first, first + count)]

    def _result(self, number: int) -> Result:
        try:
            return _result_of(self._game.played(self._seed, number, self._makers), number)
        except Fault as fault:
            raise GameFault(number, fault.message, fault.place) from None


def _result_of(state: State, number: int) -> Result:
    stopped = not isinstance(state.instruction, End)  # a limit leaves the game before what passed it
    return Result(
        number,
        state.vector[OUTCOME],
        stopped,
        state.vector[WINNERS],
        tuple(state.scores()),
        tuple(state.measures().values()),
        state.turns,
        state.chances,
    )
