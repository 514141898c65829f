"""Results of games in, what they add up to out: counts, sums and a histogram, all whole numbers, so that tallies of
batches add up to the tally of the whole in any grouping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field


class Result(Struct, frozen=True):
    """How one game ended. `outcome` indexes Program.outcomes, `winners` is a mask of seats, `stopped`: a limit ended it."""

    number: int
    outcome: int
    stopped: bool
    winners: int
    scores: tuple[int, ...]
    measures: tuple[int, ...]
    turns: int
    chances: int


class Sums(Struct):
    """Count, sum, sum of squares, least and greatest of whole numbers; `least` and `greatest` are 0 where count is 0."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    greatest: int = 0

    def add(self, value: int) -> None:
        if not self.count or value < self.least:
            self.least = value
        if not self.count or value > self.greatest:
            self.greatest = value
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float | None:
        return self.total / self.count if self.count else None

    def merged(self, other: Sums) -> Sums:
        both = [sums for sums in (self, other) if sums.count]
        return Sums(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min((sums.least for sums in both), default=0),
            max((sums.greatest for sums in both), default=0),
        )


class Tally(Struct):
    """What a number of games add up to. `turns[t]`: how many games had t turns."""

    games: int
    stopped: int  # ended by a limit of the machine
    outcomes: list[int]  # by index of Program.outcomes
    winners: list[int]  # by seat: games in which it was among the winners
    scores: list[Sums]  # by seat
    measures: list[Sums]  # in the order of Program.measures
    turns: Counter[int] = field(default_factory=Counter)

    @classmethod
    def empty(cls, outcomes: int, seats: int, measures: int) -> Tally:
        """Of no games. `outcomes`, `seats` and `measures` are how many the program has (outcome 0 counted)."""
        scores, measured = ([Sums() for _ in range(n)] for n in (seats, measures))
        return cls(0, 0, [0] * outcomes, [0] * seats, scores, measured)

    def add(self, result: Result) -> None:
        self.games += 1
        self.stopped += result.stopped
        self.outcomes[result.outcome] += 1
        self.turns[result.turns] += 1
        for seat, score in enumerate(result.scores):
            self.winners[seat] += result.winners >> seat & 1
            self.scores[seat].add(score)
        for sums, value in zip(self.measures, result.measures, strict=True):
            sums.add(value)

    def add_all(self, results: Iterable[Result]) -> None:
        for result in results:
            self.add(result)

    def merged(self, other: Tally) -> Tally:
        """The games of both; ValueError where they cannot be of the same program."""
        pairs = zip((*self.scores, *self.measures), (*other.scores, *other.measures), strict=True)
        sums, seats = [mine.merged(theirs) for mine, theirs in pairs], len(self.scores)
        return Tally(
            self.games + other.games,
            self.stopped + other.stopped,
            _added(self.outcomes, other.outcomes),
            _added(self.winners, other.winners),
            sums[:seats],
            sums[seats:],
            self.turns + other.turns,
        )


def _added(left: Sequence[int], right: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip(left, right, strict=True)]
