"""Seed and number of games in, the totals of race.c as JSON out: the same race by hand in plain Python."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from parlour.interpreter.runtime.random import Stream, game_stream

FORTUNE, FISH_TAIL, UNFINISHED, LAST, MOST_TURNS = 1, 2, 3, 44, 20_000
PAYS = {3: 2, 5: 1, 7: 2, 18: 2, 19: 5, 23: 4, 26: 2, 28: 1, 30: 2}
GETS = {10: 5, 16: 2}


@dataclass(slots=True)
class Race:
    stream: Stream
    purse: list[int] = field(default_factory=lambda: [20, 20])
    lent: list[int] = field(default_factory=lambda: [10, 10])
    missing: list[int] = field(default_factory=lambda: [0, 0])
    at: list[int] = field(default_factory=lambda: [0, 0])
    bank: int = 20
    turns: int = 0
    outcome: int = 0
    winners: int = 0
    dry: int = 0

    def pays(self, who: int, amount: int) -> int:
        paid = min(amount, self.purse[who])
        self.purse[who] -= paid
        self.bank += paid
        return paid

    def gets(self, who: int, amount: int) -> int:
        if self.missing[who]:
            return 0
        got = min(amount, self.bank)
        self.bank -= got
        self.purse[who] += got
        return got

    def takes_back(self, who: int, amount: int) -> None:
        self.lent[who] -= self.gets(who, min(amount, self.lent[who]))

    def play(self) -> None:
        me = 0
        while not self.outcome:
            if self.turns >= MOST_TURNS:
                self.outcome = UNFINISHED
                return
            self.turns += 1
            if self.missing[me]:
                self.missing[me] -= 1
            else:
                self.turn(me)
            me = 1 - me

    def turn(self, me: int) -> None:
        square = self.at[me] + 1 + self.stream.below(3)
        if square > LAST:
            square = 1
        self.at[me] = square
        if square in PAYS:
            self.pays(me, PAYS[square])
            if square == 19:
                self.at[me] = 1
        elif square in GETS:
            self.gets(me, GETS[square])
        elif square == 12:
            self.lent[me] += self.pays(me, 10)
        elif square == 32:
            self.missing[me] += 2
        elif square == 33:
            self.at[me] = 15
        elif square == 39:
            self.takes_back(me, self.lent[me])
        elif square == 40:
            self.takes_back(1 - me, 10)
        elif square >= 43:
            self.ends(me, square)
            return
        if self.purse[me] <= 0:
            self.dry = 1

    def ends(self, me: int, square: int) -> None:
        if square == 43:
            self.purse[me] += self.bank
            self.outcome, self.winners = FORTUNE, 1 << me
        else:
            half = self.bank // 2
            self.purse = [purse + half for purse in self.purse]
            self.outcome, self.winners = FISH_TAIL, 3


def main(seed: int, games: int) -> None:
    begun = time.process_time()
    outcomes, winners, turns = Counter[int](), [0, 0], 0
    sums, squares = [0, 0, 0], [0, 0, 0]
    for number in range(games):
        race = Race(game_stream(seed, number))
        race.play()
        outcomes[race.outcome] += 1
        turns += race.turns
        for seat in (0, 1):
            winners[seat] += race.winners >> seat & 1
        for k, value in enumerate((*race.purse, race.dry)):
            sums[k] += value
            squares[k] += value * value
    seconds = time.process_time() - begun
    told = {"games": games, "outcomes": [outcomes[k] for k in range(4)], "winners": winners, "turns": turns}
    print(json.dumps({**told, "sums": sums, "squares": squares, "seconds": seconds}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
