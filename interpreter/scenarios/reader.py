"""The section `scenarios` of a merged, schema-valid tree becomes Scenarios."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Entry, Mapping, Sequence, Tree, is_null, text_of
from parlour.interpreter.scenarios.scenario import Item, Scenario, Setting, Situation, Step
from parlour.interpreter.source import NOWHERE

GIVEN_WORDS = frozenset({"phase", "turn"})
EXPECT_WORDS = frozenset({"phase", "turn", "outcome", "winners", "asks", "said", "fault"})


def read_scenarios(tree: Mapping) -> tuple[tuple[Scenario, Report], ...]:
    """Each scenario of a ruleset in file order, with the faults of its own."""
    found = []
    for entry in _map(tree.get("scenarios")):
        own = Report()
        found.append((_Reader(own).scenario(entry), own))
    return tuple(found)


class _Reader:
    """Reads one scenario."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def scenario(self, entry: Entry) -> Scenario:
        name, path = entry.key.text, f"scenarios.{entry.key.text}"
        tree = _map(entry.value)
        then = tree.get("then")
        further = then.items if isinstance(then, Sequence) else ()
        return Scenario(
            name,
            entry.key.place,
            tree.index.get("players"),
            _map(tree.get("options")).entries,
            (self._step(tree, path), *(self._step(_map(t), f"{path}.then.{k}") for k, t in enumerate(further))),
            text_of(tree.get("quote")),
        )

    def _step(self, tree: Mapping, path: str) -> Step:
        return Step(
            self._situation(tree, "given", GIVEN_WORDS, path),
            tuple(_items(tree.get("draws"))),
            tuple(_items(tree.get("choices"))),
            self._situation(tree, "expect", EXPECT_WORDS, path),
            tree.place,
            path,
        )

    def _situation(self, tree: Mapping, key: str, words: frozenset[str], path: str) -> Situation | None:
        value = tree.get(key)
        if value is None:
            return None
        path = f"{path}.{key}"
        found = _map(value)
        named = {e.key.text: e for e in found if e.key.text in words}
        settings = tuple(self._settings(found, words, path))
        return Situation(named, settings, tree.index[key].key.place, path)

    def _settings(self, tree: Mapping, words: frozenset[str], path: str) -> Iterator[Setting]:
        for entry in tree:
            name, where = entry.key.text, f"{path}.{entry.key.text}"
            if name in words:
                continue
            if name.split(" ")[0] != "seat":
                yield Setting(entry.key, None, entry.value, where)
                continue
            if not isinstance(entry.value, Mapping) and not is_null(entry.value):
                message = f"what '{name}' has is a map"
                self.report.error("P701", message, entry.value.place, f"{name}: {{NAME: VALUE}}", path=where)
            for inner in _map(entry.value):
                yield Setting(inner.key, entry.key, inner.value, f"{where}.{inner.key.text}")


def _items(tree: Tree | None) -> Iterator[Item]:
    for item in tree.items if isinstance(tree, Sequence) else ():
        parts = tuple(text_of(part) for part in (item.items if isinstance(item, Sequence) else (item,)))
        yield Item(" ".join(" ".join(parts).split()), parts if isinstance(item, Sequence) else (), item.place)


def _map(tree: Tree | None) -> Mapping:
    return tree if isinstance(tree, Mapping) else Mapping((), tree.place if tree is not None else NOWHERE)
