"""A model comes in; what all checks look at goes out: its statements and expressions, gone through once, and its values."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.checking.flow import Flow
from parlour.interpreter.checking.traversal import Statement, every_expression, every_statement
from parlour.interpreter.checking.values import Values
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed
from parlour.interpreter.lowering.settled import Settled
from parlour.interpreter.source import Place


class Survey(Struct, frozen=True, eq=False):
    """One ruleset; `statements` and `expressions` hold those inside others too."""

    model: typed.Model
    values: Values
    flow: Flow
    statements: tuple[Statement, ...]
    expressions: tuple[Typed, ...]

    def is_own(self, place: Place) -> bool:
        """Whether the ruleset's own file says this, not one that it extends."""
        return place.source == self.model.syntax.tree.place.source

    def with_settled(self, settled: Settled) -> Survey:
        """The same, with the values that options and seats have in one game."""
        return replace(self, values=Values(self.model, settled, self.values.origins))

    @property
    def steps(self) -> tuple[typed.Step, ...]:
        """The statements with a verb of the language."""
        return tuple(s for s in self.statements if isinstance(s, typed.Step))


def survey(model: typed.Model) -> Survey:
    return Survey(model, Values(model), Flow(model), tuple(every_statement(model)), tuple(every_expression(model)))
