"""A checked ruleset, seats and options in; a game ready for scenarios out, each compiled once."""

from __future__ import annotations

from msgspec import Struct, field

from parlour.interpreter.diagnostics import Diagnostic, Report, Severity, did_you_mean
from parlour.interpreter.language.document.tree import Entry, Scalar
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.lowering.programs import Programs
from parlour.interpreter.lowering.settled import Chosen
from parlour.interpreter.lowering.settling import settle
from parlour.interpreter.program.instructions import Sort
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.scenarios.cards import Zones
from parlour.interpreter.scenarios.names import Names
from parlour.interpreter.scenarios.scenario import Scenario
from parlour.interpreter.scenarios.telling import Teller
from parlour.interpreter.scenarios.values import Values
from parlour.interpreter.source import Place


class Setup:
    """A game of certain seats and options, and what its states are called."""

    def __init__(self, model: typed.Model, program: Program, promises: bool) -> None:
        self.model, self.program = model, program
        self.game = Game(program, promises)
        self.sorts = [code for code in program.instructions if isinstance(code, Sort)]
        self.values = Values(program, model)
        self.names = Names(program, self.values)
        self.zones = Zones(program)
        self.teller = Teller(program, self.values, model.square_places())


class Setups(Struct):
    """All games that the scenarios of one ruleset are about. `promises`: the machine tests itself at every step."""

    programs: Programs
    promises: bool = False
    _asked: dict[tuple[object, ...], Setup] = field(default_factory=dict)  # by seats and options as they are written
    _known: dict[int, Setup] = field(default_factory=dict)  # by identity of the program, which the setup keeps alive

    def of(self, scenario: Scenario, report: Report) -> Setup | None:
        """The game of a scenario; None after a fault of its options or players."""
        seats, options = _number(scenario.seats), self._options(scenario, report)
        if report.has_errors:
            return None
        asked = (seats, *((name, type(value), value) for name, value in options.items()))
        if asked not in self._asked:
            setup = self._settled(scenario, seats, options, report)
            if setup is None:
                return None
            self._asked[asked] = setup
        return self._asked[asked]

    def _settled(
        self, scenario: Scenario, seats: int | None, options: dict[str, Chosen], report: Report
    ) -> Setup | None:
        own = Report()
        settled = settle(self.programs.model, own, seats, options)
        program = None if own.has_errors else self.programs.of(settled, own)
        if program is None:
            _pass_on(own, scenario, report)
            return None
        return self._setup(program)

    def _setup(self, program: Program) -> Setup:
        if id(program) not in self._known:
            self._known[id(program)] = Setup(self.programs.model, program, self.promises)
        return self._known[id(program)]

    def _options(self, scenario: Scenario, report: Report) -> dict[str, Chosen]:
        known = [o.symbol.name for o in self.programs.model.options]
        chosen: dict[str, Chosen] = {}
        for entry in scenario.options:
            name, value = entry.key.text, entry.value
            if name not in known:
                report.error("P714", f"there is no option '{name}'", entry.key.place, did_you_mean(name, known))
            elif isinstance(value, Scalar):
                chosen[name] = value.value if isinstance(value.value, int) else value.text
        return chosen


def _number(entry: Entry | None) -> int | None:
    found = entry.value.value if entry is not None and isinstance(entry.value, Scalar) else None
    return found if isinstance(found, int) else None


def _pass_on(found: Report, scenario: Scenario, report: Report) -> None:
    """Faults of settling and lowering, at the place in the scenario that asked for it."""
    for fault in found:
        if fault.severity is Severity.ERROR:
            report.error("P714", fault.message, _place(scenario, fault), fault.hint)


def _place(scenario: Scenario, fault: Diagnostic) -> Place:
    """The option that the fault names; else the players; else the scenario."""
    named = [e for e in scenario.options if f"'{e.key.text}'" in fault.message]
    entries: list[Entry] = [*named, *([scenario.seats] if scenario.seats else []), *scenario.options]
    return entries[0].value.place if entries else scenario.place
