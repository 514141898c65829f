"""A slice with sums and how many states may be explored in; whether the sums alone come to more, surely, out.

Where a game can go round and add something each time, and then round elsewhere and add something else, every number of
rounds there and there comes to sums of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from parlour.interpreter.odds.exploring.chain import Chain
from parlour.interpreter.odds.exploring.explorer import TooManyStates
from parlour.interpreter.odds.exploring.exploring import explored
from parlour.interpreter.odds.slicing.effects import written
from parlour.interpreter.odds.slicing.graph import components
from parlour.interpreter.odds.slicing.slicing import Sliced
from parlour.interpreter.program.instructions import Set
from parlour.interpreter.program.naming import SlotNames

FEW = 20_000  # states that are looked through
TRIED = 50  # ways back in one component

Sums = tuple[int, ...]


class Step(Struct, frozen=True):
    """A transition to another state, and what it adds."""

    to: int
    added: Sums


class Round(Struct, frozen=True):
    """From a state back to it: what that adds, and what it adds in size."""

    state: int
    added: Sums
    size: Sums


def adds_up_to_more(
    sliced: Sliced | None, seats: Sequence[str], most: int, progress: Callable[[int, int], None]
) -> bool:
    """`sliced`: as of `Slicer.adding_up`; of a few states, or nothing is said."""
    if sliced is None:
        return False
    try:
        _, chain = explored(sliced, seats, (), min(FEW, most), progress)
    except TooManyStates:
        return False
    return chain.start >= 0 and _goes_round(sliced, chain, most)


def _goes_round(sliced: Sliced, chain: Chain, most: int) -> bool:
    rounds = _Rounds(chain, len(sliced.sums))
    path = _independent(rounds.path())
    if not path:
        return False
    begun = chain.start_change.added if chain.start_change else (0,) * len(sliced.sums)
    passed = rounds.passed(path)
    times = [
        (room - abs(first) - on_the_way) // size
        for room, first, on_the_way, size in zip(
            _room(sliced, rounds.falling), begun, passed, _total(r.size for r in path), strict=True
        )
        if size
    ]
    return min(times) >= 0 and (min(times) + 1) ** len(path) > most


class _Rounds:
    """The chain as a graph; `width`: how many sums there are."""

    def __init__(self, chain: Chain, width: int) -> None:
        self._start, self._nothing = chain.start, (0,) * width
        changes = [way.change.added if way.change and not way.ended else self._nothing for way in chain.ways]
        self.falling = [any(added[rank] < 0 for added in changes) for rank in range(width)]
        self._steps: list[list[Step]] = [
            [
                Step(int(chain.targets[t]), changes[chain.codes[t]])
                for t in range(chain.offsets[state], chain.offsets[state + 1])
                if chain.targets[t] >= 0
            ]
            for state in range(chain.count)
        ]

    def path(self) -> list[Round]:
        """Rounds that a game can make one behind the other, as many as are found."""
        parts = components(len(self._steps), [[step.to for step in steps] for steps in self._steps])
        of = {state: number for number, part in enumerate(parts) for state in part}
        best: list[list[Round]] = []
        for number, part in enumerate(parts):  # behind all that it leads to
            beyond = {of[step.to] for state in part for step in self._steps[state]} - {number}
            further = max((best[other] for other in beyond), key=len, default=[])
            best.append([*_independent(self._inside(part)), *further])
        return best[of[self._start]]

    def _inside(self, part: Sequence[int]) -> Iterator[Round]:
        """Ways out of a state and back to it that add something."""
        inside, tried = set(part), 0
        for state in part:
            for step in self._steps[state]:
                if step.to in inside and any(step.added) and tried < TRIED:
                    tried += 1
                    steps = [step, *self._way(step.to, state)]
                    yield Round(state, _total(s.added for s in steps), _total(_size(s.added) for s in steps))

    def _way(self, start: int, end: int) -> list[Step]:
        """The fewest steps from a state to another, which can be reached from it."""
        came: dict[int, tuple[int, Step]] = {}
        waiting, at = [start], 0
        while end not in came and start != end:
            for step in self._steps[waiting[at]]:
                if step.to not in came:
                    came[step.to] = (waiting[at], step)
                    waiting.append(step.to)
            at += 1
        found: list[Step] = []
        while end != start:
            end, step = came[end]
            found.append(step)
        return found

    def passed(self, path: Sequence[Round]) -> Sums:
        """What is added, in size, on the way to the last of the rounds, when none is made."""
        sizes, at = [self._nothing], self._start
        for one in path:
            sizes += [_size(step.added) for step in self._way(at, one.state)]
            at = one.state
        return _total(sizes)


def _room(sliced: Sliced, falling: Sequence[bool]) -> list[int]:
    """For each sum how far it can move from where it begins, up, and where it is `falling` down, within its range."""
    slots = {number: slot for slot, number in sliced.emitted.numbers.items()}
    initial, names = sliced.whole.layout.initial, SlotNames(sliced.whole.layout)
    found = []
    for number, falls in zip(sliced.sums, falling, strict=True):
        slot = slots[number]
        field = names.field(slot)
        lows, highs = [field.low] if field else [], [field.high] if field else []
        for node in sliced.part.graph.nodes:
            if isinstance(node.operation, Set) and written(node.operation) >> slot & 1:
                lows.append(node.operation.low)
                highs.append(node.operation.high)
        up, down = min(highs, default=0) - initial[slot], initial[slot] - max(lows, default=0)
        found.append(min(up, down) if falls else up)
    return found


def _independent(rounds: Iterable[Round]) -> list[Round]:
    """Those of which none adds what the others add together, however often they are made."""
    kept: list[Round] = []
    basis: list[tuple[int, list[Fraction]]] = []  # a column and a row that begins there
    for one in rounds:
        row = [Fraction(n) for n in one.added]
        for column, other in basis:
            factor = row[column] / other[column]
            row = [n - factor * m for n, m in zip(row, other, strict=True)]
        first = next((column for column, n in enumerate(row) if n), None)
        if first is not None:
            basis.append((first, row))
            kept.append(one)
    return kept


def _size(added: Sums) -> Sums:
    return tuple(map(abs, added))


def _total(several: Iterable[Sums]) -> Sums:
    return tuple(map(sum, zip(*several, strict=True)))
