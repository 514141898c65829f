"""The part of a state that runs: what the blocks of the machine call, and what is waited for when they stop."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.program.instructions import Choice, Choose, ChooseOne, ChooseSome, Draw, Throw
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS
from parlour.interpreter.runtime.chance import draw_card
from parlour.interpreter.runtime.events import Event, Happening, Listener
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.random import Stream

_NOTHING: tuple[int, ...] = ()


class Running:
    """A vector on its way from stop to stop. `legal`, `seat`, `dice` and `cards` say what it stands before."""

    __slots__ = ("cards", "chances", "dice", "legal", "listener", "machine", "seat", "stream", "turns", "vector")

    def __init__(self, machine: Machine, vector: list[int], stream: Stream | None, listener: Listener | None) -> None:
        self.machine, self.vector, self.stream, self.listener = machine, vector, stream, listener
        self.turns = self.chances = 0
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
        while True:
            self._stand()
            if v[OUTCOME]:
                return
            machine.run(v, v[COUNTER], self, self.listener is not None)
            if machine.promises:
                machine.promises.verify_totals(v, v[COUNTER])
            if self.stream is None or (self.dice < 0 and self.cards < 0):
                return
            self._happen(self._drawn(self.stream))

    def _drawn(self, stream: Stream) -> int:
        """The outcome that a stream gives the chance waited for."""
        instruction = self.machine.program.instructions[self.vector[COUNTER]]
        if isinstance(instruction, Throw):
            return self.machine.dice.throw(instruction.device, self.dice, stream)
        assert isinstance(instruction, Draw)
        counts = self.vector[self.cards : self.cards + instruction.kinds]
        return draw_card(counts, sum(counts), stream)

    def _happen(self, outcome: int) -> None:
        """A chance comes out."""
        address = self.vector[COUNTER]
        instruction = self.machine.program.instructions[address]
        self.chances += 1
        self.vector[COUNTER] = address + 1
        if isinstance(instruction, Throw):
            self._thrown(instruction, outcome)
        elif isinstance(instruction, Draw):
            self._taken(instruction, outcome)

    def _thrown(self, throw: Throw, outcome: int) -> None:
        self.vector[throw.into] = outcome
        if self.listener:
            self.listener(Event(Happening.THREW, (throw.device, self.dice, outcome), throw.place))

    def _taken(self, draw: Draw, kind: int) -> None:
        self.vector[self.cards + kind] -= 1
        self.vector[draw.into] = kind
        if self.listener:
            self.listener(Event(Happening.DREW, (self.cards, kind), draw.place))

    def _chosen(self, choice: Choice, address: int, action: int, forced: bool) -> int:
        """Carry an action out and tell it; the next address."""
        if self.listener:
            values = (choice.choice, self.seat, action, int(forced))
            self.listener(Event(Happening.CHOSE, values, choice.place))
        return self.machine.decision(address).take(self.vector, action)

    # What blocks call. Each returns the address to go on at, or -1 to stop.

    def throw(self, v: list[int], address: int, number: int) -> int:
        throw = self.machine.program.instructions[address]
        assert isinstance(throw, Throw)
        if number == 0:
            v[throw.into] = 0
            return address + 1
        self.dice = number
        weights = self.machine.dice.weights(throw.device, number)
        if not weights.certain:
            return self._chance(address, throw.place)
        self._thrown(throw, weights.outcomes[0])
        self.dice = -1
        return address + 1

    def draw_from(self, v: list[int], address: int, base: int) -> int:
        draw = self.machine.program.instructions[address]
        assert isinstance(draw, Draw)
        counts = v[base : base + draw.kinds]
        left, most = sum(counts), max(counts, default=0)
        if left <= 0:
            self.machine.faults.fail("nothing_to_draw", draw.place)
        self.cards = base
        if left != most:
            return self._chance(address, draw.place)
        self._taken(draw, counts.index(most))
        self.cards = -1
        return address + 1

    def choose(self, v: list[int], address: int) -> int:
        choice = self.machine.program.instructions[address]
        assert isinstance(choice, Choose | ChooseOne | ChooseSome)
        decision = self.machine.decision(address)
        legal = decision.legal(v)
        if not legal and choice.otherwise < 0:
            self.machine.faults.fail("no_choice", choice.place)
        if not legal:
            return choice.otherwise
        self.seat = decision.seat(v)
        if not 0 <= self.seat < self.machine.program.seats:
            self.machine.faults.fail("no_seat", choice.place, seat=self.seat)
        if len(legal) > 1:
            v[COUNTER], self.legal = address, legal
            return -1
        following = self._chosen(choice, address, legal[0], forced=True)
        self.seat = -1
        return following

    def count_turn(self, address: int, place: int) -> bool:
        """Whether one more turn is within the limit; if not, the game is over."""
        if self.turns >= self.machine.program.limits.turns:
            self._limit(address, place)
            return False
        self.turns += 1
        return True

    def _chance(self, address: int, place: int) -> int:
        """Stop before a chance, unless the game has had its fill of them."""
        if self.chances >= self.machine.program.limits.chances:
            self._stand()
            self._limit(address, place)
        else:
            self.vector[COUNTER] = address
        return -1

    def _limit(self, address: int, place: int) -> None:
        outcome = self.machine.program.limits.outcome
        if outcome == 0:
            self.machine.faults.fail("limit", place)
        self.vector[COUNTER], self.vector[OUTCOME], self.vector[WINNERS] = address, outcome, 0
        if self.listener:
            self.listener(Event(Happening.ENDED, (outcome, 0), place))
