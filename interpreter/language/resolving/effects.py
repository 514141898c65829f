"""A game's own effects, and what its event cards say: resolved when they are first called, checked where they are called."""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.diagnostics import Related, counted, did_you_mean, listed
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.expressions import ExpressionResolver
from parlour.interpreter.language.resolving.scope import Scope
from parlour.interpreter.language.resolving.typed import Typed
from parlour.interpreter.source import Place
from parlour.interpreter.types import FAULTY, INT, Kind, Type


class EffectResolver:
    """The effects of one ruleset; `block` resolves their statements, `type_named` the types of their arguments."""

    def __init__(
        self,
        expressions: ExpressionResolver,
        model: typed.Model,
        ruleset: syntax.Ruleset,
        block: Callable[[syntax.Block, Scope], typed.Block],
        type_named: Callable[[syntax.Ident], Type],
    ) -> None:
        self.expressions, self.model = expressions, model
        self.report = expressions.report
        self._block, self._type_named = block, type_named
        self.syntax = {e.name.text: e for e in ruleset.effects}
        for deck in ruleset.decks:  # what an event card says is an effect without a verb of its own
            for card in deck.cards:
                name = syntax.Ident(f"{deck.name.text}: {card.name.text}", card.name.place)
                self.syntax[name.text] = syntax.Effect(name, (), card.body)
        self.resolved: dict[str, typed.Effect] = {}
        self.resolving: list[str] = []

    def effect(self, name: syntax.Ident, scope: Scope) -> typed.Effect | None:
        """The effect of that name, resolved now if it is not yet; effects calling each other in a circle are a fault"""
        if name.text in self.resolved:
            return self.resolved[name.text]
        if name.text in self.resolving:
            circle = " → ".join([*self.resolving[self.resolving.index(name.text) :], name.text])
            self.report.error("P411", f"effects call each other in a circle: {circle}", name.place, "break the circle")
            return None
        declared = self.syntax[name.text]
        self.resolving.append(name.text)
        inner = Scope(scope.names, None, needs={})
        parameters = tuple(
            inner.bind(p.text, self._type_named(t) if t else INT, p.place) for p, t in declared.parameters
        )
        body = self._block(declared.body, inner)
        self.resolving.pop()
        effect = typed.Effect(name.text, declared.name.place, parameters, inner.needs or {}, body)
        self.resolved[name.text] = effect
        self.model.effects.append(effect)
        return effect

    def of_cards(self, card: typed.Argument, scope: Scope, place: Place) -> typed.Cases:
        """What each card of a deck says, as cases over the card."""
        type_ = card.type if isinstance(card, typed.Bound | typed.Read | typed.Apply | typed.Gather) else FAULTY
        cases = []
        for kind, word in enumerate(type_.words if type_.kind is Kind.CARD else ()):
            effect = (
                self.effect(syntax.Ident(f"{type_.name}: {word}", place), scope) if self._speaks(type_, word) else None
            )
            if effect is not None:
                value = typed.Literal(kind, type_, place)
                needs = self.expressions.needs(effect.needs, place, scope, word)
                body = (typed.EffectCall(effect, (), needs, None, place),)
                cases.append(typed.Case((typed.Values(value, value, place),), body, place))
        return typed.Cases((*cases, typed.Case((), (), place)), place)

    def _speaks(self, deck: Type, card: str) -> bool:
        declared = self.syntax.get(f"{deck.name}: {card}")
        return declared is not None and bool(declared.body)

    def call(self, step: syntax.EffectCall, guard: Typed | None, scope: Scope) -> typed.EffectCall | None:
        effect = self.effect(step.name, scope)
        if effect is None:
            return None
        by_name = {name.text: node for name, node in step.named}
        raw = list(step.positional) if step.positional else [by_name.get(p.name) for p in effect.parameters]
        takes = ", ".join(f"{p.name}: {p.type}" for p in effect.parameters) or "nothing"
        unknown = [name for name, _ in step.named if name.text not in {p.name for p in effect.parameters}]
        for name in unknown:
            hint = did_you_mean(name.text, [p.name for p in effect.parameters])
            self.report.error("P406", f"'{effect.name}' takes no '{name.text}'", name.place, hint)
        if len(raw) != len(effect.parameters) or None in raw:
            missing = [p.name for p in effect.parameters if step.named and p.name not in by_name]
            message = f"'{effect.name}' takes {counted(len(effect.parameters), 'value')}, not {len(step.positional)}"
            message = f"'{effect.name}' needs {listed(missing)}" if missing else message
            related = [Related("it is declared here", effect.place)]
            if not unknown:
                self.report.error("P406", message, step.place, f"it takes {takes}", related)
            return None
        values = tuple(
            self.expressions.resolve(node, scope, p.type)
            for node, p in zip(raw, effect.parameters, strict=True)
            if node is not None
        )
        needs = self.expressions.needs(effect.needs, step.place, scope, effect.name)
        return typed.EffectCall(effect, values, needs, guard, step.place)
