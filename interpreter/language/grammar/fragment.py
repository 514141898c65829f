"""One expression's text, its place and its report come in; the places of its parts and its faults go out."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.grammar.nodes import Node
from parlour.interpreter.source import Place


class Fragment(Struct):
    """The text of one scalar and where it stands; offsets count characters of `text`, from 0."""

    text: str
    place: Place
    report: Report
    faulty: bool = False

    def at(self, start: int, end: int) -> Place:
        """The place of a stretch; of the whole scalar where its author wrote it otherwise than it is read."""
        place = self.place
        exact = place.line == place.end_line and place.end_column - place.column == len(self.text)
        if not exact:
            return place.within(self.text, start, end)
        if end > len(self.text):  # beyond the end there may be nothing to point at
            end = min(end, max(start, len(place.source.line(place.line)) + 1 - place.column))
        return place.part(start, end)

    def fault(self, code: str, message: str, start: int, end: int, hint: str = "") -> None:
        """Report an error on a stretch; a fragment with a fault has no nodes."""
        self.faulty = True
        self.report.error(code, message, self.at(start, end), hint)


class Lexeme(Struct, frozen=True):
    """One token: its kind in the grammar, its text, its offsets."""

    kind: str
    text: str
    start: int
    end: int


class Part(Struct, frozen=True):
    """A node on its way up: its offsets with parentheses, whether it stands bare of them, how deep it is."""

    node: Node
    start: int
    end: int
    bare: bool = True
    depth: int = 1


class PickArgument(Struct, frozen=True):
    """`binding where test`, `value for binding`, `value for binding where test`, before the binding is looked at."""

    value: Part | None
    binding: Part
    test: Part | None
    depth: int

    @property
    def start(self) -> int:
        return (self.value or self.binding).start

    @property
    def end(self) -> int:
        return (self.test or self.binding).end


class Arguments(Struct, frozen=True):
    """What stands between the parentheses of a call."""

    items: tuple[Part | PickArgument, ...]

    @property
    def depth(self) -> int:
        return max((item.depth for item in self.items), default=0)
