"""Trees in; what every section of a ruleset is made of, names, ranges, expressions, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree
from parlour.interpreter.language.grammar.nodes import Node, Number, Range
from parlour.interpreter.language.ruleset import Ident
from parlour.interpreter.language.steps import StepReader


def name_of(entry: Entry) -> Ident:
    return Ident(entry.key.text, entry.key.place)


class PiecesReader:
    """Reads parts of one tree; faults go to the report."""

    def __init__(self, tree: Mapping, steps: StepReader, report: Report) -> None:
        self.tree = tree
        self.steps = steps
        self.report = report

    def entries(self, section: str, of: Mapping | None = None) -> Iterator[tuple[Entry, Mapping]]:
        """The entries of a section whose values are maps; an empty value counts as an empty map."""
        tree = (of or self.tree).get(section)
        for entry in tree if isinstance(tree, Mapping) else ():
            value = entry.value
            yield entry, value if isinstance(value, Mapping) else Mapping((), value.place)

    def expression(self, tree: Tree | None) -> Node | None:
        return self.steps.expression(tree) if tree is not None else None

    def constant(self, value: int, tree: Tree) -> Node:
        return Number(value, tree.place)

    def ident(self, tree: Tree | None) -> Ident | None:
        return Ident(tree.text, tree.place) if isinstance(tree, Scalar) else None

    def idents(self, tree: Tree | None) -> tuple[Ident, ...]:
        items = tree.items if isinstance(tree, Sequence) else (tree,) if tree is not None else ()
        return tuple(i for item in items if (i := self.ident(item)))

    def span(self, tree: Tree | None) -> syntax.Span | None:
        node = self.expression(tree)
        if node is None:
            return None
        if isinstance(node, Range):
            return syntax.Span(node.low, node.high, node.place)
        self.report.error("P405", "a range is needed here", node.place, "write low..high")
        return None

    def typed_names(self, tree: Tree | None) -> tuple[tuple[Ident, Ident | None], ...]:
        """`[n, m]` or `{who: player, n: int}`"""
        if isinstance(tree, Mapping):
            return tuple((name_of(e), self.ident(e.value)) for e in tree)
        return tuple((name, None) for name in self.idents(tree))
