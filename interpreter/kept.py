"""The text of a file in; the checked ruleset that was made of it and of the texts of its bases before out, if it was kept.

To load and check a ruleset takes longer than to play a thousand games of it, and most are opened unchanged. `validate` never
asks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.json import decode, encode

from parlour.interpreter.checked import Checked
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.keeping import Cache, folder
from parlour.interpreter.language.document.decoder import read_source
from parlour.interpreter.language.loading.library import Library, shown
from parlour.interpreter.language.loading.loaded import Loaded
from parlour.interpreter.language.loading.locating import base_of
from parlour.interpreter.packing import CannotPack, CannotUnpack, packed, unpacked
from parlour.interpreter.source import Source
from parlour.interpreter.vocabulary import VOCABULARY

_PACKAGE = str(Path(__file__).parent)
_SOURCES = (".py", ".yaml", ".json", ".lark")
_END = b"\n"  # of the head
_Base = tuple[str, str]  # what a file extends, and the hash of the text that this is


def recall(own: Source, path: Path, library: Library) -> Checked | None:
    """Of the text of a file. None where it and those of its bases were not kept, or not by this very Parlour."""
    content = _cache().kept(_key(own))
    if content is None:
        return None
    head, _, body = content.partition(_END)
    bases = _bases(path, decode(head, type=list[_Base]), library)
    try:
        return unpacked(body, _outside((*bases, own))) if bases is not None else None
    except CannotUnpack:
        return None


def remember(ruleset: Checked) -> None:
    """Of one without errors, with its warnings."""
    loaded = ruleset.loaded
    above = zip(reversed(loaded.bases), reversed(loaded.sources[:-1]), strict=True)
    head = encode([(reference, _hash(source)) for reference, source in above])
    try:
        body = packed(ruleset, _outside(loaded.sources))
    except CannotPack:
        return
    _cache().keep(_key(loaded.source), head + _END + body)


def _outside(sources: Sequence[Source]) -> list[object]:
    """What a model knows and is not kept: the rows of the vocabulary, which know how they are lowered; its texts."""
    return [*VOCABULARY.statements.values(), *VOCABULARY.functions, *sources]


def identity(loaded: Loaded) -> str:
    """A hash of the texts of a ruleset and of all its bases, and of all that this package is made of."""
    return sha256("\n".join((_maker(), *map(_hash, loaded.sources))).encode()).hexdigest()


def _key(own: Source) -> str:
    return sha256(f"{_maker()}\n{_hash(own)}".encode()).hexdigest()


def _hash(source: Source) -> str:
    return sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()


def _cache() -> Cache:
    return Cache(folder("rulesets"))


def _bases(path: Path, kept: Sequence[_Base], library: Library) -> tuple[Source, ...] | None:
    """The files that a file extends, the last base first, read again; None where one is another than it was."""
    sources: list[Source] = []
    for reference, known in kept:
        base = base_of(path, reference, library)
        source = _read(base) if base else None
        if base is None or source is None or _hash(source) != known:
            return None
        sources.insert(0, source)
        path = base
    return tuple(sources)


def _read(base: Path) -> Source | None:
    """None where it is no text or cannot be read: the stages say so, where it is extended."""
    try:
        return read_source(base, Report(), shown(base))
    except OSError:
        return None


@cache
def _maker() -> str:
    """What a ruleset was made by: where one of our sources is changed, nothing is known any more."""
    return "\n".join((sys.version, msgspec.__version__, *sorted(_stamps(_PACKAGE))))


def _stamps(folder: str) -> Iterator[str]:
    """Of each source, without reading it."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _stamps(entry.path)
            elif entry.name.endswith(_SOURCES):
                found = entry.stat()
                yield f"{entry.path} {found.st_mtime_ns} {found.st_size}"
