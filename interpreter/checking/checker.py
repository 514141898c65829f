"""The stage check: a model comes in, what the whole of it shows goes out: errors, and warnings of what cannot be meant.

A warning is given only where it is certain; what a ruleset inherits is looked at where it is written.
"""

from __future__ import annotations

from parlour.interpreter.checking.board import check_board
from parlour.interpreter.checking.bound_names import check_bound_names
from parlour.interpreter.checking.cards import check_packs
from parlour.interpreter.checking.course import check_course
from parlour.interpreter.checking.cover import check_cover
from parlour.interpreter.checking.endings import check_endings
from parlour.interpreter.checking.hidden import check_policies
from parlour.interpreter.checking.networks import check_roads
from parlour.interpreter.checking.numbers import check_numbers
from parlour.interpreter.checking.reach import check_reach
from parlour.interpreter.checking.sentences import Languages, check_sentences
from parlour.interpreter.checking.survey import survey
from parlour.interpreter.checking.translations import check_translations
from parlour.interpreter.checking.unfolding import check_unfolding
from parlour.interpreter.checking.usage import check_usage
from parlour.interpreter.checking.words import check_words
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed


def check(model: typed.Model, languages: Languages, report: Report) -> None:
    """All checks of a ruleset without faults of names and types; `languages` are those of the files it is made of."""
    found = survey(model)
    check_unfolding(found, report)
    report.barrier()
    check_cover(found, report)
    check_bound_names(found, report)
    check_course(found, report)
    check_numbers(found, report)
    check_board(found, report)
    check_reach(found, report)
    check_roads(found, report)
    check_packs(found, report)
    check_policies(found, report)
    sentences = check_sentences(found, languages, report)
    check_endings(found, sentences, report)
    check_translations(found, sentences, languages, report)
    check_words(found, sentences, report)
    check_usage(found, sentences.mentioned(), report)
