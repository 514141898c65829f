"""A model and a number of seats in; every option with its default and what else it can be, out."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.constants import constant
from parlour.interpreter.lowering.settled import Chosen, Settled, spell
from parlour.interpreter.lowering.settling import settle
from parlour.interpreter.types import BOOL


class OptionInfo(Struct, frozen=True):
    """An option of a game: `choices` where they are listed, else whole numbers `low` .. `high` (None: any)."""

    name: str
    default: Chosen
    choices: tuple[Chosen, ...]
    low: int | None
    high: int | None
    help: str


def options_of(model: typed.Model, seats: int | None = None) -> tuple[OptionInfo, ...]:
    """Every option, as it is when all others have their defaults. Raises RulesetError."""
    report = Report()
    settled = settle(model, report, seats)
    report.barrier()
    found = tuple(_info(model, option, settled, report) for option in model.options)
    report.barrier()
    return found


def _info(model: typed.Model, option: typed.Option, settled: Settled, report: Report) -> OptionInfo:
    name, type_ = option.symbol.name, option.symbol.type
    choices: tuple[Chosen, ...] = (False, True) if type_ == BOOL else type_.words
    low, high = (None if end is None else constant(model, end, settled, report) for end in (option.low, option.high))
    return OptionInfo(name, spell(option, settled.options[name]), choices, low, high, option.help)
