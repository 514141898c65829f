"""A language tag comes in; the engine's own texts go out, from the nearest catalogue to the last fallback."""

from __future__ import annotations

from collections.abc import Container
from collections.abc import Mapping as MappingOf
from functools import cache
from pathlib import Path

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping, Scalar, Sequence, text_of
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.locale.message import Message, placeholders
from parlour.interpreter.locale.parameters import Parameter, Shown, Use
from parlour.interpreter.locale.plurals import same_language
from parlour.interpreter.locale.texts import Texts, parse_texts
from parlour.interpreter.source import Source

_FOLDER = Path(__file__).parent


def languages() -> tuple[str, ...]:
    """The tags of all catalogues."""
    tags = _document("languages").get("catalogues")
    return tuple(tag.text for tag in tags.items if isinstance(tag, Scalar)) if isinstance(tags, Sequence) else ()


def fallback() -> str:
    """The language of the last catalogue in every chain."""
    tag = _document("languages").get("fallback")
    return text_of(tag)


@cache
def catalogue(language: str) -> Texts:
    """The engine's texts in one of `languages()`. Raises RulesetError when the file is faulty."""
    report, document = Report(), _document(language)
    texts = parse_texts(language, document.get("messages"), document.get("words"), report)
    report.barrier()
    return texts


@cache
def chain(language: str) -> tuple[Texts, ...]:
    """The catalogues to look in, nearest first: those there are of `xx-YY`, `xx` and the fallback."""
    subtags = language.split("-")
    tags = ["-".join(subtags[:n]).casefold() for n in range(len(subtags), 0, -1)]
    by_tag = {tag.casefold(): tag for tag in languages()}
    nearest = dict.fromkeys([by_tag[tag] for tag in tags if tag in by_tag] + [fallback()])
    return tuple(catalogue(tag) for tag in nearest)


def speaks(language: str) -> bool:
    """Whether there is a catalogue of this tag, or of a shorter one that it begins with."""
    return same_language(chain(language)[0].language, language)


def written(language: str) -> Mapping:
    """The file of one of `languages()`, with its sections `messages` and `words`."""
    return _document(language)


@cache
def signatures() -> dict[str, Use]:
    """What each of the engine's messages is given, so that a ruleset may say it in its own words."""
    kinds = _document(fallback()).get("placeholders")
    entries = kinds.entries if isinstance(kinds, Mapping) else ()
    known = {e.key.text: Parameter(Shown(e.value.text)) for e in entries if isinstance(e.value, Scalar)}
    return {key: _use(message, known) for key, message in catalogue(fallback()).messages.items()}


def is_label(option: str, said: Container[str]) -> bool:
    """Whether a text of the name of an option is shown in its place: not where the ruleset or the engine says it."""
    return option not in said and option not in signatures()


def _use(message: Message, known: MappingOf[str, Parameter]) -> Use:
    names = [p.name for p in placeholders(message)] + ([message.by] if message.by else [])
    return Use({name: known[name] for name in dict.fromkeys(names)}, message.place)


@cache
def _document(name: str) -> Mapping:
    path = _FOLDER / f"{name}.yaml"
    report = Report()
    tree = read(Source(path.name, path.read_text(encoding="utf-8")), report)
    report.barrier()
    return tree or Mapping((), report.found[0].place)
