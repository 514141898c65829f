"""Arithmetic and assignments come in; what must fail whenever it runs goes out as faults (P501, P505, P539)."""

from __future__ import annotations

from parlour.interpreter.checking.possible import Possible, combined, disjoint
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import written_by
from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed

MOST_SEATS = 62
FAR = 2**62  # what may come so far is told as having no end: what an account holds, with something taken off


def check_numbers(survey: Survey, report: Report) -> None:
    _players(survey, report)
    for step in survey.steps:
        _ranges(step, survey, report)
        if step.statement.verb == "transfer":
            _amount(step.arguments["amount"], survey, report)


def _players(survey: Survey, report: Report) -> None:
    model = survey.model
    fewest, most = survey.values.constant(model.low_seats), survey.values.constant(model.high_seats)
    place = model.syntax.players.place
    if fewest is not None and most is not None and fewest > most:
        message = f"at least {fewest} players and at most {most}: nobody can play this"
        report.error("P501", message, place, f"write {{min: {most}, max: {fewest}}}")
    elif most is not None and most > MOST_SEATS:
        report.error("P501", f"{most} players: a table has at most {MOST_SEATS} seats", place, "let fewer play")


def _ranges(step: typed.Step, survey: Survey, report: Report) -> None:
    """A value that lies outside the range of its variable, whatever else holds."""
    variables = survey.values.variables
    for target, value in written_by(step):
        if value is None or not isinstance(target, typed.Read) or variables[target.symbol].low is None:
            continue
        allowed, found = survey.values.of(target), survey.values.of(value)
        if step.statement.verb == "add":
            found = combined("+", allowed, found)
        if disjoint(allowed, found):
            name = target.symbol.name
            message = f"'{name}' would be {_spelled(found)}: its range is {allowed.low}..{allowed.high}"
            related = [Related("its range is declared here", target.symbol.place)]
            report.error("P505", message, value.place, "widen the range, or keep to it", related)


def _spelled(found: Possible) -> str:
    if found.single is not None:
        return str(found.single)
    if found.low < -FAR:
        return f"{found.high} or less"
    return f"{found.low} or more" if found.high > FAR else f"{found.low}..{found.high}"


def _amount(amount: typed.Argument, survey: Survey, report: Report) -> None:
    if isinstance(amount, Typed) and (found := survey.values.of(amount)).high < 0:
        hint = "let the other account pay: exchange `from` and `to`"
        report.error("P539", f"a transfer of {_spelled(found)}: an amount is never negative", amount.place, hint)
