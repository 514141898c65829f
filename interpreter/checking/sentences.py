"""The texts and words of a ruleset come in, with the language of each of its files; what is wrong with them goes out.

Texts that a base says in another language are not translations: they stand behind the ruleset's own.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.uses import Gathered, gathered, parameter_of
from parlour.interpreter.diagnostics import Related, Report, Severity, listed
from parlour.interpreter.language.document import tree as trees
from parlour.interpreter.language.document.tree import Entry, Scalar, Tree
from parlour.interpreter.locale.catalogue import chain, signatures
from parlour.interpreter.locale.message import placeholders
from parlour.interpreter.locale.parameters import Parameter
from parlour.interpreter.locale.tags import same_language
from parlour.interpreter.locale.texts import Texts, find_message, parse_texts
from parlour.interpreter.locale.texts_checker import check_language, check_texts
from parlour.interpreter.source import Source

UNPASSED = "P607"
UNSAID = "P620"  # a base may keep a text for its variants

Languages = Mapping[Source, str]  # of each file that the ruleset is made of; a file that is missing speaks its language


class Sentences(Struct, frozen=True):
    """The texts of one ruleset: its own, those of its bases in other languages, the engine's."""

    own: Texts
    inherited: tuple[Texts, ...]
    engine: tuple[Texts, ...]

    @property
    def layers(self) -> tuple[Texts, ...]:
        return (self.own, *self.inherited, *self.engine)

    def mentioned(self) -> set[str]:
        """Every name that a text of the ruleset shows or counts with."""
        messages = (m for texts in (self.own, *self.inherited) for m in texts.messages.values())
        return {name for message in messages for p in placeholders(message) for name in (p.name, p.message) if name}


def check_sentences(survey: Survey, languages: Languages, report: Report) -> Sentences:
    """P601–P624; of what a base says in the same language, only the errors."""
    model = survey.model
    language, top = model.syntax.language, model.syntax.tree
    found = Report()
    sentences = _read(survey, languages, found)
    if isinstance(top, trees.Mapping) and isinstance(place := top.get("language"), Scalar):
        check_language(language, place.place, found)
    uses = gathered(survey)
    taken = _taken_names(uses, report)
    uses = {name: use for name, use in uses.items() if name not in taken}
    constants = {option.symbol.name: parameter_of(option.symbol.type) for option in model.options}
    check_texts(
        sentences.own,
        {name: use.use() for name, use in uses.items()},
        found,
        fallback=(*sentences.inherited, *sentences.engine),
        constants=constants,
        engine=signatures(),
    )
    _check_each_say(sentences, uses, constants, found)
    found = Report([d for d in found if d.path.removeprefix("texts.") not in taken])
    _copy(found, survey, uses, report)
    return sentences


def _taken_names(uses: Mapping[str, Gathered], report: Report) -> set[str]:
    """Choices named like a sentence of the engine: that would be asked, or a text of the ruleset would be said for it."""
    taken = {name for name, use in uses.items() if use.is_asked and name in signatures()}
    for name in sorted(taken):
        message = f"'{name}' is the name of a sentence that the engine says"
        report.error("P408", message, uses[name].said[0][0], f"choose another id, such as which_{name}")
    return taken


def _copy(found: Report, survey: Survey, uses: Mapping[str, Gathered], report: Report) -> None:
    """What was found, without the warnings that are the business of a base."""
    for d in found:
        if d.severity is Severity.ERROR:
            said = uses.get(d.path.removeprefix("texts.")) if d.code == UNPASSED else None
            related = [*d.related, *(Related("it is said here", place) for place, _ in (said.said[:3] if said else ()))]
            asked = "; a choice passes it with say: {NAME: …}" if said and said.is_asked else ""
            report.error(d.code, d.message, d.place, d.hint + asked, related, d.path)
        elif survey.is_own(d.place) and not (survey.model.syntax.abstract and d.code == UNSAID):
            report.warning(d.code, d.message, d.place, d.hint, d.related, d.path)


# --- reading ----------------------------------------------------------------------------------------------------------


def _read(survey: Survey, languages: Languages, report: Report) -> Sentences:
    """Each text in the language of the file that says it; of the other languages, what the own one lacks."""
    language = survey.model.syntax.language
    spoken = list(dict.fromkeys((language, *reversed(list(languages.values())))))
    own = [tag for tag in spoken if same_language(tag, language)]
    layers = []
    for tags in (own, *([tag] for tag in spoken if tag not in own)):
        sections = [_spoken(survey, name, tags, languages) for name in ("texts", "words")]
        layers.append(parse_texts(tags[0], sections[0], sections[1], report))
    return Sentences(layers[0], tuple(t for t in layers[1:] if t.messages or t.words), chain(language))


def _spoken(survey: Survey, section: str, tags: list[str], languages: Languages) -> Tree | None:
    """The part of a section that is written in one of these languages."""
    tree = section_of(survey, section)
    return trees.Mapping(tuple(e for e in tree if _language_of(e, survey, languages) in tags), tree.place)


def section_of(survey: Survey, name: str) -> trees.Mapping:
    top = survey.model.syntax.tree
    section = top.get(name) if isinstance(top, trees.Mapping) else None
    return section if isinstance(section, trees.Mapping) else trees.Mapping((), top.place)


def _language_of(entry: Entry, survey: Survey, languages: Languages) -> str:
    return languages.get(entry.value.place.source, survey.model.syntax.language)


# --- one text said in several places ----------------------------------------------------------------------------------


def _check_each_say(
    sentences: Sentences, uses: Mapping[str, Gathered], constants: Mapping[str, Parameter], report: Report
) -> None:
    """A place that does not pass what the text shows, and what it is given elsewhere."""
    for name, use in uses.items():
        message = find_message(sentences.layers, name)
        shown = {p.name for p in placeholders(message.message)} if message is not None else set()
        for place, passed in use.said:
            lacking = sorted((shown & set(use.parameters)) - passed - set(constants))
            if lacking:
                elsewhere = next(p for p, names in use.said if lacking[0] in names)
                related = [Related(f"here '{lacking[0]}' is passed", elsewhere)]
                text = f"the text '{name}' also shows {listed(lacking)}, which is not passed here"
                report.error("P622", text, place, f"pass it: {{{lacking[0]}: …}}", related)
