"""A language tag comes in; the tags of the engine's catalogues to look in, nearest first, go out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Mapping, Scalar, Sequence, text_of
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.source import Source

_FOLDER = Path(__file__).parent


def languages() -> tuple[str, ...]:
    """The tags of all catalogues."""
    tags = document("languages").get("catalogues")
    return tuple(tag.text for tag in tags.items if isinstance(tag, Scalar)) if isinstance(tags, Sequence) else ()


def fallback() -> str:
    """The language of the last catalogue in every chain."""
    return text_of(document("languages").get("fallback"))


def nearest(language: str) -> tuple[str, ...]:
    """The catalogues there are of `xx-YY`, `xx` and the fallback."""
    subtags = language.split("-")
    tags = ["-".join(subtags[:n]).casefold() for n in range(len(subtags), 0, -1)]
    by_tag = {tag.casefold(): tag for tag in languages()}
    return tuple(dict.fromkeys([by_tag[tag] for tag in tags if tag in by_tag] + [fallback()]))


def speaks(language: str) -> bool:
    """Whether there is a catalogue of this tag, or of a shorter one that it begins with."""
    return same_language(nearest(language)[0], language)


def same_language(one: str, other: str) -> bool:
    """Whether two tags are of one language, whatever its regions."""
    return one.split("-")[0].casefold() == other.split("-")[0].casefold()


@cache
def document(name: str) -> Mapping:
    """The file of one of `languages()`, or the one that lists them. Raises RulesetError when it is faulty."""
    path = _FOLDER / f"{name}.yaml"
    report = Report()
    tree = read(Source(path.name, path.read_text(encoding="utf-8")), report)
    report.barrier()
    return tree or Mapping((), report.found[0].place)
