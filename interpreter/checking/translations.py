"""The texts of a ruleset come in; what its players would read in the language of a base goes out as a warning (P625)."""

from __future__ import annotations

from parlour.interpreter.checking.sentences import Languages, Sentences, section_of
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.diagnostics import Report, listed
from parlour.interpreter.language.document.tree import Mapping, Tree
from parlour.interpreter.locale.tags import same_language

MOST_LISTED = 8


def check_translations(survey: Survey, sentences: Sentences, languages: Languages, report: Report) -> None:
    own = survey.model.syntax.language
    others = sorted({tag for tag in languages.values() if not same_language(tag, own)})
    if not others:
        return
    top = survey.model.syntax.tree
    place = language.place if isinstance(top, Mapping) and (language := top.get("language")) else top.place
    for what, names in _foreign(survey, sentences, languages).items():
        if names:
            text = f"{what} still in the language of a base ({', '.join(others)}): {listed(names, MOST_LISTED)}"
            report.warning("P625", text, place, "translate them in this file")


def _foreign(survey: Survey, sentences: Sentences, languages: Languages) -> dict[str, list[str]]:
    """What is shown in another language, by what it is."""
    own, behind = sentences.own, sentences.inherited
    return {
        "texts": [name for texts in behind for name in texts.messages if name not in own.messages],
        "words": [name for texts in behind for name in texts.words if name not in own.words],
        "names of squares": _of_entries(survey, "squares", "name", languages),
        "help of options": _of_entries(survey, "options", "help", languages),
    }


def _of_entries(survey: Survey, section: str, key: str, languages: Languages) -> list[str]:
    """The entries of a section with a field in another language."""
    entries = [e for e in section_of(survey, section) if isinstance(e.value, Mapping)]
    fields = {e.key.text: e.value.get(key) for e in entries if isinstance(e.value, Mapping)}
    return [name for name, field in fields.items() if field is not None and _is_foreign(field, survey, languages)]


def _is_foreign(field: Tree, survey: Survey, languages: Languages) -> bool:
    own = survey.model.syntax.language
    return not same_language(languages.get(field.place.source, own), own)
