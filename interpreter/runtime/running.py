"""The part of a state that runs: what the blocks of the machine call, and what is waited for when they stop."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS
from parlour.interpreter.runtime.chance import draw_card
from parlour.interpreter.runtime.dispatch import STOP, after_chance
from parlour.interpreter.runtime.events import Event, Happening, Listener
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.random import Stream

_NOTHING: tuple[int, ...] = ()


class Running:
    """A vector on its way from stop to stop. `legal`, `seat`, `dice` and `cards` say what it stands before."""

    __slots__ = (
        "cards",
        "chances",
        "choices",
        "dice",
        "legal",
        "listener",
        "machine",
        "seat",
        "stream",
        "turns",
        "vector",
    )

    def __init__(self, machine: Machine, vector: list[int], stream: Stream | None, listener: Listener | None) -> None:
        self.machine, self.vector, self.stream, self.listener = machine, vector, stream, listener
        self.turns = self.chances = self.choices = 0
        self._stand()

    def _stand(self) -> None:
        """Nothing is known to be waited for."""
        self.dice = -1  # the number of dice of the Throw waited for
        self.cards = -1  # the first slot of the zone of the Draw waited for
        self.seat = -1  # who chooses
        self.legal: Sequence[int] = _NOTHING

    def advance(self) -> None:
        """Go on to the next stop. Nothing changes where the game already stands at one; Fault on a fault."""
        machine, v = self.machine, self.vector
        self._stand()
        if not v[OUTCOME]:
            machine.run(v, v[COUNTER], self, self.listener is not None)
            if machine.promises:
                machine.promises.verify(v, v[COUNTER])
                machine.promises.verify_totals(v, v[COUNTER])

    def _thrown(self, v: list[int], device: int, number: int, outcome: int, into: int, place: int) -> None:
        v[into] = outcome
        if self.listener:
            self.listener(Event(Happening.THREW, (device, number, outcome), place))

    def _taken(self, v: list[int], base: int, kind: int, into: int, place: int) -> None:
        v[base + kind] -= 1
        v[into] = kind
        if self.listener:
            self.listener(Event(Happening.DREW, (base, kind), place))

    def _chosen(self, address: int, choice: int, action: int, forced: bool, place: int) -> int:
        """Carry an action out and tell it; the next address."""
        if self.listener:
            self.listener(Event(Happening.CHOSE, (choice, self.seat, action, int(forced)), place))
        return self.machine.decision(address).take(self.vector, action)

    # What blocks call: each returns what the block is to return.

    def throw(self, v: list[int], address: int, device: int, number: int, into: int, place: int) -> int:
        if number == 0:
            v[into] = 0
            return address + 1
        throwing = self.machine.dice.of(device, number)
        if throwing.certain:
            self._thrown(v, device, number, throwing.weights.outcomes[0], into, place)
            return address + 1
        if self.chances >= self.machine.program.limits.chances:
            return self._limit(address, place)
        if self.stream is None:
            v[COUNTER], self.dice = address, number
            return STOP
        self.chances += 1
        self._thrown(v, device, number, throwing.throw(self.stream), into, place)
        return after_chance(address + 1)

    def draw_from(self, v: list[int], address: int, base: int, kinds: int, into: int, place: int) -> int:
        counts = v[base : base + kinds]
        left, most = sum(counts), max(counts, default=0)
        if left <= 0:
            self.machine.faults.fail("nothing_to_draw", place)
        if left == most:
            self._taken(v, base, counts.index(most), into, place)
            return address + 1
        if self.chances >= self.machine.program.limits.chances:
            return self._limit(address, place)
        if self.stream is None:
            v[COUNTER], self.cards = address, base
            return STOP
        self.chances += 1
        self._taken(v, base, draw_card(counts, left, self.stream), into, place)
        return after_chance(address + 1)

    def choose(self, v: list[int], address: int, choice: int, otherwise: int, place: int) -> int:
        decision = self.machine.decision(address)
        legal = decision.legal(v)
        if not legal:
            if otherwise < 0:
                self.machine.faults.fail("no_choice", place)
            return otherwise
        self.seat = decision.seat(v)
        if not 0 <= self.seat < self.machine.program.seats:
            self.machine.faults.fail("no_seat", place, seat=self.seat)
        if len(legal) > 1:
            if self.choices >= self.machine.program.limits.choices:
                return self._limit(address, place)
            v[COUNTER], self.legal = address, legal
            return STOP
        following = self._chosen(address, choice, legal[0], True, place)
        self.seat = -1
        return following

    def count_turn(self, address: int, place: int) -> bool:
        """Whether one more turn is within the limit; if not, the game is over."""
        if self.turns >= self.machine.program.limits.turns:
            self._limit(address, place)
            return False
        self.turns += 1
        return True

    def _limit(self, address: int, place: int) -> int:
        """The game has had its fill of turns, chances or choices: it is over."""
        outcome = self.machine.program.limits.outcome
        if outcome == 0:
            self.machine.faults.fail("limit", place)
        self.vector[COUNTER], self.vector[OUTCOME], self.vector[WINNERS] = address, outcome, 0
        if self.listener:
            self.listener(Event(Happening.ENDED, (outcome, 0), place))
        return STOP
