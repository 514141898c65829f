"""The names that loops, `as:`, `let:` and parameters bind come in; those that nothing reads go out (P423, P424)."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import bodies, read_by, statements, within, written_by
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block, Local
from parlour.interpreter.types import Kind


def check_bound_names(survey: Survey, report: Report) -> None:
    used = survey.model.used
    for step in survey.steps:
        loop = step.arguments.get("for")
        if isinstance(loop, typed.Picked) and loop.local not in used and survey.is_own(loop.place):
            _loop(step, loop, report)
    for node in survey.expressions:
        if isinstance(node, typed.Gather) and node.pick.local not in used and survey.is_own(node.place):
            _fold(node, report)
    for local, what, hint in (*_names(survey), *_parameters(survey)):
        if local not in used and survey.is_own(local.place):
            report.warning("P424", f"{what} '{local.name}' is never used", local.place, hint)


def _loop(step: typed.Step, loop: typed.Picked, report: Report) -> None:
    """A counter may only say how often; a player, a card, a square that goes through a set is meant."""
    if isinstance(loop.set, typed.Span):
        return
    name = loop.local.name
    message = f"'{name}' goes through the set, and nothing speaks of it"
    hint = f"speak of '{name}' in the statements"
    if loop.local.type.kind is Kind.PLAYER and _speaks_of_me(step):
        message = f"this is done for each of the set, and always to 'me', never to '{name}'"
        hint = f"did you mean `for: me in {_spelled(loop.set)}`?"
    report.warning("P423", message, loop.local.place, hint)


def _spelled(set_: typed.Typed) -> str:
    return set_.function.name if isinstance(set_, typed.Apply) and set_.function.form == "name" else "…"


def _speaks_of_me(step: typed.Step) -> bool:
    """Whether a statement inside reads `me`, itself or through an effect."""
    inside: Iterator[Block] = bodies(step)
    for inner in (s for body in inside for s in statements(body)):
        if isinstance(inner, typed.EffectCall) and any(bound.local.name == "me" for _, bound in inner.needs):
            return True
        named = (n for root in read_by(inner) for n in within(root) if isinstance(n, typed.Bound))
        if any(n.local.name == "me" for n in named):
            return True
    return False


def _fold(node: typed.Gather, report: Report) -> None:
    name = node.pick.local.name
    if node.value is not None or node.pick.test is not None:
        message = f"'{name}' goes through the set, and nothing speaks of it: it is the same for each"
        report.warning("P423", message, node.pick.local.place, f"speak of '{name}' in the value or the condition")


def _names(survey: Survey) -> Iterator[tuple[Local, str, str]]:
    for step in survey.steps:
        required = any(p.name == "as" and p.required for p in step.statement.parameters)
        for target, _ in written_by(step):
            if isinstance(target, typed.Bound):
                yield target.local, "the name", "use it in a later statement of this list, or remove it"
            elif isinstance(target, Local) and required:
                yield target, f"'{step.statement.verb}' has no effect, since", "use it, or remove the statement"
            elif isinstance(target, Local):
                yield target, "the name", "use it in a later statement of this list, or leave it out"


def _parameters(survey: Survey) -> Iterator[tuple[Local, str, str]]:
    for effect in survey.model.effects:
        for parameter in effect.parameters:
            yield parameter, f"what the effect '{effect.name}' takes as", "use it in `do:`, or remove it"
    for formula in survey.model.formulas:
        for parameter in formula.parameters:
            yield parameter, f"what the formula '{formula.symbol.name}' takes as", "use it in `is:`, or remove it"
