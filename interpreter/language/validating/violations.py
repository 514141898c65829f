"""One fault as JSON Schema tells it, and the ground it is looked up on: the tree with its places, the schema, the report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from parlour.interpreter.diagnostics import Related, Report
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree
from parlour.interpreter.language.schema.shapes import Shape
from parlour.interpreter.source import Place

Path = tuple[str | int, ...]


class Violation(Struct, frozen=True):
    """`demand` is what the keyword of the shape wants, `found` what it met.

    `path` leads to the value in the tree, `shape_path` to the keyword in the schema; it leaves out each `$ref` and `if`.
    """

    keyword: str
    demand: Any
    found: Any
    path: Path
    shape: Shape
    shape_path: Path

    @property
    def is_about_key(self) -> bool:
        """Whether a key of the map at `path` is at fault: then `found` is that key."""
        return self.shape_path[-2:-1] == ("propertyNames",)

    @property
    def rule(self) -> str:
        """The key whose presence brings the demand (`dependentSchemas`); empty when it always holds."""
        for index in (-2, -3):
            if self.shape_path[index - 1 : index] == ("dependentSchemas",):
                return str(self.shape_path[index])
        return ""


class Ground(Struct, frozen=True):
    """Finds values, keys and shapes by their paths, and reports."""

    schema: Shape
    tree: Mapping
    report: Report

    def value(self, path: Path) -> Tree:
        node: Tree = self.tree
        for step in path:
            if isinstance(node, Mapping):
                node = node.index[str(step)].value
            elif isinstance(node, Sequence):
                node = node.items[int(step)]
        return node

    def entries(self, path: Path) -> tuple[Entry, ...]:
        node = self.value(path)
        return node.entries if isinstance(node, Mapping) else ()

    def key(self, path: Path) -> Scalar | None:
        """The key whose value is at this path; None for the whole tree and for items of lists."""
        parent = self.value(path[:-1]) if path else None
        return parent.index[str(path[-1])].key if isinstance(parent, Mapping) else None

    def owner(self, path: Path) -> Place:
        """Where something missing belongs: the key of its map, or the first key inside where the map has none."""
        key, entries = self.key(path), self.entries(path)
        if key is None and entries:
            key = entries[0].key
        return key.place if key else self.value(path).place

    def holder(self, shape_path: Path, back: int) -> Shape:
        """The part of the schema that has, as a key of its own, the step `back` steps from the end of a path."""
        node: Any = self.schema
        for step in shape_path[:-back]:
            node = self._having(node, step)[step]
        found: Shape = self._having(node, shape_path[-back])
        return found

    def _having(self, node: Any, step: str | int) -> Any:
        while isinstance(node, dict) and step not in node:
            node = self.schema["$defs"][node["$ref"].rpartition("/")[2]]
        return node

    def help(self, path: Path) -> str:
        """What the schema says of a key, as far as sections and their fields go."""
        node: Any = self.schema
        for step in path:
            node = node.get("properties", {}).get(str(step)) or node.get("additionalProperties") or {}
        return str(node.get("description", ""))

    def is_statement(self, shape: Shape) -> bool:
        return shape is self.schema["$defs"]["statement"]

    def error(
        self, code: str, message: str, place: Place, hint: str, path: Path, related: Iterable[Related] = ()
    ) -> None:
        self.report.error(code, message, place, hint, related, ".".join(str(step) for step in path))


def called(path: Path) -> str:
    """What the value at a path is called in a sentence: its nearest key."""
    names = [step for step in path if isinstance(step, str)]
    return f"'{names[-1]}'" if names else "a ruleset"
