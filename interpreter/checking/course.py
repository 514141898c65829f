"""The phases of a ruleset come in; what never runs and what never ends goes out (P523–P527)."""

from __future__ import annotations

from itertools import pairwise

from parlour.interpreter.checking.flow import GAME, PHASE, TURN, Flow, is_true
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import Statement, bodies, statements
from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block


def check_course(survey: Survey, report: Report) -> None:
    flow = survey.flow
    for block in survey.model.blocks():
        for inside in (block, *(body for step in statements(block) for body in bodies(step))):
            _unreached(inside, flow, report)
    for step in survey.steps:
        if step.statement.verb == "while" and is_true(step.arguments["while"]) and not _left(step, flow):
            hint = "end the turn, the phase or the game in it, or give it a condition"
            report.error("P527", "this loop never ends: nothing in it leaves it", step.place, hint)
    _Phases(survey.model, flow, report).check()


def comes_to_its_end(model: typed.Model) -> bool:
    """Whether the last phase can be over without a rule that ends the game, so that the best score wins."""
    return _Phases(model, Flow(model), Report()).finishes(model.phases[-1])


def _unreached(block: Block, flow: Flow, report: Report) -> None:
    """The first statement of a list that comes after one that always leaves."""
    for step, following in pairwise(block):
        if not flow.goes_on(step):
            related = [Related(_why(step), step.place)]
            hint = "move it before that statement, or remove it"
            report.warning("P523", "this never runs", following.place, hint, related)
            return


def _why(step: Statement) -> str:
    if isinstance(step, typed.EffectCall):
        return f"'{step.effect.name}' always ends the turn, the phase or the game"
    match step.statement.verb:
        case "while":
            return "this goes round until something in it ends the turn, the phase or the game"
        case "end" | "phase":
            return "this leaves the list"
        case _:
            return "every way through this leaves the list"


def _left(step: typed.Step, flow: Flow) -> bool:
    return any(flow.consequences(*body).exits for body in bodies(step))


class _Phases:
    """Which phases are entered, and which come to an end."""

    def __init__(self, model: typed.Model, flow: Flow, report: Report) -> None:
        self.model, self.flow, self.report = model, flow, report
        self.found = {p.symbol.name: flow.consequences(*p.body) for p in model.phases}
        stuck = {p.symbol.name: flow.consequences(*(p.stuck or ())).exits for p in model.phases}
        self.exits = {name: found.exits | stuck[name] for name, found in self.found.items()}
        self.endless = [p for p in model.phases if self._is_endless(p)]

    def check(self) -> None:
        entered = self._entered()
        for phase in self.endless:
            if phase.symbol.name in entered:
                hint = "write `until: CONDITION`, or end the phase or the game in it: end: {outcome: WORD}"
                message = f"the phase '{phase.symbol.name}' never ends: turns go round for ever"
                self.report.error("P525", message, phase.place, hint)
        for before, phase in pairwise(self.model.phases):
            if phase.symbol.name not in entered and before not in self.endless:
                self._never_entered(before, phase)
        for phase in self.model.phases:
            if phase.kind == "turns" and phase.stuck is None and (place := self.found[phase.symbol.name].catch):
                related = [Related(f"the phase '{phase.symbol.name}' has no `stuck`", phase.place)]
                hint = "say in the phase what happens then: stuck: {end: {outcome: WORD}}"
                self.report.error("P526", "when everybody is caught nobody can go on", place, hint, related)

    def _never_entered(self, before: typed.Phase, phase: typed.Phase) -> None:
        name, related = phase.symbol.name, [Related(f"'{before.symbol.name}' always leads elsewhere", before.place)]
        message = f"the phase '{name}' is never entered"
        self.report.warning("P524", message, phase.place, f"write `phase: {name}` where it is to begin", related)

    def _entered(self) -> set[str]:
        """The first phase, and what follows or is named in a phase that is entered."""
        names = [p.symbol.name for p in self.model.phases]
        entered, waiting = set[str](), names[:1]
        while waiting:
            name = waiting.pop()
            if name in entered:
                continue
            entered.add(name)
            waiting += [target.strip() for target in self.exits[name] if target.startswith(" ")]
            index = names.index(name)
            if index + 1 < len(names) and self.finishes(self.model.phases[index]):
                waiting.append(names[index + 1])
        return entered

    def finishes(self, phase: typed.Phase) -> bool:
        """Whether a phase can come to its own end, so that the next one begins."""
        exits = self.exits[phase.symbol.name]
        if PHASE in exits:
            return True
        if phase.kind == "turns":
            return phase.until is not None or self._may_have_no_players(phase)
        if phase.kind == "each":
            return TURN in exits or self._may_have_no_players(phase) or self.flow.completes(phase.body)
        return self.flow.completes(phase.body)

    def _is_endless(self, phase: typed.Phase) -> bool:
        exits = self.exits[phase.symbol.name]
        elsewhere = GAME in exits or any(target.startswith(" ") for target in exits)
        return phase.kind == "turns" and not elsewhere and not self.finishes(phase)

    def _may_have_no_players(self, phase: typed.Phase) -> bool:
        """Whether a round can find nobody to play: a condition, a set other than all, players who are out."""
        pick = phase.pick
        if pick is None or pick.test is not None or not isinstance(pick.set, typed.Apply):
            return True
        return pick.set.function.form != "name" or "out" in self.model.features
