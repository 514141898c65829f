"""What lowering knows while it works: the constants of the game, the fields of the state, bound names, tables, places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from msgspec import Struct, field

from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Local, Symbol
from parlour.interpreter.lowering.domains import Domain
from parlour.interpreter.lowering.growth import Growth
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.program.arithmetic import WHOLE, Interval
from parlour.interpreter.program.expressions import Expr, Temporary
from parlour.interpreter.program.folding import lookup
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Field, Table, Throws
from parlour.interpreter.source import Place
from parlour.interpreter.types import INT_HIGH, INT_LOW


class NotConstant(Exception):
    """A value of the running game was read where a constant is needed."""

    def __init__(self, place: Place) -> None:
        self.place = place


class Refused(NotConstant):
    """There is no value; why is in the report."""


class Context(Struct, eq=False):
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
    has_wrong_size: bool = False
    growth: Growth = field(default_factory=Growth)
    sets: dict[str, tuple[int, ...]] = field(default_factory=dict)  # members of the declared sets that were asked for
    _slots: list[Interval] = field(default_factory=list)  # of the first fields, as many as `_counted`
    _counted: int = 0
    _contents: list[tuple[Interval, int]] = field(default_factory=list)  # of the tables, and their lengths

    @property
    def seats(self) -> int:
        return self.settled.seats

    def sized_at(self, place: Place) -> list[Related]:
        """Where the size of the board is written, for a fault in another file: a variant may have made it smaller."""
        board = self.model.board
        size = board.last.place if board is not None and board.last is not None else place
        return [Related("the size of the board is given here", size)] if size.source != place.source else []

    def place(self, place: Place) -> int:
        """The number of a place in Program.places."""
        return self.places.setdefault(place, len(self.places))

    def field_of(self, symbol: Symbol, place: Place) -> Field:
        return self.field_named(symbol.name, place)

    def field_named(self, name: str, place: Place) -> Field:
        if self.fields is None or name not in self.fields:  # asked for while fields are still being laid out
            raise NotConstant(place)
        return self.fields[name]

    def table(self, name: str, values: tuple[int, ...], place: Place) -> tuple[int, tuple[int, ...]]:
        """The number of a table of constants, made at its first use."""
        if name not in self.tables:
            if values and not INT_LOW <= min(values) <= max(values) <= INT_HIGH:
                self.report.error("P508", f"{name} would be {max(values, key=abs)}", place, "64 bits cannot hold it")
                raise Refused(place)
            self.tables[name] = Table(name, values)
        return list(self.tables).index(name), values

    def bounds(self) -> Bounds:
        """What is known so far of every slot and table."""
        for table in islice(self.tables.values(), len(self._contents), None):
            values = table.values or (0,)
            self._contents.append((Interval(min(values), max(values)), len(values)))
        intervals, lengths = zip(*self._contents, strict=True) if self._contents else ((), ())
        return Bounds(tuple(self._ranges()), intervals, lengths, 1_000_000)

    def range_of(self, slot: int) -> Interval:
        """What a slot of the state can hold, as far as its field says."""
        return self._ranges()[slot]

    def _ranges(self) -> list[Interval]:
        """That of every slot; fields that came since the last time are counted in."""
        fields, slots = self.fields or {}, self._slots
        for known in islice(fields.values(), self._counted, None):
            slots += [WHOLE] * (known.base + known.size - len(slots))
            slots[known.base : known.base + known.size] = [Interval(known.low, known.high)] * known.size
        self._counted = len(fields)
        return slots

    def forget_bounds(self) -> None:
        """Fields have been replaced by others of the same place."""
        self._slots, self._counted = [], 0

    def lookup(self, name: str, values: tuple[int, ...], index: Expr, place: Place) -> Expr:
        number, values = self.table(name, values, place)
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
