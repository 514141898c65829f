"""A checked ruleset in, what its squares are called and how its board is drawn out."""

from __future__ import annotations

from collections import Counter

from parlour.interpreter.checked import Checked
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, text_of


class Squares:
    """The squares of a board as people see them. `words` are their names on a board that has no numbers."""

    def __init__(self, checked: Checked) -> None:
        board, tree = checked.model.board, checked.loaded.tree
        self.words = board.type.words if board else ()
        section = tree.get("squares")
        self._entries = section.index if isinstance(section, Mapping) else {}
        names = Counter(self.name(number) for number in range(1, len(self.words) + 1))
        self._shared = frozenset(name for name, squares in names.items() if name and squares > 1)
        drawn = tree.get("board")
        picture = drawn.get("picture") if isinstance(drawn, Mapping) else None
        self._picture = picture if isinstance(picture, Mapping) else None

    def entry(self, number: int) -> Entry | None:
        """What the ruleset writes about a square; None where it says nothing of its own."""
        return self._entries.get(self.words[number - 1] if self.words and number else str(number))

    def name(self, number: int) -> str:
        """The shown name of a square; empty where it has none."""
        return self._text(number, "name")

    def label(self, number: int) -> str:
        """A square in a table of figures: `square 31 (Well)`, `square 7`; by its name alone where it has no number."""
        name = self.name(number)
        if self.words and number:
            word = self.words[number - 1]
            return f"{name} ({word})" if self.is_shared(name) else name or word
        return f"square {number} ({name})" if name else f"square {number}"

    def is_shared(self, name: str) -> bool:
        """Whether several squares of a board without numbers are called so."""
        return name in self._shared

    def quote(self, number: int) -> str:
        """The words of the source about it; empty where none are given."""
        return self._text(number, "quote")

    def has_rules(self, number: int) -> bool:
        entry = self.entry(number)
        fields = entry.value if entry and isinstance(entry.value, Mapping) else None
        return fields is not None and bool({"land", "meet"} & fields.index.keys())

    @property
    def shape(self) -> str:
        """How the board is drawn: spiral, rows, ring, two_sides, map; empty where nobody says."""
        found = self._picture.get("shape") if self._picture else None
        return text_of(found)

    @property
    def common(self) -> frozenset[int]:
        """The squares that the two sides share."""
        found = self._picture.get("common") if self._picture else None
        items = found.items if isinstance(found, Sequence) else ()
        return frozenset(item.value for item in items if isinstance(item, Scalar) and isinstance(item.value, int))

    def _text(self, number: int, field: str) -> str:
        entry = self.entry(number)
        found = entry.value.get(field) if entry and isinstance(entry.value, Mapping) else None
        return text_of(found)
