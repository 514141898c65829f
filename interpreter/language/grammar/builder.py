"""Lexemes and the rules they were grouped by come in, nodes go out; what the grammar lets pass is refused here."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

from msgspec import Struct

from parlour.interpreter.language.grammar.fragment import Arguments, Fragment, Lexeme, Part, PickArgument
from parlour.interpreter.language.grammar.nodes import (
    RESERVED_WORDS,
    Attribute,
    Binary,
    CardOf,
    Conditional,
    Name,
    Node,
    Nothing,
    Number,
    Pattern,
    PlayersFrom,
    Range,
    Truth,
    Unary,
)
from parlour.interpreter.language.grammar.picks import build_call
from parlour.interpreter.source import Place

MAX_INT = 2**63 - 1
COMPARISONS = frozenset(["==", "!=", "<", "<=", ">", ">=", "in", "not in"])

Built = Lexeme | Part | PickArgument | Arguments | Pattern


def spell_name(text: str) -> str | None:
    """The normal form (NFC) of a name; None for what is no name: a letter first, then letters, digits and `_`."""
    name = normalize("NFC", text)
    return name if name.isidentifier() and name not in RESERVED_WORDS else None


def build_constant(text: str, place: Place) -> Truth | Nothing | None:
    """`true`, `false`, `none`; None for another text."""
    if text == "none":
        return Nothing(place)
    return Truth(text == "true", place) if text in ("true", "false") else None


class Builder(Struct):
    """One method per rule of the grammar: the children in the order of the text come in, a part goes out."""

    fragment: Fragment

    def leaf(self, lexeme: Lexeme) -> Part:
        """The node of a number, a name, `true`, `false`, `none`."""
        place = self.fragment.at(lexeme.start, lexeme.end)
        node: Node | None
        if lexeme.kind == "NUMBER":
            node = self.number(lexeme)
        elif lexeme.kind == "CONSTANT":
            node = build_constant(lexeme.text, place)
        else:
            node = Name(self.name(lexeme), place)
        return Part(node or Nothing(place), lexeme.start, lexeme.end)

    def number(self, lexeme: Lexeme) -> Number:
        value = int(lexeme.text)
        if value > MAX_INT:
            message = f"{lexeme.text} does not fit into 64 bits"
            self.fragment.fault("P317", message, lexeme.start, lexeme.end, f"the largest number is {MAX_INT}")
        return Number(value, self.fragment.at(lexeme.start, lexeme.end))

    def name(self, lexeme: Lexeme) -> str:
        name = spell_name(lexeme.text)
        if name is None:
            hint = "a name begins with a letter and goes on with letters, digits and '_'"
            message = f"'{lexeme.text}' is not a name" + (
                ": it is a word of the language" if lexeme.text in RESERVED_WORDS else ""
            )
            self.fragment.fault("P318", message, lexeme.start, lexeme.end, hint)
        return name or lexeme.text

    def expression(self, children: Sequence[Built]) -> Part:
        return self._part(children[0])

    def pick(self, children: Sequence[Built]) -> Part | PickArgument:
        return self.filtered(children) if len(children) > 1 else self._part(children[0])

    def conditional(self, children: Sequence[Built]) -> Part:
        then, test, otherwise = (self._part(children[i]) for i in (0, 2, 4))
        place = self.fragment.at(then.start, otherwise.end)
        return _part_of(Conditional(test.node, then.node, otherwise.node, place), then, test, otherwise)

    def binary(self, children: Sequence[Built], operator: str = "") -> Part:
        """`left operator right`; an operator of two words is given, its second word being left out of `children`."""
        left, lexeme, right = self._part(children[0]), _lexeme(children[1]), self._part(children[-1])
        place = self.fragment.at(left.start, right.end)
        sign_place = self.fragment.at(lexeme.start, _end_of(children[-2]))
        return _part_of(Binary(operator or lexeme.text, left.node, right.node, sign_place, place), left, right)

    def difference(self, children: Sequence[Built]) -> Part:
        left, right = self._part(children[0]), self._part(children[2])
        if all(isinstance(p.node, Number) and p.bare for p in (left, right)):
            low, high = (self.fragment.text[p.start : p.end] for p in (left, right))
            message = f"'{low} - {high}' takes one written number from another"
            hint = f"write {low}..{high} for a range, or {int(low) - int(high)} for the difference"
            self.fragment.fault("P309", message, left.start, right.end, hint)
        return self.binary(children)

    def compared(self, children: Sequence[Built], operator: str = "") -> Part:
        left, sign = self._part(children[0]), _lexeme(children[1])
        if left.bare and isinstance(left.node, Binary) and left.node.operator in COMPARISONS:
            message = f"comparisons do not chain, found a second one, '{operator or sign.text}'"
            hint = "join two with 'and': a < b and b < c; or put parentheses around one"
            self.fragment.fault("P319", message, sign.start, _end_of(children[-2]), hint)
        return self.binary(children, operator)

    def absent(self, children: Sequence[Built]) -> Part:
        return self.compared(children, "not in")

    def unary(self, children: Sequence[Built]) -> Part:
        sign, operand = _lexeme(children[0]), self._part(children[1])
        node = Unary(sign.text, operand.node, self.fragment.at(sign.start, operand.end))
        return Part(node, sign.start, operand.end, depth=1 + operand.depth)

    def range(self, children: Sequence[Built]) -> Part:
        low, sign, high = self._part(children[0]), _lexeme(children[1]), self._part(children[2])
        if low.bare and isinstance(low.node, Range):
            self.fragment.fault(
                "P319", "a range has two ends, found a second '..'", sign.start, sign.end, "write low..high"
            )
        return _part_of(Range(low.node, high.node, self.fragment.at(low.start, high.end)), low, high)

    def card_of(self, children: Sequence[Built]) -> Part:
        rank, suit = self._part(children[0]), self._part(children[2])
        return _part_of(CardOf(rank.node, suit.node, self.fragment.at(rank.start, suit.end)), rank, suit)

    def players_from(self, children: Sequence[Built]) -> Part:
        seats, first = self._part(children[0]), self._part(children[2])
        node = seats.node
        if not (isinstance(node, Name) and seats.bare):
            written = self.fragment.text[seats.start : seats.end]
            message = f"'from' follows the name of a set of players, found '{written}'"
            self.fragment.fault("P323", message, seats.start, seats.end, "write players from p, or seats from p")
            node = Name(written, node.place)
        return _part_of(PlayersFrom(node, first.node, self.fragment.at(seats.start, first.end)), seats, first)

    def attribute(self, children: Sequence[Built]) -> Part:
        target, name = self._part(children[0]), _lexeme(children[2])
        place, name_place = self.fragment.at(target.start, name.end), self.fragment.at(name.start, name.end)
        node = Attribute(target.node, self.name(name), name_place, place)
        return Part(node, target.start, name.end, depth=1 + target.depth)

    def method(self, children: Sequence[Built]) -> Part:
        return build_call(self.fragment, self._part(children[0]), *self._call(children[2:]))

    def call(self, children: Sequence[Built]) -> Part:
        return build_call(self.fragment, None, *self._call(children))

    def group(self, children: Sequence[Built]) -> Part:
        inner = self._part(children[1])
        return Part(inner.node, _lexeme(children[0]).start, _end_of(children[2]), bare=False, depth=inner.depth)

    def arguments(self, children: Sequence[Built]) -> Arguments:
        return Arguments(tuple(c if isinstance(c, PickArgument) else self._part(c) for c in children))

    def filtered(self, children: Sequence[Built]) -> PickArgument:
        binding, test = self._part(children[0]), self._part(children[2])
        return PickArgument(None, binding, test, max(binding.depth, test.depth))

    def folded(self, children: Sequence[Built]) -> PickArgument:
        value, binding = self._part(children[0]), self._part(children[2])
        test = self._part(children[4]) if len(children) > 3 else None
        return PickArgument(value, binding, test, max(p.depth for p in (value, binding, test) if p))

    def _part(self, child: Built) -> Part:
        if isinstance(child, Lexeme):
            return self.leaf(child)
        assert isinstance(child, Part)
        return child

    def _call(self, children: Sequence[Built]) -> tuple[Lexeme, Arguments, int]:
        name, arguments = _lexeme(children[0]), children[2]
        assert isinstance(arguments, Arguments)
        return Lexeme(name.kind, self.name(name), name.start, name.end), arguments, _end_of(children[3])


def _part_of(node: Node, *parts: Part) -> Part:
    """The part that covers others, in the order of the text or not."""
    start, end = min(p.start for p in parts), max(p.end for p in parts)
    return Part(node, start, end, depth=1 + max(p.depth for p in parts))


def _lexeme(child: Built) -> Lexeme:
    assert isinstance(child, Lexeme)
    return child


def _end_of(child: Built) -> int:
    return _lexeme(child).end
