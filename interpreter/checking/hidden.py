"""Policies come in; those that read what the chooser cannot see go out as faults (P538), silent ones as warnings (P427)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import parts
from parlour.interpreter.diagnostics import Related, Report, listed
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Local, Symbol, Typed
from parlour.interpreter.source import Place

Meanings = Mapping[Local, Typed]  # what the parameters of a formula stand for


def check_policies(survey: Survey, report: Report) -> None:
    hidden = _hidden(survey.model)
    for step in survey.steps:
        if step.statement.verb == "choose":
            chooser = step.arguments["by"]
            for name, value in _valued(step):
                if isinstance(chooser, Typed):
                    _Seen(survey, hidden, chooser, name, report).check(value, {}, None)
    _silent(survey, report)


def _hidden(model: typed.Model) -> dict[Symbol, str]:
    """Everything that not all can see, and who can."""
    seen_by = {v.symbol: v.seen_by for v in model.variables}
    seen_by |= {a.symbol: a.seen_by for a in model.accounts} | {z.symbol: z.seen_by for z in model.zones}
    return {symbol: who for symbol, who in seen_by.items() if who != "all"}


def _valued(step: typed.Step) -> Iterator[tuple[str, Typed]]:
    """Each policy with each of the values that it gives at this choice."""
    ways, opinions = step.arguments.get("options"), step.arguments.get("opinions")
    if isinstance(ways, typed.Ways):
        yield from ((name, value) for name, values in ways.policies for value in values)
    if isinstance(opinions, typed.Opinions):
        yield from opinions.policies


class _Seen:
    """What one chooser can see."""

    def __init__(self, survey: Survey, hidden: dict[Symbol, str], chooser: Typed, policy: str, report: Report) -> None:
        self.survey, self.hidden, self.report = survey, hidden, report
        self.chooser, self.policy = spelled(chooser, {}), policy

    def check(self, node: Typed, meanings: Meanings, use: Place | None) -> None:
        """`use` is where the policy uses the formula that says this."""
        if isinstance(node, typed.Read | typed.Members) and node.symbol in self.hidden:
            self._read(node, meanings, use)
        if isinstance(node, typed.Apply) and node.function.name == "size":
            return  # how many cards lie there can be seen from their backs
        if isinstance(node, typed.Use):
            formula = self.survey.values.formulas[node.formula]
            inside = {p: _meant(a, meanings) for p, a in zip(formula.parameters, node.arguments, strict=True)}
            inside |= {inner: _meant(bound, meanings) for inner, bound in node.needs}
            self.check(formula.expression, inside, use or node.place)
        for part in parts(node):
            self.check(part, meanings, use)

    def _read(self, node: typed.Read | typed.Members, meanings: Meanings, use: Place | None) -> None:
        symbol, seen_by = node.symbol, self.hidden[node.symbol]
        if seen_by == "owner" and node.key is not None and spelled(node.key, meanings) == self.chooser:
            return
        who = "nobody" if seen_by == "nobody" else "only its owner"
        message = f"the policy '{self.policy}' reads '{symbol.name}', which {who} can see"
        related = [Related(f"'{symbol.name}' is hidden here", symbol.place)]
        related += [Related("this formula reads it", node.place)] if use is not None else []
        hint = "a policy knows what the player who chooses knows"
        self.report.error("P538", message, use or node.place, hint, related)


def _meant(node: Typed, meanings: Meanings) -> Typed:
    return meanings.get(node.local, node) if isinstance(node, typed.Bound) else node


def spelled(node: Typed, meanings: Meanings) -> tuple[object, ...]:
    """An expression without its places, so that two that say the same are equal."""
    node = _meant(node, meanings)
    inside = tuple(spelled(part, meanings) for part in parts(node))
    match node:
        case typed.Literal(value=value):
            return ("literal", value, node.type)
        case typed.Bound(local=local):
            return ("bound", id(local))
        case typed.Read(symbol=symbol) | typed.Members(symbol=symbol) | typed.Use(formula=symbol):
            return ("named", symbol, inside)
        case typed.Apply(function=function):
            return ("applied", function.form, function.name, inside)
        case _:
            return (type(node).__name__, id(node))


def _silent(survey: Survey, report: Report) -> None:
    """A policy that values some choices, and leaves others to chance."""
    asked = list(survey.model.choices)
    for policy in survey.model.syntax.policies:
        missing = [choice for choice in asked if choice not in {name.text for name, _, _ in policy.choices}]
        if missing and survey.is_own(policy.name.place):
            message = f"the policy '{policy.name.text}' says nothing about {listed(missing)}: there it plays at random"
            report.warning("P427", message, policy.name.place, "value the options of every choice")
