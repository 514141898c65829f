"""A program, bots and a seed in; games by the thousand; what they add up to so far, at any time, out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from parlour.interpreter.simulation.batches import ends_round, rounds
from parlour.interpreter.simulation.engine import GameFault
from parlour.interpreter.simulation.statistics import wilson
from parlour.interpreter.simulation.tally import Result, Tally
from parlour.interpreter.simulation.workers import Here, Pace, Played, Players, Pool, Work, play

LISTED = 10_000  # games of a stretch whose results are wanted one by one

Keep = Callable[[Sequence[Result]], None]
Progress = Callable[[int], None]  # of the games that are done


class Simulation:
    """Plays the games 0, 1, 2 … of a seed. `tally` holds whole stretches only, also after an interruption.

    A `tally` of the first games of the seed that is set before `run` is gone on with. `seconds` is the time spent in
    `run`, `played` the number of games it played.
    """

    def __init__(self, work: Work) -> None:
        program = work.program
        self.work = work
        self.tally = Tally.empty(len(program.outcomes), program.seats, len(program.measures))
        self.seconds = 0.0
        self.played = 0

    def run(
        self,
        games: int,
        jobs: int = 1,
        until: float | None = None,
        keep: Keep = lambda results: None,
        progress: Progress = lambda done: None,
        players: Players | None = None,
    ) -> None:
        """Go on to `games` games in all; with `until` stop when no share's 95 % interval is wider than that.

        `keep` is given the results of each stretch (where the work lists them). `players`: who plays (None: as many
        as `jobs` here). Raises GameFault, WorkerLost.
        """
        first = self.tally.games
        if until is not None and ends_round(first) and widest(self.tally) <= until:
            return  # what is gone on with had come to its end
        players = players or self._here(games - first, jobs)
        begun = time.perf_counter()
        looks = rounds(first, games) if until is not None else iter([(first, games - first)])
        try:
            for start, count in looks:
                for played in players.each(start, count):
                    self._take(played, keep)
                    progress(self.tally.games)
                    self.seconds = time.perf_counter() - begun
                if until is not None and widest(self.tally) <= until:
                    break
        except GameFault as fault:
            self._take_those_before(fault.number, keep)
            raise
        finally:
            players.close()

    def _here(self, games: int, jobs: int) -> Players:
        engine = self.work.engine()
        pace = Pace(engine, LISTED if self.work.listed else None)
        jobs = min(jobs, -(-games // pace.guessed))  # a worker for each stretch at most
        return Pool(self.work, engine, pace, jobs) if jobs > 1 else Here(self.work, engine, pace)

    def _take_those_before(self, number: int, keep: Keep) -> None:
        """The games of a stretch that are over before one fails: however games are parted, the same are counted."""
        if number > self.tally.games:
            first = self.tally.games
            self._take(play(self.work, self.work.engine(), first, number - first), keep)

    def _take(self, played: Played, keep: Keep) -> None:
        if played.results:
            keep(played.results)
        self.tally = self.tally.merged(played.tally)  # at once: an interruption finds the old or the new
        self.played += played.tally.games


def widest(tally: Tally) -> float:
    """The width of the widest 95 % interval of a share: of an outcome, or of the games that a seat won."""
    return max(high - low for low, high in _intervals(tally))


def _intervals(tally: Tally) -> Iterator[tuple[float, float]]:
    return (wilson(count, tally.games) for count in chain(tally.outcomes, tally.winners))
