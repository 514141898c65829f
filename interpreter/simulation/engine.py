"""What plays games for a simulation: a stretch of game numbers in, their tally, or their results one by one, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from parlour.interpreter.program.program import Program
from parlour.interpreter.simulation.tally import Result, Tally
from parlour.interpreter.source import Place


class GameFault(Exception):
    """A rule failed in game `number`: `message` says how, in English, `place` where it stands."""

    def __init__(self, number: int, message: str, place: Place) -> None:
        super().__init__(number, message, place)  # as the arguments, so that it can travel between processes
        self.number, self.message, self.place = number, message, place

    def __str__(self) -> str:
        return f"game {self.number}: {self.place}: {self.message}"


class Engine(Protocol):
    """Games of one program, one seed, one bot a seat. Every engine gives the same results, game by game.

    Both methods play games `first` .. `first + count - 1`, and raise GameFault for the first of them that fails.
    """

    @property
    def batch(self) -> int:
        """How many games take it about half a second, as far as it knows before it has played any for long."""
        ...

    @property
    def shared(self) -> bool:
        """Whether one engine plays in several threads at once; else each process has one of its own."""
        ...

    def tally(self, first: int, count: int) -> Tally:
        """What they add up to."""
        ...

    def results(self, first: int, count: int) -> Sequence[Result]:
        """Each of them, in order."""
        ...


# Of the program, the seed, and for each seat a policy or "" (at random).
MakeEngine = Callable[[Program, int, Sequence[str]], Engine]
