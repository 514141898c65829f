"""A program and a question in; its exact odds, with what cannot be said and why, out.

Where all of it together is out of reach, as little as possible is left out: who wins, how many turns, which outcome.
"""

from __future__ import annotations

from functools import cached_property

from msgspec.structs import replace

from parlour.interpreter.odds.attempt import Attempt, Refused
from parlour.interpreter.odds.leaving_out import less
from parlour.interpreter.odds.solver import Question, Solved
from parlour.interpreter.odds.solving.kernels import why_none
from parlour.interpreter.odds.solving.solution import ODDS, Refusal, Solution
from parlour.interpreter.program.program import Program


class OutOfReach(Exception):
    """Nothing at all can be said; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why)
        self.refusal = refusal


def answer(program: Program, question: Question) -> Solution:
    """Exact odds. Raises OutOfReach where nothing can be said; Fault where a rule fails in a game that may happen."""
    return Answering(program, question).solution()


def _look_for_machine_code() -> None:
    """Equations are solved in it alone: that there is none is told before states are counted for nothing."""
    if why := why_none():
        raise OutOfReach(Refusal(ODDS, f"they are worked out in machine code, and there is none here: {why}"))


class Answering:
    """One question about one program; `base` keeps the chain, for who wants more of it."""

    def __init__(self, program: Program, question: Question) -> None:
        self._program, self._question = program, question

    @cached_property
    def _within_reach(self) -> tuple[Attempt, tuple[Refusal, ...]]:
        """All that is asked, or less, and why less."""
        _look_for_machine_code()
        whole = Attempt(self._program, self._question)
        try:
            whole.reach()
            return whole, ()
        except Refused as refused:
            refusal = refused.refusal
        found = less(self._program, self._question, whole, refusal)  # when the states that were too many are forgotten
        if found is None:
            raise OutOfReach(refusal)
        return found

    @property
    def base(self) -> Solved:
        """Outcomes, winners and turns, with the scores that best play is about. Raises OutOfReach, and Fault."""
        try:
            return self._within_reach[0].base
        except Refused as refused:
            raise OutOfReach(refused.refusal) from None

    def solution(self) -> Solution:
        """The whole answer. Raises OutOfReach, and Fault."""
        attempt, refusals = self._within_reach
        try:
            found = attempt.solution()
        except Refused as refused:
            raise OutOfReach(refused.refusal) from None
        return replace(found, refusals=(*refusals, *found.refusals))
