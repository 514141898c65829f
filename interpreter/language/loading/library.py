"""An id comes in, the path of its ruleset goes out: the rulesets that come with the package, or another folder."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from parlour.interpreter.diagnostics import did_you_mean

_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
OWN_RULESETS = Path(__file__).parents[3] / "rulesets"


class UnknownRuleset(LookupError):
    """No ruleset has this id; the message names the nearest one."""

    def __init__(self, identifier: str, library: Library) -> None:
        super().__init__(
            f"no ruleset '{identifier}' in the library; {did_you_mean(identifier, library.ids())}".rstrip("; ")
        )


class Library(Struct, frozen=True):
    """A folder of rulesets, each in `<id>.yaml`."""

    folder: Path = OWN_RULESETS

    def find(self, identifier: str) -> Path | None:
        """The file of a ruleset, or None."""
        return find_in(self.folder, identifier)

    def ids(self) -> list[str]:
        """All ids, sorted."""
        return ids_in(self.folder)


def is_path(reference: str) -> bool:
    """Whether a reference is a path (it has a slash or ends in .yaml) and not an id."""
    return "/" in reference or "\\" in reference or reference.endswith((".yaml", ".yml"))


def is_id(text: str) -> bool:
    """Whether a text can be the id of a ruleset: small letters, digits, `-` and `_`, no sign first."""
    return _ID.fullmatch(text) is not None


def find_in(folder: Path, identifier: str) -> Path | None:
    """The file `<id>.yaml` of a folder, or None; an id never names anything outside the folder."""
    path = folder / f"{identifier}.yaml"
    return path if is_id(identifier) and path.is_file() else None


def ids_in(folder: Path) -> list[str]:
    """The ids of the rulesets of a folder, sorted; empty when there is no such folder."""
    return sorted(p.stem for p in folder.glob("*.yaml") if is_id(p.stem))


def shown(path: Path) -> str:
    """A path as diagnostics print it: from the working folder where it lies below it, links followed or not."""
    here = Path.cwd()
    below = next((p for p in (path, path.resolve()) if p.is_relative_to(here)), None)
    return str(below.relative_to(here)) if below else str(path)
