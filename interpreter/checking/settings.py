"""A checked model comes in; every setting that is worth a try is settled and lowered, and each fault goes out once.

What validates, plays: this is the way that games are made, with the fewest and the most seats, with the defaults, and
with each option at each of its words or ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from parlour.interpreter.checking.cards import check_deals
from parlour.interpreter.checking.chains import check_chains
from parlour.interpreter.checking.survey import Survey, survey
from parlour.interpreter.checking.traversal import on_board, read_by, within
from parlour.interpreter.diagnostics import Diagnostic, Report, Severity
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.programs import Programs
from parlour.interpreter.lowering.settled import Chosen
from parlour.interpreter.lowering.settling import ends, seats_of, settle
from parlour.interpreter.source import Place
from parlour.interpreter.types import as_written

UNMET = "P503"  # a requirement of the ruleset itself
TOO_LARGE = ("P510", "P515")  # no other setting is tried then
MOST_WORK = 25_000  # settings times what a ruleset declares and says
FEWEST_SETTINGS = 10


def check_settings(programs: Programs, report: Report) -> None:
    """P501–P515 of every setting, and P531, P535: what only settled options and seats show."""
    model = programs.model
    found = survey(model)
    told: set[tuple[str, Place]] = set()
    moving, fewest = options_that_move(found), seats_of(model, Report())[0]
    size = len(found.statements) + len(model.options) + len(model.variables)
    most = max(FEWEST_SETTINGS, MOST_WORK // max(1, size))
    for seats, options in islice(settings(model), most):
        scratch = Report()
        settled = settle(model, scratch, seats, options)
        if not scratch.has_errors:
            programs.try_out(settled, scratch)
        if not scratch.has_errors:
            known = found.with_settled(settled)
            check_deals(known, scratch)
            if set(options) <= moving and seats == fewest:
                check_chains(known, scratch)
        for d in scratch:
            if (d.code, d.place) not in told and not (options and d.code == UNMET):
                told.add((d.code, d.place))
                _tell(d, seats if seats > fewest else 0, options, report)
        if any(d.code in TOO_LARGE for d in scratch):
            return


def settings(model: typed.Model) -> Iterator[tuple[int, Mapping[str, Chosen]]]:
    """The fewest and the most seats with the defaults; every value of each option that is worth a try.

    Cards may be too few for many players alone, so games of cards try the options with the most seats too.
    """
    fewest, most = seats_of(model, Report())
    for seats in dict.fromkeys((fewest, most)):
        yield seats, {}
        if seats == fewest or model.zones:
            yield from ((seats, options) for options in ends(model, settle(model, Report(), seats), Report()))


def options_that_move(found: Survey) -> set[str]:
    """The options that a landing can depend on."""
    model = found.model
    if model.board is None:
        return set()
    steps = found.flow.reached(*found.flow.arrivals())
    read = (node for step in steps for root in read_by(step) for node in within(root))
    said = (node for root in on_board(model) if root is not None for node in within(root))
    named = {n.symbol.name for n in (*read, *said) if isinstance(n, typed.Read)}
    return named & {option.symbol.name for option in model.options}


def _tell(d: Diagnostic, seats: int, options: Mapping[str, Chosen], report: Report) -> None:
    """A fault, with the seats (0: the fewest) and the option that bring it about."""
    setting = [f"{seats} players"] if seats else []
    setting += [f"{name} = {as_written(value)}" for name, value in options.items()]
    message = f"{d.message} (with {', '.join(setting)})" if setting else d.message
    give = report.error if d.severity is Severity.ERROR else report.warning
    give(d.code, message, d.place, d.hint, d.related, d.path)
