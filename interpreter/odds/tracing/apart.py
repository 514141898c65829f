"""A slicer and results that the states of the outcomes do not hold in; their expectations, reckoned apart from states, out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from parlour.interpreter.odds.slicing.effects import reads
from parlour.interpreter.odds.slicing.emitter import emitted
from parlour.interpreter.odds.slicing.renaming import renamed_expression
from parlour.interpreter.odds.slicing.slicing import Slicer, held_by
from parlour.interpreter.odds.slicing.unknowns import unknowns
from parlour.interpreter.odds.solving.figures import Figures
from parlour.interpreter.odds.solving.linear import Matrix
from parlour.interpreter.odds.solving.solution import Figure
from parlour.interpreter.odds.tracing.expectation import Expectations
from parlour.interpreter.odds.tracing.reckoning import Undecided
from parlour.interpreter.odds.tracing.traced import traced
from parlour.interpreter.odds.tracing.tracing import Tracer
from parlour.interpreter.odds.tracing.watching import Watch
from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.naming import SlotNames

APART = "they are reckoned apart from the states"


class Reckoned(Struct, frozen=True):
    """A mean for each result; `watched`: what had to be known of fields beside the states, in words."""

    figures: tuple[Figure, ...]
    watched: tuple[str, ...]


class Apart:
    """`carried`: the slots that the states of the outcomes hold; no others are held here. `seats`: the policy of each, ''
    where it is random. Raises Undecided where that does not do, or there are more than `most` states."""

    def __init__(
        self,
        slicer: Slicer,
        results: Sequence[Expr],
        carried: int,
        seats: Sequence[str],
        most: int,
        progress: Callable[[int, int], None] = lambda done, known: None,
    ) -> None:
        part = slicer.part(results)
        held = held_by(part)
        free = unknowns(part, carried)
        if held & ~free & ~carried:
            raise Undecided
        made = emitted(slicer.program, part, slicer.bounds, reads(results), free)
        self._slots, self._names = {n: slot for slot, n in made.numbers.items()}, SlotNames(slicer.program.layout)
        kept = [number for number, slot in sorted(self._slots.items()) if (free & held) >> slot & 1]
        unknown = sum(1 << number for number, slot in self._slots.items() if free >> slot & 1)
        named = [renamed_expression(result, made.numbers) for result in results]
        found = traced(Tracer(made.program, unknown, kept, named, seats), most, progress)
        figures = Figures(found.chain, Matrix(found.chain), len(slicer.program.outcomes))
        if figures.never > 0:
            raise Undecided
        bounds = [slicer.bounds.slots[slot] for _, slot in sorted(self._slots.items())]
        self._expectations = Expectations(
            found, figures, kept, lambda number: (float(bounds[number].low), float(bounds[number].high))
        )

    def reckoned(self, ranks: Sequence[int]) -> Reckoned:
        """Those of the results. Raises Undecided where what they need grows beyond all that can be followed."""
        found = [self._expectations.result(rank) for rank in ranks]
        watched = frozenset[Watch]().union(*(one.watched for one in found))
        return Reckoned(tuple(Figure(one.mean, within=one.within, unsure=APART) for one in found), self._words(watched))

    def _words(self, watched: frozenset[Watch]) -> tuple[str, ...]:
        """The fields that were watched, each once, with the divisor where only a remainder was needed."""
        found: dict[str, None] = {}
        for watch in sorted(watched, key=lambda w: (w.modulus, w.slot)):
            slot = self._slots[watch.slot]
            field = self._names.field(slot)
            name = field.name if field is not None else self._names.name(slot)
            found[f"{name} modulo {watch.modulus}" if watch.modulus else name] = None
        return tuple(found)
