"""Entries of `chance:`, `cards:` and `zones:` in; devices, decks and zones as written out."""

from __future__ import annotations

import re

from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree, text_of
from parlour.interpreter.language.pieces import PiecesReader, name_of
from parlour.interpreter.language.ruleset import Ident

CARD_KEYS = {"copies", "do", "name", "quote"}


class MaterialReader(PiecesReader):
    """What a game is played with."""

    def device(self, entry: Entry, tree: Mapping) -> syntax.Device:
        each, throw = tree.get("each"), self.expression(tree.get("throw"))
        if isinstance(each, Sequence):
            dice = tuple(self._die(item) for item in each.items)
        else:
            faces = tree.get("faces")
            dice = (self._die(faces if faces is not None else tree.get("sectors")),)
        put_back = text_of(tree.get("put_back")) != "false"
        return syntax.Device(name_of(entry), throw, dice, each is None, put_back)

    def _die(self, tree: Tree | None) -> syntax.Die:
        match tree:
            case Mapping():
                inner = tree.get("faces") or tree.get("sectors")
                if inner is not None and len(tree.entries) == 1:
                    return self._die(inner)
                sides = [self._side(e.key, e.value) for e in tree]
                return syntax.Die(tuple(sides), None)
            case Sequence():
                return syntax.Die(tuple(self._side(s, None) for s in tree.items if isinstance(s, Scalar)), None)
            case _:
                return syntax.Die((), self.expression(tree))

    def _side(self, face: Scalar, weight: Tree | None) -> syntax.Side:
        is_number = re.fullmatch(r"[-+]?[0-9]+", face.text) is not None and not face.quoted
        number = int(face.text) if is_number else None
        return syntax.Side(Ident(face.text, face.place), number, self.expression(weight))

    def deck(self, entry: Entry, tree: Mapping) -> syntax.DeckOf:
        standard = tree.get("standard")
        value = tree.get("value")
        values = value if isinstance(value, Mapping) else ()
        cards = tree.get("cards")
        return syntax.DeckOf(
            name=name_of(entry),
            standard=int(standard.text) if isinstance(standard, Scalar) and standard.text.isdecimal() else 0,
            copies=self.expression(tree.get("copies")),
            tell_apart=text_of(tree.get("tell_apart")) or "card",
            ranks=self.idents(tree.get("ranks")),
            suits=self.idents(tree.get("suits")),
            value=tuple((name_of(e), x) for e in values if (x := self.expression(e.value))),
            without=self.idents(tree.get("without")),
            cards=tuple(self._special(e) for e in cards) if isinstance(cards, Mapping) else (),
            each=self.expression(tree.get("each")),
        )

    def _special(self, entry: Entry) -> syntax.Special:
        tree = entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.value.place)
        fields = ((name_of(e), self.expression(e.value)) for e in tree if e.key.text not in CARD_KEYS)
        return syntax.Special(
            name_of(entry),
            self.expression(tree.get("copies")),
            tuple((name, value) for name, value in fields if value),
            self.steps.block(tree.get("do")),
        )

    def zone(self, entry: Entry, tree: Mapping) -> syntax.Zone:
        return syntax.Zone(
            name_of(entry),
            self.expression(tree.get("of")),
            self.ident(tree.get("starts")),
            text_of(tree.get("order")) or "none",
            text_of(tree.get("seen_by")) or "all",
            self.ident(tree.get("refill")),
            self.ident(tree.get("holds")),
            self.expression(tree.get("room")),
        )
