"""The stage settle: a model, seats and chosen options become constants, within their ranges."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.constants import constant
from parlour.interpreter.lowering.settled import Chosen, Settled, spell
from parlour.interpreter.source import NOWHERE, Place
from parlour.interpreter.types import BOOL, INT_HIGH, INT_LOW, Kind, as_written

_NUMBER = re.compile("-?[0-9]{1,4000}")  # beyond, Python converts none


def seats_of(model: typed.Model, report: Report) -> tuple[int, int]:
    """The fewest and the most who can play."""
    bare = Settled(0, {})
    low, high = constant(model, model.low_seats, bare, report), constant(model, model.high_seats, bare, report)
    return low, max(low, high)


def settle(
    model: typed.Model, report: Report, seats: int | None = None, chosen: Mapping[str, Chosen] | None = None
) -> Settled:
    """Constants for this many seats (None: the fewest) and these options (others take their defaults).

    Errors: too few or too many seats, an unknown option, a value outside its choices or range, an unmet `requires`.
    """
    low, high = seats_of(model, report)
    seats = low if seats is None else seats
    if not low <= seats <= high:
        who = f"{low}" if low == high else f"{low} to {high}"
        report.error("P501", f"{seats} cannot play this", model.syntax.players.place, f"it is for {who} players")
        seats = min(max(seats, low), high)
    given = dict(chosen or {})
    options: dict[str, int] = {}
    for option in model.options:
        name = option.symbol.name
        so_far = Settled(seats, options)
        value = _given(option, given.pop(name), report) if name in given else None
        value = constant(model, option.default, so_far, report) if value is None else value
        options[name] = _in_range(model, option, value, so_far, report)
    for name in given:
        known = [o.symbol.name for o in model.options]
        report.error("P502", f"there is no option '{name}'", NOWHERE, did_you_mean(name, known))
    settled = Settled(seats, options)
    for that, text, place in model.requires:
        if not report.has_errors and not constant(model, that, settled, report):
            report.error("P503", _said(model, text) or "a requirement of this ruleset is not met", place)
    return settled


def _said(model: typed.Model, text: str) -> str:
    found = model.text(text)
    return found if found else text


def _given(option: typed.Option, value: Chosen, report: Report) -> int | None:
    """The integer of a chosen value, given as a number, a truth or as text; None after a fault."""
    type_ = option.symbol.type
    text = as_written(value)
    if type_.kind is Kind.WORD:
        found = type_.words.index(text) if text in type_.words else None
    elif type_ == BOOL:
        found = {"true": 1, "false": 0}.get(text)
    else:
        found = int(text) if _NUMBER.fullmatch(text) and INT_LOW <= int(text) <= INT_HIGH else None
    if found is None:
        message = f"option '{option.symbol.name}' cannot be '{text}'"
        report.error("P504", message, option.symbol.place, _what_would_do(option, text))
    return found


def _what_would_do(option: typed.Option, text: str) -> str:
    type_ = option.symbol.type
    if type_.kind is Kind.WORD:
        return did_you_mean(text, type_.words)
    if _NUMBER.fullmatch(text):
        return f"numbers go from {INT_LOW} to {INT_HIGH}"
    return "write true or false" if type_ == BOOL else "write a whole number"


def _in_range(model: typed.Model, option: typed.Option, value: int, settled: Settled, report: Report) -> int:
    """The value; after a fault the nearest that is allowed, so that what depends on it is no second fault."""
    if option.low is None or option.high is None:
        return value
    low, high = constant(model, option.low, settled, report), constant(model, option.high, settled, report)
    if low <= value <= high:
        return value
    if low > high:
        report.error("P505", *upside_down(f"option '{option.symbol.name}'", low, high, option.low.place))
        return value
    message = f"option '{option.symbol.name}' is {value}, outside {low}..{high}"
    report.error("P505", message, option.default.place, f"choose one of {low}..{high}")
    return max(low, min(value, high))


def upside_down(what: str, low: int, high: int, place: Place) -> tuple[str, Place, str]:
    """What is wrong with a range in which nothing is: message, place, hint."""
    return f"nothing is in {low}..{high}, the range of {what}", place, f"write the smaller end first: {high}..{low}"


def ends(model: typed.Model, settled: Settled, report: Report) -> list[dict[str, Chosen]]:
    """One choice of options for each value worth trying: every word, both truths, each end of a range."""
    tries: list[dict[str, Chosen]] = []
    for option in model.options:
        type_, name = option.symbol.type, option.symbol.name
        values: list[Chosen] = list(type_.words) if type_.kind is Kind.WORD else []
        if type_ == BOOL:
            values = [False, True]
        elif option.low is not None and option.high is not None:
            values = [constant(model, option.low, settled, report), constant(model, option.high, settled, report)]
        tries += [{name: v} for v in values if v != spell(option, settled.options[name])]
    return tries
