"""What the stage *load* leaves: a merged tree, the files that it came from, and what was taken away on the way."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.language.document.tree import Mapping
from parlour.interpreter.source import Place, Source


class Removal(Struct, frozen=True):
    """A `null` that took away what a base had: `path` is section, name and, where only a field went, field."""

    path: tuple[str, ...]
    place: Place  # of the null
    was: Place  # of the key in the base


class Loaded(Struct, frozen=True):
    """A ruleset as data. Every key and value of `tree` has the place where its author wrote it, in whichever file."""

    tree: Mapping  # merged, single squares, phases in order; no `extends`
    own: Mapping  # the file itself, as written
    sources: tuple[Source, ...]  # the base of all first, the file itself last
    bases: tuple[str, ...]  # what each file but the first says that it extends, in the order of the sources
    removed: tuple[Removal, ...]
    languages: tuple[str, ...]  # of each source: what it says, or the nearest base that says one; else nothing

    @property
    def source(self) -> Source:
        """The file itself."""
        return self.sources[-1]

    def removal_of(self, name: str) -> Removal | None:
        """The `null` that took a name of a section away, for faults that this causes elsewhere."""
        return next((r for r in reversed(self.removed) if r.path[1:] == (name,)), None)
