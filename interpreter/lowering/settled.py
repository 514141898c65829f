"""The constants of one game: seats and options as integers."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.language.resolving import typed
from parlour.interpreter.types import BOOL, Kind

Chosen = int | bool | str


class Settled(Struct, frozen=True):
    """How many sit at the table, and every option as its integer."""

    seats: int
    options: dict[str, int]

    def spelled(self, model: typed.Model) -> tuple[tuple[str, Chosen], ...]:
        """The options as an author writes them: words, truths, numbers."""
        return tuple((o.symbol.name, spell(o, self.options[o.symbol.name])) for o in model.options)


def spell(option: typed.Option, value: int) -> Chosen:
    type_ = option.symbol.type
    if type_.kind is Kind.WORD:
        return type_.words[value]
    return bool(value) if type_ == BOOL else value
