"""Formulas and effects come in; those that unfold to too much go out as faults (P516): a use is a copy of what is used."""

from __future__ import annotations

from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import bodies, parts
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block, Symbol, Typed
from parlour.interpreter.source import Place

MOST_PARTS = 20_000  # of an expression
MOST_STATEMENTS = 50_000  # of an effect


def check_unfolding(survey: Survey, report: Report) -> None:
    sizes = _Sizes(survey.model)
    for formula in survey.model.formulas:
        size = sizes.formula(formula.symbol)
        if size > MOST_PARTS:
            _tell(f"the formula '{formula.symbol.name}'", size, "parts", MOST_PARTS, formula.symbol.place, report)
            return
    for effect in survey.model.effects:
        size = sizes.effect(effect)
        if size > MOST_STATEMENTS:
            _tell(f"the effect '{effect.name}'", size, "statements", MOST_STATEMENTS, effect.place, report)
            return


def _tell(what: str, size: int, parts: str, most: int, place: Place, report: Report) -> None:
    message = f"{what} unfolds to {size} {parts}, more than {most}"
    report.error("P516", message, place, "what is used in many places is copied there: use less in each")


class _Sizes:
    """How large things are when everything that they use is written out."""

    def __init__(self, model: typed.Model) -> None:
        self.formulas = {formula.symbol: formula for formula in model.formulas}
        self.of_formulas: dict[Symbol, int] = {}
        self.of_effects: dict[str, int] = {}

    def formula(self, symbol: Symbol) -> int:
        if symbol not in self.of_formulas:
            self.of_formulas[symbol] = self._expression(self.formulas[symbol].expression)
        return self.of_formulas[symbol]

    def _expression(self, node: Typed) -> int:
        inside = sum(self._expression(part) for part in parts(node))
        return 1 + inside + (self.formula(node.formula) if isinstance(node, typed.Use) else 0)

    def effect(self, effect: typed.Effect) -> int:
        if effect.name not in self.of_effects:
            self.of_effects[effect.name] = self._block(effect.body)
        return self.of_effects[effect.name]

    def _block(self, block: Block) -> int:
        size = len(block)
        for step in block:
            size += sum(self._block(body) for body in bodies(step))
            size += self.effect(step.effect) if isinstance(step, typed.EffectCall) else 0
        return size
