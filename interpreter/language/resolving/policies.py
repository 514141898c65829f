"""Policies: what each thinks of the options of a choice, or of a value that can be picked, where the choice stands."""

from __future__ import annotations

from parlour.interpreter.diagnostics import did_you_mean
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.expressions import ExpressionResolver
from parlour.interpreter.language.resolving.scope import Scope
from parlour.interpreter.language.resolving.typed import Typed
from parlour.interpreter.types import INT

Valued = dict[str, tuple[syntax.Ident, nodes.Node]]


class PolicyResolver:
    """Resolves the policies of one ruleset at the choices that they speak of."""

    def __init__(self, expressions: ExpressionResolver, policies: tuple[syntax.Policy, ...]) -> None:
        self.expressions = expressions
        self.report = expressions.report
        self.policies = policies

    def of_ways(self, choice: str, ways: list[typed.Way], scope: Scope) -> tuple[tuple[str, tuple[Typed, ...]], ...]:
        """For each policy that knows the choice, the value of each option in order."""
        found = []
        for policy in self.policies:
            for asked, values, each in policy.choices:
                if asked.text == choice and each is None:
                    given = {name.text: (name, node) for name, node in values}
                    found.append((policy.name.text, self._valued(policy, asked, given, ways, scope)))
                elif asked.text == choice:
                    self.report.error(
                        "P406",
                        f"choice '{choice}' is among named options, not values",
                        asked.place,
                        "give each option a value",
                    )
        return tuple(found)

    def of_values(self, choice: str, scope: Scope) -> typed.Opinions:
        """For each policy that knows the choice, the value of what is picked, whose name is bound in the scope."""
        found = []
        for policy in self.policies:
            for asked, _, each in policy.choices:
                if asked.text == choice and each is not None:
                    found.append((policy.name.text, self.expressions.resolve(each, scope, INT)))
                elif asked.text == choice:
                    message = f"choice '{choice}' picks values: it has no named options"
                    self.report.error("P406", message, asked.place, "write: each: EXPRESSION")
        return typed.Opinions(tuple(found))

    def _valued(
        self,
        policy: syntax.Policy,
        asked: syntax.Ident,
        values: Valued,
        ways: list[typed.Way],
        scope: Scope,
    ) -> tuple[Typed, ...]:
        known = [w.name for w in ways]
        for name, (ident, _) in values.items():
            if name not in known:
                message = f"choice '{asked.text}' has no option '{name}'"
                self.report.error("P414", message, ident.place, did_you_mean(name, known))
        missing = [name for name in known if name not in values]
        if missing:
            message = f"policy '{policy.name.text}' does not value {', '.join(missing)}"
            self.report.error("P406", message, asked.place, "give each option a value: the highest is taken")
        zero = typed.Literal(0, INT, asked.place)
        return tuple(
            self.expressions.resolve(values[name][1], scope, INT) if name in values else zero for name in known
        )
