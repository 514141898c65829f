"""Values in, the YAML that spells them out: for files that are written line by line, with comments between."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from parlour.interpreter.language.document.scalars import complaint, core_value
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Tree
from parlour.interpreter.language.document.writing import scalar_text
from parlour.interpreter.source import NOWHERE


def text_value(text: str) -> str:
    """A text as a value in block style: in quotes where it would be read as something else."""
    return scalar_text(scalar(text))


def scalar(text: str) -> Scalar:
    """A text as a tree."""
    quoted = not isinstance(core_value(text), str) or complaint(text) is not None
    return Scalar(text, text, quoted=quoted, one_line=True, place=NOWHERE)


def mapping(pairs: Iterable[tuple[str, Tree]]) -> Mapping:
    """Pairs as a tree."""
    return Mapping(tuple(Entry(scalar(key), value) for key, value in pairs), NOWHERE)


def in_quotes(tree: Tree) -> Tree:
    """The same with every text in quotes, so that what an author writes in its place may have commas and colons."""
    match tree:
        case Scalar(value=str()):
            return replace(tree, quoted=True)
        case Mapping():
            return Mapping(tuple(Entry(e.key, in_quotes(e.value)) for e in tree), tree.place)
        case _:
            return tree
