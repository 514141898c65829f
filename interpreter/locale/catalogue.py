"""A language tag comes in; the engine's own texts go out, from the nearest catalogue to the last fallback."""

from __future__ import annotations

from collections.abc import Container
from collections.abc import Mapping as MappingOf
from functools import cache

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping, Scalar
from parlour.interpreter.locale.message import Message, placeholders
from parlour.interpreter.locale.parameters import Parameter, Shown, Use
from parlour.interpreter.locale.tags import document, fallback, nearest
from parlour.interpreter.locale.texts import Texts, parse_texts


@cache
def catalogue(language: str) -> Texts:
    """The engine's texts in one of `languages()`. Raises RulesetError when the file is faulty."""
    report, written = Report(), document(language)
    texts = parse_texts(language, written.get("messages"), written.get("words"), report)
    report.barrier()
    return texts


@cache
def chain(language: str) -> tuple[Texts, ...]:
    """The catalogues to look in, nearest first: those there are of `xx-YY`, `xx` and the fallback."""
    return tuple(catalogue(tag) for tag in nearest(language))


@cache
def signatures() -> dict[str, Use]:
    """What each of the engine's messages is given, so that a ruleset may say it in its own words."""
    kinds = document(fallback()).get("placeholders")
    entries = kinds.entries if isinstance(kinds, Mapping) else ()
    known = {e.key.text: Parameter(Shown(e.value.text)) for e in entries if isinstance(e.value, Scalar)}
    return {key: _use(message, known) for key, message in catalogue(fallback()).messages.items()}


def is_label(option: str, said: Container[str]) -> bool:
    """Whether a text of the name of an option is shown in its place: not where the ruleset or the engine says it."""
    return option not in said and option not in signatures()


def _use(message: Message, known: MappingOf[str, Parameter]) -> Use:
    names = [p.name for p in placeholders(message)] + ([message.by] if message.by else [])
    return Use({name: known[name] for name in dict.fromkeys(names)}, message.place)
