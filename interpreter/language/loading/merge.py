"""A base's tree and a variant's tree come in, one tree goes out: three steps deep, and what was removed on the way."""

from __future__ import annotations

from msgspec import Struct, field

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Tree, is_null, without
from parlour.interpreter.language.loading.loaded import Removal
from parlour.interpreter.language.loading.phase_order import order_phases
from parlour.interpreter.source import NOWHERE

NEVER_INHERITED = frozenset({"id", "abstract", "extends", "summary"})
_FIRST = ("parlour", "id", "abstract", "summary")  # a merged tree begins with what says which ruleset it is
# Sections whose second step is already the field: one message, one word, one thing of which there is only one.
_TWO_STEPS = frozenset({"texts", "words", "board", "players", "limit"})

_MOST_FAULTS = 100


def merge(base: Mapping, own: Mapping, report: Report) -> tuple[Mapping, tuple[Removal, ...]]:
    """Lay a variant over its base; both have single squares. Every value keeps the place where it was written."""
    merger = _Merger(report)
    inherited = without(base, NEVER_INHERITED)
    own = without(own, ("extends",))
    tree = merger.sections(inherited, own)
    merger.report_empty_removals()
    return tree, tuple(merger.removals)


class _Merger(Struct):
    report: Report
    removals: list[Removal] = field(default_factory=list)
    empty: list[tuple[Entry, tuple[str, ...], list[str]]] = field(default_factory=list)

    def sections(self, base: Mapping, own: Mapping) -> Mapping:
        entries = {e.key.text: e for e in base}
        for entry in own:
            name = entry.key.text
            if is_null(entry.value):
                if not self._says_nothing(entries.get(name), entry):
                    self._remove(entries, entry, (name,))
                continue
            value = entry.value
            if isinstance(value, Mapping):
                old = _mapping_of(entries.get(name))
                value = self._section(name, old, value)
            entries[name] = Entry(entry.key, value)
        order = dict.fromkeys((*(name for name in _FIRST if name in entries), *entries))
        return Mapping(tuple(entries[name] for name in order), own.place)

    def _says_nothing(self, old: Entry | None, entry: Entry) -> bool:
        """Whether only the head of a section stands here, as when all its lines are comments: then nothing is removed."""
        empty = isinstance(entry.value, Scalar) and not entry.value.text
        if not empty or old is None or not isinstance(old.value, Mapping):
            return False
        name = entry.key.text
        message = f"nothing is said under '{name}', and all that the base says there stays"
        self.report.warning("P211", message, entry.key.place, f"to take it away write `{name}: null`", path=name)
        return True

    def _section(self, section: str, base: Mapping, own: Mapping) -> Mapping:
        steps = 1 if section in _TWO_STEPS else 2
        merged = self._names(base, own, steps, (section,))
        return order_phases(base, own, merged, self.report) if section == "phases" else merged

    def _names(self, base: Mapping, own: Mapping, steps: int, path: tuple[str, ...]) -> Mapping:
        """Merge entries; with one step left, values are replaced whole."""
        entries = {e.key.text: e for e in base}
        for entry in own:
            name = entry.key.text
            if is_null(entry.value):
                self._remove(entries, entry, (*path, name))
                continue
            value: Tree = entry.value
            if steps > 1 and isinstance(value, Mapping):
                value = self._names(_mapping_of(entries.get(name)), value, steps - 1, (*path, name))
            entries[name] = Entry(entry.key, value)
        return Mapping(tuple(entries.values()), own.place)

    def _remove(self, entries: dict[str, Entry], entry: Entry, path: tuple[str, ...]) -> None:
        old = entries.pop(path[-1], None)
        if old is None:
            self.empty.append((entry, path, list(entries)))
        else:
            self.removals.append(Removal(path, entry.value.place, old.key.place))

    def report_empty_removals(self) -> None:
        """A `null` that removed nothing is a fault; one for many squares (a range, a set) is none if any was there."""
        worked = {r.place for r in self.removals}
        for entry, path, known in self.empty[:_MOST_FAULTS]:
            if entry.value.place not in worked:
                message = f"there is no '{path[-1]}' to remove: the base has none"
                self.report.error("P206", message, entry.key.place, did_you_mean(path[-1], known), path=".".join(path))


def _mapping_of(entry: Entry | None) -> Mapping:
    if entry and isinstance(entry.value, Mapping):
        return entry.value
    return Mapping((), entry.value.place if entry else NOWHERE)
