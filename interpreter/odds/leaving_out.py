"""A question whose whole answer is too large in; as much of it as is within reach, and what makes the rest large, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from parlour.interpreter.odds.attempt import Attempt, Refused
from parlour.interpreter.odds.further import too_many
from parlour.interpreter.odds.slicing.questions import OUTCOMES, TURNS, WINNERS
from parlour.interpreter.odds.solver import Question
from parlour.interpreter.odds.solving.payoff import WIN
from parlour.interpreter.odds.solving.solution import Refusal
from parlour.interpreter.program.instructions import CountTurn
from parlour.interpreter.program.program import Program


def less(
    program: Program, question: Question, whole: Attempt, refusal: Refusal
) -> tuple[Attempt, tuple[Refusal, ...]] | None:
    """The first attempt without some of what is asked that is within reach, with a refusal of each of those; None where
    there is none, or what was refused is not too large. `whole`: the attempt that got the `refusal`."""
    if not refusal.fields:
        return None
    large = [(whole.least.carried, refusal)]
    for without in _subsets(_spared(program, question)):
        attempt = Attempt(program, question, without)
        if any(mask & ~attempt.least.carried == 0 for mask, _ in large):
            continue
        try:
            attempt.reach()
        except Refused as refused:
            large.append((attempt.least.carried, refused.refusal))
            continue
        others = [Attempt(program, question, [other for other in without if other != asked]) for asked in without]
        whys = [_why(asked, other, attempt, large) for asked, other in zip(without, others, strict=True)]
        return attempt, tuple(whys)
    return None


def _why(asked: str, other: Attempt, attempt: Attempt, large: Sequence[tuple[int, Refusal]]) -> Refusal:
    """Why what is `asked` is left out of an attempt; the `other` has it."""
    refusal = next(refusal for mask, refusal in large if mask & ~other.least.carried == 0)
    if not refusal.states:
        return replace(refusal, asked=asked)
    return too_many(attempt.slicer.program, asked, other.least.carried & ~attempt.least.carried, refusal.states)


def _spared(program: Program, question: Question) -> list[str]:
    """What can be left out, the likeliest first: not what best play is about."""
    wins = question.best and question.aim == WIN
    turns = any(isinstance(i, CountTurn) for i in program.instructions)
    return [asked for asked, is_there in ((WINNERS, not wins), (TURNS, turns), (OUTCOMES, True)) if is_there]


def _subsets(asked: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for size in range(1, len(asked) + 1):
        yield from combinations(asked, size)
