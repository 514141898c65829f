"""The declared names of a ruleset come in; those that nothing uses, reads or sets go out as warnings (P420–P422, P426).

What a file inherits may be there for another variant, so only what the file itself declares is looked at; an abstract
file keeps things for its variants.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.traversal import outside_statements, read_by, within, written_by
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.grammar.nodes import Name
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Symbol
from parlour.interpreter.source import Place
from parlour.interpreter.types import Kind, Type

Unused = tuple[Symbol, str, str]  # the name, what it is, what to do about it


def check_usage(survey: Survey, in_texts: set[str], report: Report) -> None:
    """`in_texts` are the names that texts mention: an option may be there only to be told."""
    model = survey.model
    if model.syntax.abstract:
        return
    mentioned = {n.symbol for n in survey.expressions if isinstance(n, typed.Read | typed.Members)}
    for symbol, what, hint in (*_holders(survey, mentioned), *_named(survey, mentioned)):
        if survey.is_own(symbol.place):
            report.warning("P420", f"the {what} '{symbol.name}' is never used", symbol.place, hint)
    for symbol in (option.symbol for option in model.options):
        if symbol not in mentioned and symbol.name not in in_texts and survey.is_own(symbol.place):
            message = f"the option '{symbol.name}' changes nothing: no rule reads it"
            report.warning("P426", message, symbol.place, "read it in a rule, or remove it")
    _effects(survey, report)
    _variables(survey, report)


def _holders(survey: Survey, mentioned: set[Symbol]) -> Iterator[Unused]:
    """Accounts and zones that nothing comes from or goes to."""
    for account in survey.model.accounts:
        if account.symbol not in mentioned:
            yield account.symbol, "account", "move counters from or to it, or remove it"
    refilling = {zone.refill for zone in survey.model.zones}
    for zone in survey.model.zones:
        if zone.symbol not in mentioned | refilling:
            yield zone.symbol, "zone", "deal or put cards from or to it, or remove it"


def _named(survey: Survey, mentioned: set[Symbol]) -> Iterator[Unused]:
    model, types = survey.model, _types(survey)
    keys = {_spelled(square.place) for square in model.squares}
    for declared in model.sets:
        symbol = declared.symbol
        if symbol not in model.used | mentioned and symbol.name not in keys and not types & _words_of(declared):
            yield symbol, "set", "use it in a pick, as a type or as a key of squares, or remove it"
    for device in model.devices:
        if device.symbol not in model.used:
            yield device.symbol, "device", f"roll it: {{with: {device.symbol.name}, as: NAME}}, or remove it"
    for field in (*model.square_fields, *(f for deck in model.decks for f, _ in deck.fields)):
        if field not in mentioned:
            yield field, "field", f"read it in a rule: here.{field.name}, or remove it"
    for formula in model.formulas:
        if formula.symbol not in model.used:
            yield formula.symbol, "formula", "use it in an expression, or remove it"


def _spelled(place: Place) -> str:
    """What stands at a place: keys of squares that name a set were spread to single squares."""
    return place.source.line(place.line)[place.column - 1 : place.end_column - 1]


def _words_of(declared: typed.SetOf) -> set[Type]:
    """The type that a set of new words is."""
    element = declared.symbol.type.element
    return {element} if element is not None and element.kind is Kind.WORD else set()


def _types(survey: Survey) -> set[Type]:
    """The types of variables, parameters and values: a set of words may be there only as a type."""
    model = survey.model
    members = {id(member) for declared in model.sets for member in declared.members}
    found = {node.type for node in survey.expressions if id(node) not in members}
    for variable in model.variables:
        found |= {variable.symbol.type, variable.symbol.key or variable.symbol.type}
    for parameters in (*(e.parameters for e in model.effects), *(f.parameters for f in model.formulas)):
        found |= {parameter.type for parameter in parameters}
    of_cards = {deck.each.text for deck in model.syntax.decks if isinstance(deck.each, Name)}
    return found | {t for declared in model.sets for t in _words_of(declared) if declared.symbol.name in of_cards}


def _effects(survey: Survey, report: Report) -> None:
    """Effects that nothing calls."""
    called = {s.effect.name for s in survey.statements if isinstance(s, typed.EffectCall)}
    for effect in survey.model.effects:
        if effect.name not in called and survey.is_own(effect.place):
            hint = f"write `{effect.name}` where it is to run, or remove it"
            report.warning("P420", f"the effect '{effect.name}' is never used", effect.place, hint)


# --- variables --------------------------------------------------------------------------------------------------------


def _variables(survey: Survey, report: Report) -> None:
    read, written = _read(survey), _written(survey)
    for variable in survey.model.variables:
        symbol = variable.symbol
        if not survey.is_own(symbol.place):
            continue
        if symbol not in read and symbol not in written:
            report.warning("P420", f"the variable '{symbol.name}' is never used", symbol.place, "remove it")
        elif symbol not in read:
            hint = "read it in a rule or under `measures:`, or remove it"
            report.warning("P421", f"'{symbol.name}' is set and never read", symbol.place, hint)
        elif symbol not in written:
            hint = "set it, or make it an option, a formula or a field of squares"
            report.warning("P422", f"'{symbol.name}' is read and never set", symbol.place, hint)


def _read(survey: Survey) -> set[Symbol]:
    """The variables that are read, other than to compute their own next value."""
    found = {n.symbol for n in outside_statements(survey.model) if isinstance(n, typed.Read)}
    for step in survey.statements:
        own = {id(value): target.symbol for target, value in written_by(step) if isinstance(target, typed.Read)}
        for value in read_by(step):
            inside = (n.symbol for n in within(value) if isinstance(n, typed.Read))
            found |= {symbol for symbol in inside if symbol != own.get(id(value))}
    return found


def _written(survey: Survey) -> set[Symbol]:
    targets = (target for step in survey.statements for target, _ in written_by(step))
    return {target.symbol for target in targets if isinstance(target, typed.Read)}
