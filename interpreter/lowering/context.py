"""What lowering knows while it works: the constants of the game, the fields of the state, bound names, tables, places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Local, Symbol
from parlour.interpreter.lowering.domains import Domain
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.program.arithmetic import WHOLE, Interval
from parlour.interpreter.program.expressions import Expr, Temporary
from parlour.interpreter.program.folding import lookup
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Field, Table, Throws
from parlour.interpreter.source import Place


class NotConstant(Exception):
    """A value of the running game was read where a constant is needed."""

    def __init__(self, place: Place) -> None:
        self.place = place


@dataclass(eq=False, slots=True)
class Context:
    """`fields` is None while constants are computed: reading the state is then NotConstant."""

    model: typed.Model
    settled: Settled
    report: Report
    fields: dict[str, Field] | None = None
    throws: Throws = field(default_factory=lambda: Throws((), ((),), ()))
    tokens: int = 0  # pawns of each seat
    squares: int = 0  # the last square
    tables: dict[str, Table] = field(default_factory=dict)
    places: dict[Place, int] = field(default_factory=dict)
    env: dict[Local, Expr] = field(default_factory=dict)
    masks: dict[Local, Domain] = field(default_factory=dict)
    depth: int = 0

    @property
    def seats(self) -> int:
        return self.settled.seats

    def place(self, place: Place) -> int:
        """The number of a place in Program.places."""
        return self.places.setdefault(place, len(self.places))

    def field_of(self, symbol: Symbol, place: Place) -> Field:
        return self.field_named(symbol.name, place)

    def field_named(self, name: str, place: Place) -> Field:
        if self.fields is None:
            raise NotConstant(place)
        return self.fields[name]

    def table(self, name: str, values: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """The number of a table of constants, made at its first use."""
        if name not in self.tables:
            self.tables[name] = Table(name, values)
        return list(self.tables).index(name), values

    def bounds(self) -> Bounds:
        """What is known so far of every slot and table."""
        fields = list((self.fields or {}).values())
        slots = [WHOLE] * max((f.base + f.size for f in fields), default=0)
        for known in fields:
            slots[known.base : known.base + known.size] = [Interval(known.low, known.high)] * known.size
        values = [t.values or (0,) for t in self.tables.values()]
        tables = tuple(Interval(min(v), max(v)) for v in values)
        return Bounds(tuple(slots), tables, tuple(len(v) for v in values), 1_000_000)

    def lookup(self, name: str, values: tuple[int, ...], index: Expr, place: Place) -> Expr:
        number, values = self.table(name, values)
        return lookup(number, values, index, self.place(place))

    def power(self, index: Expr, place: Place) -> Expr:
        """2 to the power of a number in 0..62: a bit of a mask"""
        return self.lookup("powers of two", tuple(1 << k for k in range(63)), index, place)

    @contextmanager
    def temporary(self) -> Iterator[Temporary]:
        """A number that a fold counts through; number 0 is left to choices and scores."""
        self.depth += 1
        try:
            yield Temporary(self.depth)
        finally:
            self.depth -= 1
