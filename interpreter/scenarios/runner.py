"""A checked ruleset in, what became of each of its scenarios out: passed, a difference, or a fault with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.checked import Checked
from parlour.interpreter.diagnostics import Diagnostic, Related, Report, listed
from parlour.interpreter.language.document.tree import Entry, Scalar
from parlour.interpreter.program.program import PHASE
from parlour.interpreter.runtime.events import Event, Happening
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.state import State
from parlour.interpreter.scenarios.comparing import Comparer, is_false
from parlour.interpreter.scenarios.moves import Moves
from parlour.interpreter.scenarios.positions import Positions
from parlour.interpreter.scenarios.reader import read_scenarios
from parlour.interpreter.scenarios.scenario import Difference, Item, Scenario, Situation, Step, Told
from parlour.interpreter.scenarios.setups import Setup, Setups
from parlour.interpreter.source import Place
from parlour.interpreter.types import PLAYER

MOST_TOLD = 12
_ALONE = {"draws": (Happening.THREW, Happening.DREW), "choices": (Happening.CHOSE,)}


class ScenarioResult(Struct, frozen=True):
    """What became of one scenario: it passed when there is neither a difference nor a fault.

    `told`: what happened last in the step that failed; `place`: the name of the scenario where it is written.
    """

    name: str
    place: Place
    differences: tuple[Difference, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    told: tuple[Told, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.differences and not self.faults


def run_scenarios(ruleset: Checked, promises: bool = False) -> list[ScenarioResult]:
    """Run all scenarios of a ruleset, its bases' too, in file order.

    `promises`: the machine tests itself at every step (slow; for tests).
    """
    setups = Setups(ruleset.programs, promises)
    return [result_of(scenario, setups, report) for scenario, report in read_scenarios(ruleset.loaded.tree)]


def result_of(scenario: Scenario, setups: Setups, report: Report) -> ScenarioResult:
    """Run one scenario; `report`: the faults that reading it has found."""
    setup = None if report.has_errors else setups.of(scenario, report)
    if setup is None:
        return ScenarioResult(scenario.name, scenario.place, faults=tuple(report))
    if not any(step.expect and "said" in step.expect.words for step in scenario.steps):
        silent = _played(scenario, setup, Report(list(report)), telling=False)
        if silent.passed:
            return silent
    return _played(scenario, setup, report, telling=True)


def _played(scenario: Scenario, setup: Setup, report: Report, telling: bool) -> ScenarioResult:
    """`telling` takes half as long again, and is only needed to say what led to a difference."""
    run = _Run(setup, report, telling)
    differences = run.play(scenario)
    told = () if run.fine(differences) else setup.teller.last_told(run.events, MOST_TOLD)
    return ScenarioResult(scenario.name, scenario.place, tuple(differences), tuple(report), told)


class _Run:
    """One scenario under way."""

    def __init__(self, setup: Setup, report: Report, telling: bool) -> None:
        self.setup, self.report = setup, report
        self.events: list[Event] = []
        self.positions = Positions(setup, self.events, report, telling)
        self.moves = Moves(setup, report)
        self.comparer = Comparer(setup, self.positions, report)

    def fine(self, differences: list[Difference]) -> bool:
        return not differences and not self.report.has_errors

    def play(self, scenario: Scenario) -> list[Difference]:
        """The differences of the first step that has any; nothing is played after it, nor after a fault."""
        state: State | None = None
        for step in scenario.steps:
            self.events.clear()
            try:
                state = self.positions.next(state, step.given) if state else self.positions.first(step.given)
                if state is not None:
                    self._moves(state, step)
            except Fault as fault:
                return self._broken(fault, step)
            if state is None or self.report.has_errors:
                return []
            differences = self.comparer.differences(state, self.events, step.expect) if step.expect else []
            if not self.fine(differences):
                return differences
        return []

    def _moves(self, state: State, step: Step) -> None:
        """Let the draws and choices of a step come, until one is missing."""
        draws, choices, own = list(step.draws), list(step.choices), set[int]()
        while not state.is_terminal:
            waiting = draws if state.is_chance else choices
            if not waiting:
                break
            item = waiting.pop(0)
            read = self.moves.outcome if state.is_chance else self.moves.action
            move = read(state, item, step.path)
            if move is None:
                return
            own.add(len(self.events))  # the next event is the one that this entry made
            state.apply(move)
        for left, name in ((draws, "draws"), (choices, "choices")):
            if left:
                self._left_over(state, left, f"{step.path}.{name}", own)

    def _left_over(self, state: State, left: list[Item], path: str, own: set[int]) -> None:
        name = path.rpartition(".")[2]
        message = f"left over in `{name}`: {listed((i.text for i in left), 5)}; {self._standing(state)}"
        alone = [e for k, e in enumerate(self.events) if k not in own and e.kind in _ALONE[name]]
        told = self.setup.teller.told(alone[:3])
        related = [Related(f"this came without being asked for: {t.text}", t.place) for t in told if t.place]
        hint = "a chance or choice with one possibility is not asked for and takes no entry" if related else ""
        self.report.error("P706", message, left[0].place, hint, related, path)

    def _standing(self, state: State) -> str:
        """Where a state stands, in words."""
        if state.is_terminal:
            return f"the game is over ({state.outcome})"
        phase = f"in phase '{self.setup.program.phases[state.vector[PHASE]].name}'"
        if state.choice is not None:
            return f"{phase} {self.setup.values.spell(PLAYER, state.seat)} is asked '{state.choice.name}'"
        return f"{phase} the game waits for a draw"

    def _broken(self, fault: Fault, step: Step) -> list[Difference]:
        """The game broke off: as expected, or a fault."""
        entry = step.expect.words.get("fault") if step.expect else None
        if entry is not None and step.expect is not None and not is_false(entry):
            return self._as_expected(fault, entry, step.expect)
        related = [Related(f"it breaks off here: {fault.message}", fault.place)]
        hint = "where this is meant: expect: {fault: true}"
        message = f"the game breaks off: {fault.message}"
        self.report.error("P712", message, step.place, hint, related, step.path)
        return []

    def _as_expected(self, fault: Fault, entry: Entry, expect: Situation) -> list[Difference]:
        others = [e.key for n, e in expect.words.items() if n != "fault"] + [s.name for s in expect.settings]
        if others:
            message = "where the game breaks off nothing else can be expected"
            self.report.error("P701", message, others[0].place, "leave it out", path=expect.path)
        text = entry.value.text if isinstance(entry.value, Scalar) else "?"
        if (isinstance(entry.value, Scalar) and entry.value.value is True) or text in fault.message:
            return []
        return [Difference("fault", text, fault.message, entry.value.place)]


def failures(results: Iterable[ScenarioResult], leave: str = "") -> Iterator[Diagnostic]:
    """What `validate` says of scenarios: their faults, and an error for each difference, with what led there.

    `leave`: how a variant can do without a scenario of its bases.
    """
    for result in results:
        yield from (_with_hint(fault, leave) for fault in result.faults)
        report = Report()
        for number, difference in enumerate(result.differences):
            told = result.told[-5:] if number == 0 else ()
            report.error(
                "P713",
                f"scenario '{result.name}': {difference.path} is {difference.found}, expected {difference.expected}",
                difference.place,
                (leave or "change the rule, or what is expected") if number == 0 else "",
                [Related(t.text, t.place) for t in told if t.place],
                f"scenarios.{result.name}.expect.{difference.path}",
            )
        yield from report


def _with_hint(fault: Diagnostic, hint: str) -> Diagnostic:
    return replace(fault, hint=f"{fault.hint}; {hint}" if fault.hint else hint) if hint else fault
