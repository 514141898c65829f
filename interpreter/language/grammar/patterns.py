"""The lexemes of a case key come in; the patterns of the key go out: faces, a range, a card, `otherwise`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from parlour.interpreter.language.grammar.builder import Builder, Built
from parlour.interpreter.language.grammar.fragment import Fragment, Lexeme, Part
from parlour.interpreter.language.grammar.nodes import (
    CardPattern,
    Face,
    FacesPattern,
    Name,
    Nothing,
    Number,
    OtherwisePattern,
    Pattern,
    RangePattern,
    Truth,
)

OTHERWISE = "otherwise"


class PatternBuilder(Struct):
    """One method per rule of the case keys: the children in the order of the text come in."""

    fragment: Fragment

    def faces(self, children: Sequence[Built]) -> tuple[Pattern, ...]:
        patterns = tuple(c for c in children if isinstance(c, Pattern))
        if len(patterns) > 1 and any(isinstance(p, OtherwisePattern) for p in patterns):
            self._refuse("'otherwise' stands for all the rest, found it in a list", "give it a case of its own")
        return patterns

    def throw(self, children: Sequence[Built]) -> Pattern:
        parts = [self._part(c) for c in children]
        place = self.fragment.at(parts[0].start, parts[-1].end)
        names = [p.node.text for p in parts if isinstance(p.node, Name)]
        if names == [OTHERWISE] and len(parts) == 1:
            return OtherwisePattern(place)
        if OTHERWISE in names:
            self._refuse("'otherwise' is no face of a throw", "give it a case of its own")
        for left, right in pairwise(parts):
            if left.end == right.start:
                self._refuse_minus(left, right)
        return FacesPattern(tuple(_face(p) for p in parts), place)

    def face_range(self, children: Sequence[Built]) -> Pattern:
        low, high = self._part(children[0]), self._part(children[2])
        place = self.fragment.at(low.start, high.end)
        if not (isinstance(low.node, Number) and isinstance(high.node, Number)):
            written = self.fragment.text[low.start : high.end]
            message = f"a range of cases goes from number to number, found '{written}'"
            self.fragment.fault("P325", message, low.start, high.end, "name the words one by one, with commas")
            return OtherwisePattern(place)
        if low.node.value > high.node.value:
            message = f"nothing lies between {low.node.value} and {high.node.value}"
            hint = f"write {high.node.value}..{low.node.value}"
            self.fragment.fault("P324", message, low.start, high.end, hint)
        return RangePattern(low.node, high.node, place)

    def face_card(self, children: Sequence[Built]) -> Pattern:
        rank, suit = self._part(children[0]), self._part(children[2])
        place = self.fragment.at(rank.start, suit.end)
        if isinstance(rank.node, Number | Name) and isinstance(suit.node, Number | Name):
            return CardPattern(rank.node, suit.node, place)
        message = f"a card is RANK of SUIT, found '{self.fragment.text[rank.start : suit.end]}'"
        self.fragment.fault("P325", message, rank.start, suit.end, "write it like K of clubs")
        return OtherwisePattern(place)

    def negative(self, children: Sequence[Built]) -> Part:
        sign, lexeme = children
        assert isinstance(sign, Lexeme)
        number = self._part(lexeme)
        assert isinstance(number.node, Number)
        place = self.fragment.at(sign.start, number.end)
        return Part(Number(-number.node.value, place), sign.start, number.end)

    def _part(self, child: Built) -> Part:
        if isinstance(child, Lexeme):
            return Builder(self.fragment).leaf(child)
        assert isinstance(child, Part)
        return child

    def _refuse(self, message: str, hint: str) -> None:
        start = self.fragment.text.find(OTHERWISE)
        self.fragment.fault("P325", message, start, start + len(OTHERWISE), hint)

    def _refuse_minus(self, left: Part, right: Part) -> None:
        low, high = (self.fragment.text[p.start : p.end].lstrip("-") for p in (left, right))
        message = f"'{self.fragment.text[left.start : right.end]}' is no face"
        self.fragment.fault("P309", message, left.start, right.end, f"write {low}..{high} for a range")


def _face(part: Part) -> Face:
    assert isinstance(part.node, Number | Name | Truth | Nothing)
    return part.node
