"""What differs between two trees: order where it has a meaning, statements by their number, sections that one has alone."""

import pytest

from parlour.interpreter.comparing import compared
from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Sequence, text_of
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.source import Source


def shown(tree):
    return [text_of(item) for item in tree.items] if isinstance(tree, Sequence) else tree and text_of(tree)


def differences(old, new):
    trees = [read(Source(name, text), Report()) for name, text in (("old.yaml", old), ("new.yaml", new))]
    return [(d.kind, d.path, shown(d.old), shown(d.new)) for d in compared(*trees)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("phases: {a: {}, b: {}}", "phases: {b: {}, a: {}}", [("order", "phases", ["a", "b"], ["b", "a"])]),
        ("squares: {1: {worth: 1}, 2: {worth: 2}}", "squares: {2: {worth: 2}, 1: {worth: 1}}", []),
        ("sets: {few: [1, 2, 3]}", "sets: {few: [1, 3]}", [("removed", "sets.few.2", "2", None)]),
        ("sets: {few: [1, 3]}", "sets: {few: [1, 3, 4]}", [("added", "sets.few.3", None, "4")]),
        ("sets: {few: [1, 2, 3]}", "sets: {few: [1, 5, 3]}", [("changed", "sets.few.2", "2", "5")]),
        (
            "sets: {few: [1, 2, 3, 9]}",
            "sets: {few: [1, 5, 9]}",
            [("changed", "sets.few.2", "2", "5"), ("removed", "sets.few.3", "3", None)],
        ),
        ("id: a", "id: a\nsets: {few: 1..3}", [("added", "sets.few", None, "1..3")]),
        ("id: a\nsets: {few: 1..3}", "id: a", [("removed", "sets.few", "1..3", None)]),
        ("effects: {x: {do: [end: turn]}}", "effects: {x: {do: {end: turn}}}", []),
        (
            "effects: {x: {do: [end: turn]}}",
            "effects: {x: {do: {end: phase}}}",
            [
                ("changed", "effects.x.do.end", "turn", "phase"),
            ],
        ),
        ("score: me.points+1", "score: me.points + 1", []),
        ("id: a\nscore: 1", "id: b\nscore: 2", [("changed", "score", "1", "2"), ("changed", "id", "a", "b")]),
    ],
)
def test_differences(old, new, expected):
    assert differences(old, new) == expected
