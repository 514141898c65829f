"""A game under way: who is to move, what may happen, what came of it. Seats count from 0.

A state stops at each chance with more than one outcome, at each choice with more than one legal action, and at the end.
"""

from __future__ import annotations

from typing import Any

from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome, Draw, Instruction, Throw
from parlour.interpreter.program.program import COUNTER, OUTCOME, PHASE, TURN, WINNERS, ChoiceInfo
from parlour.interpreter.runtime.chance import Weights, draw_card, weights_of_cards
from parlour.interpreter.runtime.events import Listener
from parlour.interpreter.runtime.fault import IllegalMove
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.random import Stream
from parlour.interpreter.runtime.running import Running
from parlour.interpreter.runtime.saving import restore, saved
from parlour.interpreter.runtime.spelling import Speller


class State(Running):
    """`vector` is the whole situation: it may be read at any time, and changed where `advance` is called after.

    `turns`, `chances` and `choices` count those so far (for the limits only). With a `stream` the state throws its own dice and
    stops at choices alone; without one the caller applies the outcome of every chance. `listener` hears the events.
    """

    __slots__ = ()

    # Where the game stands.

    @property
    def is_terminal(self) -> bool:
        return self.vector[OUTCOME] != 0

    @property
    def is_chance(self) -> bool:
        """Whether a chance is next: apply one of `chance_outcomes`."""
        return self.dice >= 0 or self.cards >= 0

    @property
    def current_player(self) -> int | None:
        """The seat that chooses, from 0; None at a chance, at the end and before the first `advance`."""
        return self.seat if self.seat >= 0 else None

    @property
    def instruction(self) -> Instruction:
        """The chance, choice or end where the game stands."""
        return self.machine.program.instructions[self.vector[COUNTER]]

    @property
    def choice(self) -> ChoiceInfo | None:
        """What is chosen here; None where nobody chooses."""
        instruction = self.instruction
        if self.seat >= 0 and isinstance(instruction, Choose | ChooseOne | ChooseSome):
            return self.machine.program.choices[instruction.choice]
        return None

    def weights(self) -> Weights:
        """The outcomes of the chance here, ascending, with whole-number weights; IllegalMove where there is none."""
        instruction = self.instruction
        if self.dice >= 0 and isinstance(instruction, Throw):
            return self.machine.dice.of(instruction.device, self.dice).weights
        if self.cards >= 0 and isinstance(instruction, Draw):
            return weights_of_cards(self.vector[self.cards : self.cards + instruction.kinds])
        raise IllegalMove("there is no chance here")

    def chance_outcomes(self) -> list[tuple[int, int, int]]:
        """(outcome, weight, total) of each possible outcome, ascending: its probability is weight / total.

        An outcome of a throw indexes Program.throws.outcomes, that of a card is its kind.
        """
        weights = self.weights()
        return [(o, w, weights.total) for o, w in zip(weights.outcomes, weights.weights, strict=True)]

    def legal_actions(self) -> list[int]:
        """What the current player may apply, ascending; empty where nobody chooses."""
        return list(self.legal)

    # Going on.

    def apply(self, move: int) -> None:
        """Apply an outcome or an action and go on to the next stop; IllegalMove when it is not possible here."""
        instruction, address = self.instruction, self.vector[COUNTER]
        if isinstance(move, bool):  # True is 1 to Python, and no action
            raise IllegalMove(self._refusal(move))
        if self.is_chance and move in self.weights().outcomes:
            self._happen(move)
        elif move in self.legal:
            assert isinstance(instruction, Choose | ChooseOne | ChooseSome)
            following = self._chosen(address, instruction.choice, move, False, instruction.place)
            self.choices += 1
            self.vector[COUNTER] = following
        else:
            raise IllegalMove(self._refusal(move))
        self.advance()

    def _refusal(self, move: int) -> str:
        if self.is_chance:
            return f"outcome {move} is not possible here"
        return f"action {move} is not legal here" if self.legal else "nobody has a choice here"

    def _happen(self, outcome: int) -> None:
        """The chance here comes out."""
        instruction, v = self.instruction, self.vector
        if isinstance(instruction, Throw):
            self._thrown(v, instruction.device, self.dice, outcome, instruction.into, instruction.place)
        elif isinstance(instruction, Draw):
            self._taken(v, self.cards, outcome, instruction.into, instruction.place)
        self.chances += 1
        v[COUNTER] += 1

    def draw(self, stream: Stream) -> int:
        """The outcome that a stream gives the chance here, to be applied; IllegalMove where there is none."""
        instruction = self.instruction
        if self.dice >= 0 and isinstance(instruction, Throw):
            return self.machine.dice.of(instruction.device, self.dice).throw(stream)
        if self.cards >= 0 and isinstance(instruction, Draw):
            counts = self.vector[self.cards : self.cards + instruction.kinds]
            return draw_card(counts, sum(counts), stream)
        raise IllegalMove("there is no chance here")

    def happen(self, stream: Stream) -> None:
        """Apply what a stream gives the chance here and go on to the next stop."""
        self._happen(self.draw(stream))
        self.advance()

    def at_phase(self, phase: int) -> None:
        """Stand where a phase begins, without running: then set slots, then `advance`."""
        self._stand()
        self.vector[COUNTER] = self.machine.program.phases[phase].entry

    def at_turn(self, phase: int, seat: int) -> None:
        """Stand where a turn of a seat begins in a phase of turns; ValueError where the phase has none."""
        entry = self.machine.program.phases[phase].turn_entry
        if entry < 0:
            raise ValueError(f"phase '{self.machine.program.phases[phase].name}' has no turns")
        self._stand()
        self.vector[COUNTER], self.vector[TURN], self.vector[PHASE] = entry, seat, phase

    def clone(self, listener: Listener | None = None) -> State:
        """The same game on its own from here, with the same dice to come; nobody listens unless named."""
        stream = self.stream.clone() if self.stream else None
        other = State(self.machine, self.vector.copy(), stream, listener)
        other.turns, other.chances, other.choices = self.turns, self.chances, self.choices
        other.dice, other.cards, other.seat, other.legal = self.dice, self.cards, self.seat, self.legal
        return other

    # What came of it.

    @property
    def outcome(self) -> str | None:
        """The name of how it ended; None while it goes on."""
        return self.machine.program.outcomes[self.vector[OUTCOME]] or None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, ascending; none while it goes on."""
        mask = self.vector[WINNERS]
        return tuple(seat for seat in range(self.machine.program.seats) if mask >> seat & 1)

    def scores(self) -> list[int]:
        """The score of each seat as things stand: of meaning when the game has ended."""
        return [score(self.vector, seat) for seat, score in enumerate(self.machine.scores)]

    def measures(self) -> dict[str, int]:
        """What else the ruleset counts, by name; as `scores`."""
        return {name: measure(self.vector, 0) for name, measure in self.machine.measures}

    def returns(self) -> list[float]:
        """What each seat played for: its score where the aim is `score`, else an equal share of 1 for each winner.

        All 0 while the game goes on.
        """
        if not self.is_terminal:
            return [0.0] * self.machine.program.seats
        if self.machine.program.aim == "score":
            return [float(score) for score in self.scores()]
        won = self.winners
        return [1 / len(won) if seat in won else 0.0 for seat in range(self.machine.program.seats)]

    # Words and files.

    def describe(self, action: int) -> str:
        """An action of the choice here as scenarios spell it: an option's name, a card, `seat 2`, numbers."""
        return self._speller.action(self.choice, action)

    def outcome_spelling(self, outcome: int) -> str:
        """An outcome of the chance here as scenarios spell it: `6 3` (the greatest first), or a card."""
        return self._speller.outcome(self.instruction, outcome)

    def action_named(self, spelling: str) -> int | None:
        """The legal action with this spelling, whatever the order of its parts; None when there is none."""
        return self._speller.found(spelling, self.legal, self.describe)

    def outcome_named(self, spelling: str) -> int | None:
        """The possible outcome with this spelling, whatever the order of its dice; None when there is none."""
        return self._speller.found(spelling, self.weights().outcomes, self.outcome_spelling)

    @property
    def _speller(self) -> Speller:
        return self.machine.speller

    def to_json(self, program: str | None = None) -> dict[str, Any]:
        """The state as plain data; `from_json` compares `program` (None: the digest of the program)."""
        return saved(self, self.machine.digest if program is None else program)

    @classmethod
    def from_json(
        cls, machine: Machine, data: object, program: str | None = None, listener: Listener | None = None
    ) -> State:
        """The state that `to_json` gave, standing at its stop; UnreadableState where it does not fit."""
        known = machine.digest if program is None else program
        vector, stream, counts = restore(machine, data, known)
        state = cls(machine, vector, stream, listener)
        state.turns, state.chances, state.choices = counts
        state.advance()
        return state
