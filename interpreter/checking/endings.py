"""The outcomes of a ruleset come in; those that players would be told by their bare name go out as warnings (P626)."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.checking.sentences import UNSAID, Sentences, section_of
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.uses import OUTCOME
from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.locale.texts import find_message
from parlour.interpreter.source import Place


def check_endings(survey: Survey, sentences: Sentences, report: Report) -> None:
    """Only of a ruleset that has texts: of others the engine tells everything, and nobody has begun to write.

    A base may leave its sentences to its variants; what no file gives is told of the variant.
    """
    if survey.model.syntax.abstract or not any(t.messages for t in (sentences.own, *sentences.inherited)):
        return
    meant = [d.hint for d in report if d.code == UNSAID]
    for name, place in dict(reversed(tuple(_outcomes(survey)))).items():
        is_told = find_message(sentences.layers, name) or any(name in texts.words for texts in sentences.layers)
        if is_told or name in sentences.own.unread or any(f"'{name}'" in hint for hint in meant):
            continue
        texts = section_of(survey, "texts").place
        at = next(at for at in (place, texts, survey.model.syntax.id.place) if survey.is_own(at))
        related = [] if at is place else [Related("the game ends so here", place)]
        hint = f"say it in `texts`, or name it in `words`: {name}: …"
        report.warning("P626", f"the outcome '{name}' has no text: players read its bare name", at, hint, related)


def _outcomes(survey: Survey) -> Iterator[tuple[str, Place]]:
    """Those that the ruleset names, with their places."""
    yield from ((said.text, said.place) for said in survey.model.spoken if said.kind == OUTCOME)
    if named := survey.model.syntax.limit.outcome:
        yield named.text, named.place
