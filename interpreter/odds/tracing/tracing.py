"""A sliced program in which some slots are not known in; what the way from one stop to the next makes of them out.

Everything else is run as it is; the unknown slots hold forms. A branch that asks about them is gone both ways: where both
come to the same, it decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from parlour.interpreter.odds.tracing.forms import Form, bent, combined, known, unknown
from parlour.interpreter.odds.tracing.reckoning import Reckoner, Undecided
from parlour.interpreter.program.expressions import Expr, Operator
from parlour.interpreter.program.instructions import (
    Branch,
    Choose,
    ChooseOne,
    ChooseSome,
    Clear,
    CountTurn,
    Dequeue,
    Draw,
    End,
    Enqueue,
    Jump,
    Set,
    Short,
    Sort,
    Switch,
    Throw,
    Transfer,
)
from parlour.interpreter.program.program import COUNTER, OUTCOME, WINNERS, Program
from parlour.interpreter.runtime.chance import weights_of_cards
from parlour.interpreter.runtime.machine import Machine
from parlour.interpreter.runtime.structures import Structures, sort

STEPS = 100_000  # from one stop to the next, then it is given up
FORKS = 16  # branches in a row that are gone both ways, from one stop to the next


class Effect(Struct, frozen=True):
    """What a way makes of the unknown slots at the next stop, or of the results where the game ends."""

    ended: bool
    forms: tuple[Form, ...]


class Way(Struct):
    """A game between two stops: known slots in the vector, forms of the others, turns that have begun."""

    vector: list[int]
    forms: dict[int, Form]
    turns: int = 0
    forks: int = 0
    results: tuple[Form, ...] | None = None  # of an end that a branch on unknown slots comes to


Options = list[tuple[int, list[int], int]]  # weight, vector and address of each way on


class Tracer:
    """`free`: the mask of the unknown slots, `kept`: those that count at some stop. `results`: what is read at the end.
    `seats`: the name of a policy for each, '' where it is random."""

    def __init__(
        self, program: Program, free: int, kept: Sequence[int], results: Sequence[Expr], seats: Sequence[str]
    ) -> None:
        self._program, self._free, self._kept, self._results, self._seats = program, free, tuple(kept), results, seats
        self._unknown = [slot for slot in range(program.layout.size) if free >> slot & 1]
        self._machine = Machine(program)
        self._reckoner = Reckoner(self._machine, free)
        self._structures = Structures(self._machine.faults)

    def begun(self) -> Way:
        """From the beginning of the game to its first stop."""
        initial = self._program.layout.initial
        return self._walk(Way(list(initial), {slot: known(initial[slot]) for slot in self._unknown}), 0)

    def gone(self, vector: list[int], address: int) -> Way:
        """From behind a stop to the next one."""
        forms = {slot: unknown(slot) if slot in self._kept else known(0) for slot in self._unknown}
        return self._walk(Way(vector, forms), address)

    def effect(self, way: Way) -> Effect:
        """What has become of the unknown slots."""
        if way.vector[OUTCOME]:
            return Effect(True, self._results_of(way))
        return Effect(False, tuple(way.forms[slot] for slot in self._kept))

    def _results_of(self, way: Way) -> tuple[Form, ...]:
        """What is read at the end."""
        if way.results is not None:
            return way.results
        return tuple(self._reckoner.form(result, way.vector, way.forms) for result in self._results)

    def ways(self, vector: list[int]) -> Options:
        """The ways on from a stop."""
        address = vector[COUNTER]
        match self._program.instructions[address]:
            case Throw(device, number, _, into):
                weights = self._machine.dice.of(device, self._reckoner.number(number, vector)).weights
                pairs = zip(weights.weights, weights.outcomes, strict=True)
                return [(weight, _with(vector, {into: outcome}), address + 1) for weight, outcome in pairs]
            case Draw(zone, kinds, into):
                base = self._reckoner.slot(zone, vector)
                cards = weights_of_cards(vector[base : base + kinds])
                pairs = zip(cards.weights, cards.outcomes, strict=True)
                return [(w, _with(vector, {into: k, base + k: vector[base + k] - 1}), address + 1) for w, k in pairs]
            case _:
                decision = self._machine.decision(address)
                copies = [(vector.copy(), action) for action in decision.legal(vector)]
                return [(1, copy, decision.take(copy, action)) for copy, action in copies]

    def _walk(self, way: Way, address: int) -> Way:
        """To the next stop, or the end."""
        instructions = self._program.instructions
        for _ in range(STEPS):
            instruction = instructions[address]
            if isinstance(instruction, Branch) and self._reckoner.asks(instruction.test):
                test = self._reckoner.form(instruction.test, way.vector, way.forms)
                if test.whole is None:
                    return self._both(way, test, address + 1, instruction.otherwise)
                address = address + 1 if test.whole else instruction.otherwise
                continue
            following = self._step(instruction, way, address)
            if following is None:
                return way
            address = following
        raise Undecided

    def _both(self, way: Way, test: Form, then: int, otherwise: int) -> Way:
        """A branch that depends on unknown slots decides of them alone: else both ways must come to the same."""
        if way.forks >= FORKS:
            raise Undecided
        other = Way(way.vector.copy(), way.forms.copy(), way.turns, way.forks + 1)
        way.forks += 1
        first, second = self._walk(way, then), self._walk(other, otherwise)
        if (first.vector, first.turns) != (second.vector, second.turns):
            raise Undecided
        if first.vector[OUTCOME]:
            first.results, second.results = self._results_of(first), self._results_of(second)
            first.results = tuple(_either(test, a, b) for a, b in zip(first.results, second.results, strict=True))
        else:
            first.forms = {slot: _either(test, form, second.forms[slot]) for slot, form in first.forms.items()}
        return first

    def _step(self, instruction: object, way: Way, address: int) -> int | None:  # noqa: C901 (a case an instruction)
        """Carry one instruction out; the next address, None at a stop or the end."""
        vector = way.vector
        match instruction:
            case Set(target, value):
                self._put(way, self._reckoner.slot(target, vector), self._reckoner.form(value, vector, way.forms))
            case Transfer():
                self._transfer(instruction, way)
            case Clear(base, values):
                for slot, number in enumerate(values, base):
                    self._put(way, slot, known(number))
            case Jump(to):
                return to
            case Branch(test, otherwise):
                return address + 1 if self._reckoner.number(test, vector) else otherwise
            case Switch(value, low, to, otherwise):
                rank = self._reckoner.number(value, vector) - low
                return to[rank] if 0 <= rank < len(to) else otherwise
            case CountTurn():
                way.turns += 1
            case End(outcome, winners):
                vector[OUTCOME], vector[WINNERS] = outcome, self._reckoner.number(winners, vector)
                return None
            case Sort(bases, size):
                sort(vector, bases, size)
            case Enqueue(token, base, size):
                self._structures.enqueue(vector, self._reckoner.number(token, vector), base, size, self._program.tokens)
            case Dequeue(into, base, size, empty):
                if not vector[base]:
                    return empty
                vector[into] = vector[base] - 1
                vector[base : base + size] = [*vector[base + 1 : base + size], 0]
            case _:
                return self._stop(instruction, way, address)
        return address + 1

    def _stop(self, instruction: object, way: Way, address: int) -> int | None:
        """A chance or choice that leaves only one way is gone on from; any other is stopped at."""
        vector = way.vector
        vector[COUNTER] = address
        match instruction:
            case Throw(number=number, into=into) if not self._reckoner.number(number, vector):
                vector[into] = 0
                return address + 1
            case Throw() | Draw():
                ways = self.ways(vector)
                if len(ways) > 1:
                    return None
                way.vector = ways[0][1]
                return ways[0][2]
            case Choose() | ChooseOne() | ChooseSome():
                return self._chosen(way, address)
            case _:
                raise Undecided

    def _chosen(self, way: Way, address: int) -> int | None:
        decision = self._machine.decision(address)
        legal = decision.legal(way.vector)
        if not legal:
            raise Undecided
        action: int | None = legal[0]
        if len(legal) > 1:
            policy = self._seats[decision.seat(way.vector)]
            action = decision.best(way.vector, policy, legal) if policy else None
        return None if action is None else decision.take(way.vector, action)

    def _transfer(self, transfer: Transfer, way: Way) -> None:
        source, to = self._reckoner.slot(transfer.source, way.vector), self._reckoner.slot(transfer.to, way.vector)
        held = self._reckoner.held(source, way.vector, way.forms)
        asked = held if transfer.amount is None else self._reckoner.form(transfer.amount, way.vector, way.forms)
        moved = asked
        if transfer.amount is not None and transfer.short is Short.PAYS_ALL:
            moved = bent(Operator.MIN, asked, bent(Operator.MAX, known(0), held))
        self._put(way, source, combined(held, moved, -1))
        self._put(way, to, combined(self._reckoner.held(to, way.vector, way.forms), moved))
        if transfer.paid >= 0:
            self._put(way, transfer.paid, moved)
        if transfer.unpaid >= 0:
            self._put(way, transfer.unpaid, combined(asked, moved, -1))

    def _put(self, way: Way, slot: int, form: Form) -> None:
        if self._free >> slot & 1:
            way.forms[slot] = form
        elif form.whole is None:
            raise Undecided
        else:
            way.vector[slot] = form.whole


def _either(test: Form, then: Form, otherwise: Form) -> Form:
    """The one where the test holds, else the other; what they have in common is not asked about."""
    if then == otherwise:
        return then
    return combined(otherwise, bent("if", test, combined(then, otherwise, -1), Form()))


def _with(vector: list[int], values: dict[int, int]) -> list[int]:
    copied = vector.copy()
    for slot, value in values.items():
        copied[slot] = value
    return copied
