"""Trees written back as YAML, on one line or over many, read as the same values."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence
from parlour.interpreter.language.document.writing import compact, compact_entries, flow_text
from parlour.interpreter.language.document.yaml_reader import read
from parlour.interpreter.source import NOWHERE, Source

RULESETS = sorted((Path(__file__).parents[1] / "rulesets").glob("*.yaml"))


def plain(tree):
    """The values alone."""
    match tree:
        case Scalar():
            return tree.value
        case Sequence():
            return [plain(item) for item in tree.items]
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in tree}


def read_back(lines):
    report = Report()
    tree = read(Source("again.yaml", "".join(f"{line}\n" for line in lines)), report)
    report.barrier()
    return tree


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("width", [1, 40, 110])
def test_rulesets_survive(path, width):
    tree = read(Source(path.name, path.read_text(encoding="utf-8")), Report())
    lines = compact_entries(tree, width)
    assert plain(read_back(lines)) == plain(tree)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_lines_are_as_wide_as_wanted_where_they_can_be_broken(path):
    tree = read(Source(path.name, path.read_text(encoding="utf-8")), Report())
    for line in compact_entries(tree, 110):
        inner = line.strip().lstrip("- ")
        assert len(line) <= 110 or not inner.endswith(("}", "]")), line


def scalar(text, value, quoted):
    return Scalar(text, value, quoted, True, NOWHERE)


letters = st.characters(codec="utf-8", exclude_categories=("Cs",))
texts = st.text(letters, max_size=12)
scalars = st.one_of(
    texts.map(lambda text: scalar(text, text, True)),
    st.integers(-99, 99).map(lambda n: scalar(str(n), n, False)),
    st.booleans().map(lambda b: scalar(str(b).lower(), b, False)),
    st.just(scalar("null", None, False)),
)
keys = st.text(letters, min_size=1, max_size=12).map(lambda text: scalar(text, text, True))
trees = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: Sequence(tuple(items), NOWHERE)),
        st.lists(st.tuples(keys, inner), max_size=4, unique_by=lambda pair: pair[0].text).map(
            lambda pairs: Mapping(tuple(Entry(*pair) for pair in pairs), NOWHERE)
        ),
    ),
    max_leaves=8,
)


@given(trees, st.sampled_from([1, 20, 100]))
def test_any_tree_survives(tree, width):
    whole = Mapping((Entry(scalar("x", "x", False), tree),), NOWHERE)
    assert plain(read_back(compact(whole, width))) == {"x": plain(tree)}
    assert plain(read_back([f"x: {flow_text(tree)}"])) == {"x": plain(tree)}
