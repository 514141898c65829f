"""The section `words` of a ruleset comes in; words that name nothing in it go out as warnings (P425)."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.checking.sentences import Sentences, section_of
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.resolving.typed import Symbol
from parlour.interpreter.locale.message import nfc
from parlour.interpreter.types import Type

MOST_KNOWN = 1_000  # names that a misspelt one is looked for among


def check_words(survey: Survey, sentences: Sentences, report: Report) -> None:
    """Only the words that the file itself gives: a base may name what a variant leaves out."""
    if survey.model.syntax.abstract:
        return
    known = set(_nameable(survey, sentences))
    for entry in section_of(survey, "words"):
        if survey.is_own(entry.key.place) and nfc(entry.key.text) not in known:
            near = did_you_mean(entry.key.text, known) if len(known) < MOST_KNOWN else ""
            hint = near if near.startswith("did") else "give it the name of what it stands for, or remove it"
            message = f"the word '{entry.key.text}' names nothing in this ruleset"
            report.warning("P425", message, entry.key.place, hint, path=f"words.{entry.key.text}")


def _nameable(survey: Survey, sentences: Sentences) -> Iterator[str]:
    """Everything that a word can stand for."""
    model = survey.model
    for symbol in _symbols(survey):
        yield symbol.name
        yield from _words(symbol.type)
    for deck in model.decks:
        yield from (deck.name, *deck.type.words, *deck.rank.words, *deck.suit.words)
    for device in model.devices:
        yield from (str(face) for die in device.dice for face, _ in die.sides)
    for choice, ways in model.choices.items():
        yield from (choice, *(ways if isinstance(ways, tuple) else ()))
    yield from model.board.type.words if model.board is not None else ()
    yield from (name for name, _ in model.measures)
    yield from (policy.name.text for policy in model.syntax.policies)
    yield from (said.text for said in model.spoken)
    yield from (effect.name for effect in model.effects)
    yield from (formula.symbol.name for formula in model.formulas)
    yield from sentences.mentioned()
    yield from (word for texts in sentences.engine for word in texts.words)


def _symbols(survey: Survey) -> Iterator[Symbol]:
    model = survey.model
    yield from (option.symbol for option in model.options)
    yield from (account.symbol for account in model.accounts)
    yield from (variable.symbol for variable in model.variables)
    yield from (zone.symbol for zone in model.zones)
    yield from (declared.symbol for declared in model.sets)
    yield from (device.symbol for device in model.devices)
    yield from (phase.symbol for phase in model.phases)
    yield from model.square_fields
    yield from (field for deck in model.decks for field, _ in deck.fields)


def _words(type_: Type) -> tuple[str, ...]:
    return type_.words if type_.element is None else (*type_.words, *type_.element.words)
