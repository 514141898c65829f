"""A loaded ruleset in; whether this very text was found to be sound before, by this very checker, out.

To check a ruleset takes longer than to play a thousand games of it, and most are opened unchanged. `validate` never asks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from parlour.interpreter.keeping import Cache, folder
from parlour.interpreter.language.loading.loader import Loaded

_PACKAGE = str(Path(__file__).parent)
_SOURCES = (".py", ".yaml", ".json", ".lark")
_SOUND = b"sound"


def is_known_to_be_sound(loaded: Loaded) -> bool:
    """Whether it was remembered."""
    return _cache().kept(identity(loaded)) == _SOUND


def remember_to_be_sound(loaded: Loaded) -> None:
    """Of a ruleset without a fault or a warning."""
    _cache().keep(identity(loaded), _SOUND)


def _cache() -> Cache:
    return Cache(folder("sound"))


def identity(loaded: Loaded) -> str:
    """A hash of the texts of a ruleset and of all its bases, and of the checker with all else in this package."""
    made = sha256(_checker().encode())
    for source in loaded.sources:
        made.update(sha256(source.text.encode("utf-8", "surrogatepass")).digest())
    return made.hexdigest()


@cache
def _checker() -> str:
    """Which sources the checker is made of: where one of them is changed, nothing is known any more."""
    return "\n".join(sorted(_stamps(_PACKAGE)))


def _stamps(folder: str) -> Iterator[str]:
    """Of each source, without reading it."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _stamps(entry.path)
            elif entry.name.endswith(_SOURCES):
                found = entry.stat()
                yield f"{entry.path} {found.st_mtime_ns} {found.st_size}"
