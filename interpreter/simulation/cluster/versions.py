"""This process in, what has to be the same wherever games of one simulation are played, out."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from msgspec import Struct

PARLOUR = "parlour"
_PACKAGE = Path(__file__).parents[3]  # where `interpreter/` lies


class Versions(Struct, frozen=True):
    """`python`: the minor version; `sources`: a hash of all of Parlour that plays; `llvmlite`: "" where it is not used."""

    parlour: str
    sources: str
    python: str
    llvmlite: str = ""


@cache
def versions(is_native: bool) -> Versions:
    """Of this process."""
    return Versions(metadata.version(PARLOUR), sources(), minor(platform.python_version()), _llvmlite(is_native))


def minor(version: str) -> str:
    """`3.11` of `3.11.9`: between these what is sent can be read."""
    return ".".join(version.split(".")[:2])


@cache
def sources() -> str:
    """A hash of every module of the interpreter: two checkouts of one version need not be the same."""
    made = sha256()
    for path in sorted((_PACKAGE / "interpreter").rglob("*")):
        if path.suffix in (".py", ".yaml", ".lark"):
            made.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\n")
            made.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return made.hexdigest()


def differences(theirs: Versions, ours: Versions) -> Iterator[str]:
    """A sentence for each thing that is not the same."""
    told = {"parlour": "Parlour", "python": "Python", "llvmlite": "llvmlite"}
    for name, shown in told.items():
        was, wanted = getattr(theirs, name), getattr(ours, name)
        if was != wanted:
            yield f"it has {shown} {was or 'not at all'}, this process {wanted or 'not at all'}"
    if theirs.sources != ours.sources and theirs.parlour == ours.parlour:
        yield f"it has another build of Parlour {theirs.parlour} than this process: install the same on both"


def _llvmlite(is_native: bool) -> str:
    if not is_native:
        return ""
    try:
        return metadata.version("llvmlite")
    except metadata.PackageNotFoundError:
        return ""
