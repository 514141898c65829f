"""A chain, who plays his best and what for in; what each transition and ending is worth to him out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from parlour.interpreter.odds.exploring.chain import Chain, Ending, Floats

WIN, SCORE = "win", "score"


class NoBestPlay(Exception):
    """Best play is not defined, or not worked out, for what was asked; the message says why."""


class Payoff(Struct, frozen=True):
    """`signs[seat]`: 1 or -1 of a seat that plays its best for or against the first of them. `payoffs`: of each ending;
    `earned`: of each way; `begun`: before the first state."""

    signs: Sequence[int]
    payoffs: Floats
    earned: Floats
    begun: float


def payoff_of(chain: Chain, best: Sequence[int], seats: int, aim: str) -> Payoff:
    """`best`: the seats that play their best. With the aim SCORE, the first results of the chain are the scores."""
    refuse_many(best)
    signs = [0] * seats
    for sign, seat in zip((1, -1), best, strict=False):
        signs[seat] = sign
    if aim == WIN:
        return _of_winners(chain, best, signs)
    return _of_sums(chain, best, signs) if chain.start_change else _of_scores(chain, best, signs)


def refuse_many(best: Sequence[int]) -> None:
    """Raises NoBestPlay where more than two seats decide."""
    if len(best) > 2:
        raise NoBestPlay(
            f"{len(best)} seats play their best: that is worked out for one, or for two against each other"
        )


def refuse_others(worths: Sequence[Sequence[float]]) -> None:
    """`worths`: for each seat that decides, what each ending is worth to it. Raises NoBestPlay where one of two may lose
    what the other does not win."""
    _refuse(worths, "somebody else may win, or nobody")


def _refuse(worths: Sequence[Sequence[float]], why: str) -> None:
    if len(worths) == 2 and len({a + b for a, b in zip(*worths, strict=True)}) > 1:
        raise NoBestPlay(f"two seats that play their best must want the opposite, and here {why}")


def _of_winners(chain: Chain, best: Sequence[int], signs: Sequence[int]) -> Payoff:
    worths = [[_won(ending, seat) for ending in chain.endings] for seat in best]
    refuse_others(worths)
    return _of_endings(chain, worths, signs)


def _of_scores(chain: Chain, best: Sequence[int], signs: Sequence[int]) -> Payoff:
    worths = [[float(ending.results[seat]) for ending in chain.endings] for seat in best]
    _refuse(worths, "their scores do not always add up to the same")
    return _of_endings(chain, worths, signs)


def _of_endings(chain: Chain, worths: Sequence[Sequence[float]], signs: Sequence[int]) -> Payoff:
    return Payoff(signs, np.array(worths[0], dtype=np.float64), np.zeros(len(chain.ways)), 0.0)


def _of_sums(chain: Chain, best: Sequence[int], signs: Sequence[int]) -> Payoff:
    """Scores that are sums: each transition adds what its way is worth."""
    ends = [way.change for way in chain.ways if way.ended]
    rows = {tuple(change.matrix[seat] for seat in best) for change in ends if change and change.matrix}
    moved = any(way.change and way.change.matrix for way in chain.ways if not way.ended)
    if len(rows) != 1 or moved:
        raise NoBestPlay("the score does not only add up: best play for it is not worked out")
    factors = np.array(next(iter(rows)), dtype=np.float64)
    earned = np.zeros((len(best), len(chain.ways)))
    for number, way in enumerate(chain.ways):
        if way.change is not None:
            added = np.array(way.change.added, dtype=np.float64)
            earned[:, number] = added[list(best)] if way.ended else factors @ added
    start = np.array(chain.start_change.added if chain.start_change else (), dtype=np.float64)
    if len(best) == 2 and (np.any(factors.sum(axis=0)) or np.any(earned.sum(axis=0))):
        raise NoBestPlay(
            "two seats that play their best must want the opposite: their scores have to add up to nothing"
        )
    return Payoff(signs, np.zeros(len(chain.endings)), earned[0], float(factors[0] @ start))


def _won(ending: Ending, seat: int) -> float:
    return (ending.winners >> seat & 1) / max(1, ending.winners.bit_count())
