"""Nodes as the parser can make them, written as text and read again: the same nodes, up to places."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.grammar.nodes import (
    FOLDS_WITH_VALUE,
    FOLDS_WITHOUT_VALUE,
    Attribute,
    Binary,
    Call,
    CardOf,
    CardPattern,
    Conditional,
    FacesPattern,
    Fold,
    Name,
    Node,
    Nothing,
    Number,
    OtherwisePattern,
    Pattern,
    Pick,
    PlayersFrom,
    Range,
    RangePattern,
    Truth,
    Unary,
)
from parlour.interpreter.language.grammar.parser import parse_expression, parse_faces, parse_pick
from parlour.interpreter.source import NOWHERE
from parlour.tests.unparse import unparse, unparse_faces

AT = NOWHERE
OPERATORS = ["or", "and", "+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "in", "not in"]

names = st.sampled_from(["a", "hand", "of", "from", "notable", "хід", "otherwise", "max_1", "кі"])
name_nodes = st.builds(Name, names, st.just(AT))
numbers = st.builds(Number, st.integers(0, 2**63 - 1), st.just(AT))
leaves: st.SearchStrategy[Node] = st.one_of(
    numbers, name_nodes, st.builds(Truth, st.booleans(), st.just(AT)), st.just(Nothing(AT))
)


def picks(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Pick]:
    return st.builds(Pick, name_nodes, inner, st.none() | inner, st.just(AT))


def wider(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    at, several = st.just(AT), st.lists(inner, max_size=3).map(tuple)
    pairs = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Attribute, inner, names, at, at),
        st.builds(Call, st.none(), names, several, at, at),
        st.builds(Call, inner, st.sampled_from(["die", "count"]), several, at, at),
        st.builds(Call, st.none(), st.sampled_from(["max", "min"]), pairs, at, at),
        st.builds(Unary, st.sampled_from(["-", "not"]), inner, at),
        st.builds(Binary, st.sampled_from(OPERATORS), inner, inner, at, at),
        st.builds(Conditional, inner, inner, inner, at),
        st.builds(Range, inner, inner, at),
        st.builds(PlayersFrom, name_nodes, inner, at),
        st.builds(CardOf, inner, inner, at),
        st.builds(Fold, st.sampled_from(sorted(FOLDS_WITHOUT_VALUE)), st.none(), picks(inner), at, at),
        st.builds(Fold, st.sampled_from(sorted(FOLDS_WITH_VALUE)), inner, picks(inner), at, at),
    )


trees = st.recursive(leaves, wider, max_leaves=12)

signed = st.builds(Number, st.integers(-(2**63) + 1, 2**63 - 1), st.just(AT))
words = st.builds(Name, st.sampled_from(["bell", "K", "хід"]), st.just(AT))
faces = st.one_of(signed, words, st.builds(Truth, st.booleans(), st.just(AT)), st.just(Nothing(AT)))
ranges = st.tuples(signed, signed).map(
    lambda ends: RangePattern(min(ends, key=lambda n: n.value), max(ends, key=lambda n: n.value), AT)
)
patterns: st.SearchStrategy[Pattern] = st.one_of(
    st.builds(FacesPattern, st.lists(faces, min_size=1, max_size=4).map(tuple), st.just(AT)),
    st.builds(CardPattern, signed | words, words, st.just(AT)),
    ranges,
)


def nowhere(node: Any) -> Any:
    """The same nodes with all places alike."""
    if isinstance(node, tuple):
        return tuple(map(nowhere, node))
    if not isinstance(node, Struct):
        return node
    changed = {name: AT if name.endswith("place") else nowhere(getattr(node, name)) for name in node.__struct_fields__}
    return replace(node, **changed)


def reread(text: str, parse: Any) -> Any:
    report = Report()
    node = parse(text, AT, report)
    assert [(d.code, d.message) for d in report] == []
    return nowhere(node)


@given(trees)
@settings(max_examples=300)
def test_expressions_survive_the_way_through_text(node: Node) -> None:
    assert reread(unparse(node), parse_expression) == node


@given(picks(trees))
def test_picks_survive_the_way_through_text(pick: Pick) -> None:
    assert reread(unparse(pick), parse_pick) == pick


@given(st.lists(patterns, min_size=1, max_size=4).map(tuple) | st.just((OtherwisePattern(AT),)))
def test_case_keys_survive_the_way_through_text(keys: tuple[Pattern, ...]) -> None:
    assert reread(unparse_faces(keys), parse_faces) == keys


@given(trees)
def test_no_pair_of_parentheses_is_needless(node: Node) -> None:
    """Without any one pair that is no call's, the text means something else, or nothing."""
    text = unparse(node)
    stack: list[int] = []
    for end, sign in enumerate(text):
        if sign == "(":
            stack.append(end)
        elif sign == ")":
            start = stack.pop()
            if start and (text[start - 1].isalnum() or text[start - 1] == "_"):
                continue
            without = f"{text[:start]} {text[start + 1 : end]} {text[end + 1 :]}"
            assert nowhere(parse_expression(without, AT, Report())) != node, without
