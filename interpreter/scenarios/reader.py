"""The section `scenarios` of a merged tree becomes Scenarios; what has not their shape goes to the report."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree, is_null
from parlour.interpreter.scenarios.scenario import Item, Scenario, Setting, Situation, Step

STEP_KEYS = ("given", "draws", "choices", "expect")
SCENARIO_KEYS = (*STEP_KEYS, "then", "options", "players", "quote")
GIVEN_WORDS = frozenset({"phase", "turn"})
EXPECT_WORDS = frozenset({"phase", "turn", "outcome", "winners", "asks", "said", "fault"})


def read_scenarios(tree: Mapping, report: Report) -> tuple[tuple[Scenario, Report], ...]:
    """Each scenario of a ruleset in file order, with the faults of its own; faults of the section go to `report`."""
    section = tree.get("scenarios")
    if section is None or is_null(section):
        return ()
    if not isinstance(section, Mapping):
        report.error("P701", "scenarios are a map", section.place, "NAME: {given: …, draws: …, expect: …}")
        return ()
    found = []
    for entry in section:
        own = Report()
        found.append((_Reader(own).scenario(entry), own))
    return tuple(found)


class _Reader:
    """Reads one scenario."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def scenario(self, entry: Entry) -> Scenario:
        name, path = entry.key.text, f"scenarios.{entry.key.text}"
        tree = self._map(entry.value, path)
        self._only(tree, SCENARIO_KEYS, path)
        options = tree.get("options")
        return Scenario(
            name,
            entry.key.place,
            tree.index.get("players"),
            self._map(options, f"{path}.options").entries if options is not None else (),
            (self._step(tree, path), *self._then(tree, path)),
            _text(tree.get("quote")),
        )

    def _then(self, tree: Mapping, path: str) -> Iterator[Step]:
        then = tree.get("then")
        for number, item in enumerate(self._items(then, f"{path}.then")):
            where = f"{path}.then.{number}"
            step = self._map(item, where)
            self._only(step, STEP_KEYS, where)
            yield self._step(step, where)

    def _step(self, tree: Mapping, path: str) -> Step:
        return Step(
            self._situation(tree, "given", GIVEN_WORDS, path),
            tuple(self._entries(tree, "draws", path)),
            tuple(self._entries(tree, "choices", path)),
            self._situation(tree, "expect", EXPECT_WORDS, path),
            tree.place,
            path,
        )

    def _situation(self, tree: Mapping, key: str, words: frozenset[str], path: str) -> Situation | None:
        value = tree.get(key)
        if value is None:
            return None
        path = f"{path}.{key}"
        found = self._map(value, path)
        named = {e.key.text: e for e in found if e.key.text in words}
        settings = tuple(self._settings(found, words, path))
        return Situation(named, settings, tree.index[key].key.place, path)

    def _settings(self, tree: Mapping, words: frozenset[str], path: str) -> Iterator[Setting]:
        for entry in tree:
            name = entry.key.text
            if name in words:
                continue
            where = f"{path}.{name}"
            if name.split(" ")[0] == "seat":
                for inner in self._map(entry.value, where):
                    yield Setting(inner.key, entry.key, inner.value, f"{where}.{inner.key.text}")
            else:
                yield Setting(entry.key, None, entry.value, where)

    def _entries(self, tree: Mapping, key: str, path: str) -> Iterator[Item]:
        for item in self._items(tree.get(key), f"{path}.{key}"):
            parts = tuple(_text(part) for part in (item.items if isinstance(item, Sequence) else (item,)))
            if isinstance(item, Mapping) or not all(parts):
                hint = "one entry for each chance, [6 3, K]" if key == "draws" else "one entry for each choice"
                self.report.error("P701", f"an entry of `{key}` is a word or number", item.place, hint, path=path)
            else:
                yield Item(" ".join(" ".join(parts).split()), parts if isinstance(item, Sequence) else (), item.place)

    # --- shapes -------------------------------------------------------------------------------------------------------

    def _items(self, tree: Tree | None, path: str) -> tuple[Tree, ...]:
        if tree is None or isinstance(tree, Sequence):
            return tree.items if tree is not None else ()
        self.report.error("P701", "a list is needed here", tree.place, "[ …, … ]", path=path)
        return ()

    def _map(self, tree: Tree, path: str) -> Mapping:
        if isinstance(tree, Mapping):
            return tree
        if not is_null(tree):
            self.report.error("P701", "a map is needed here", tree.place, "{NAME: VALUE}", path=path)
        return Mapping((), tree.place)

    def _only(self, tree: Mapping, known: tuple[str, ...], path: str) -> None:
        for entry in tree:
            if entry.key.text not in known:
                message = f"a scenario has no '{entry.key.text}'"
                self.report.error("P701", message, entry.key.place, did_you_mean(entry.key.text, known), path=path)


def _text(tree: Tree | None) -> str:
    return tree.text if isinstance(tree, Scalar) else ""
