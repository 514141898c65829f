"""A loaded ruleset and a language in; where sentences are looked up out: the ruleset's texts, then the engine's."""

from __future__ import annotations

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Tree
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.language.loading.loaded import Loaded
from parlour.interpreter.locale.catalogue import chain
from parlour.interpreter.locale.tags import fallback, same_language
from parlour.interpreter.locale.texts import Texts, parse_texts
from parlour.interpreter.source import Source

_SECTIONS = ("texts", "words")


def layers_of(loaded: Loaded, language: str) -> tuple[Texts, ...]:
    """Nearest first. In the ruleset's own language its texts stand before the engine's, in another one after them.

    A text that comes from a base is in the base's language, and counts in that.
    """
    own = [_texts(loaded, source) for source in reversed(loaded.sources)]
    written = [texts for texts in own if texts.messages or texts.words]
    speaking = [texts for texts in written if same_language(texts.language, language)]
    others = [texts for texts in written if not same_language(texts.language, language)]
    engine = chain(language)
    last = [texts for texts in engine if texts.language == fallback()]
    near = [texts for texts in engine if texts.language != fallback() or same_language(texts.language, language)]
    return (*speaking, *near, *others, *(texts for texts in last if texts not in near))


def _texts(loaded: Loaded, source: Source) -> Texts:
    """What one file of the chain says, as far as no later file says it."""
    sections = {name: _part(loaded.tree.get(name), source) for name in _SECTIONS}
    language = _language(loaded.tree if source is loaded.source else None, source, any(sections.values()))
    return parse_texts(language, sections["texts"], sections["words"], Report())


def _part(section: Tree | None, source: Source) -> Mapping | None:
    if not isinstance(section, Mapping):
        return None
    entries: tuple[Entry, ...] = tuple(entry for entry in section if entry.key.place.source is source)
    return Mapping(entries, section.place) if entries else None


def _language(merged: Mapping | None, source: Source, is_needed: bool) -> str:
    """The language of a file's texts. A base is read again only where one of them is still in use."""
    tree = merged or (read(source, Report()) if is_needed else None)
    found = tree.get("language") if tree else None
    return found.text if isinstance(found, Scalar) else fallback()
