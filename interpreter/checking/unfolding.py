"""Formulas and effects come in; those that unfold to too much go out as faults (P516): a use is a copy of what is used."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import bodies, parts
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Block, Symbol, Typed
from parlour.interpreter.source import Place

MOST_PARTS = 5_000  # of an expression
MOST_STATEMENTS = 50_000  # of an effect
MOST_LEVELS = 100  # of either


class Extent(Struct, frozen=True):
    """How much something is when everything that it uses is written out: parts, and levels in one another."""

    parts: int = 0
    levels: int = 0


def check_unfolding(survey: Survey, report: Report) -> None:
    """The first formula and the first effect that are too large: those that use them are as well."""
    extents = _Extents(survey.model)
    for formula in survey.model.formulas:
        what = f"the formula '{formula.symbol.name}'"
        if _tell(what, extents.formula(formula.symbol), "parts", MOST_PARTS, formula.symbol.place, report):
            break
    for effect in survey.model.effects:
        if _tell(
            f"the effect '{effect.name}'", extents.effect(effect), "statements", MOST_STATEMENTS, effect.place, report
        ):
            break


def _tell(what: str, extent: Extent, parts: str, most: int, place: Place, report: Report) -> bool:
    if extent.parts <= most and extent.levels <= MOST_LEVELS:
        return False
    size, unit, limit = (extent.parts, parts, most) if extent.parts > most else (extent.levels, "levels", MOST_LEVELS)
    message = f"{what} unfolds to {size} {unit}, more than {limit}"
    report.error("P516", message, place, "what is used in many places is copied there: use less in each")
    return True


class _Extents:
    """How large things are when everything that they use is written out."""

    def __init__(self, model: typed.Model) -> None:
        # What is used stands before what uses it, so that a long chain of uses is no deep recursion.
        self.formulas: dict[Symbol, Extent] = {}
        for formula in model.formulas:
            self.formulas[formula.symbol] = self._expression(formula.expression)
        self.effects: dict[str, Extent] = {}
        for effect in model.effects:
            self.effects[effect.name] = self._block(effect.body)

    def formula(self, symbol: Symbol) -> Extent:
        return self.formulas[symbol]

    def effect(self, effect: typed.Effect) -> Extent:
        return self.effects[effect.name]

    def _expression(self, node: Typed) -> Extent:
        inside = _together(self._expression(part) for part in parts(node))
        if isinstance(node, typed.Use):
            used = self.formulas[node.formula]
            # an argument stands wherever its parameter does, as deep as that
            inside = Extent(inside.parts + used.parts, inside.levels + used.levels)
        return Extent(1 + inside.parts, 1 + inside.levels)

    def _block(self, block: Block) -> Extent:
        inside = [_together(self._block(body) for body in bodies(step)) for step in block]
        inside += [self.effects[step.effect.name] for step in block if isinstance(step, typed.EffectCall)]
        whole = _together(inside)
        return Extent(len(block) + whole.parts, 1 + whole.levels)


def _together(extents: Iterable[Extent]) -> Extent:
    """Of things side by side."""
    found = list(extents)
    return Extent(sum(e.parts for e in found), max((e.levels for e in found), default=0))
