"""Zones of cards: written lists in, blocks of the state out; laid so that every deck stays complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.document.tree import Sequence, Tree, text_of
from parlour.interpreter.program.program import Deck, Field, Program, Role
from parlour.interpreter.scenarios.values import shown
from parlour.interpreter.types import Kind

Block = tuple[Field, int]  # a zone: its field and the key of the block
Cards = list[int]  # kinds: of a pile from the bottom, of a bag ascending


class Laid(Struct, frozen=True):
    """A zone as it was given: its cards from the top, and where each is written."""

    block: Block
    kinds: tuple[int, ...]
    items: tuple[Tree, ...]
    whole: Tree
    path: str


class Zones:
    """The zones of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        held = [f for f in program.layout.fields if f.role in (Role.BAG, Role.PILE)]
        self._blocks = {
            d.name: [(f, f.first + k) for f in held if _holds(f, d) for k in range(f.keys)] for d in self._decks
        }

    @property
    def _decks(self) -> tuple[Deck, ...]:
        return self.program.decks

    def kinds(self, field: Field) -> tuple[str, ...]:
        """The names of what lies in a zone: cards, or the faces of tickets."""
        if field.type.kind is not Kind.CARD:
            return tuple(str(face) for face in self.program.throws.faces)
        return next(d.kinds for d in self._decks if _holds(field, d))

    def read(self, field: Field, tree: Tree, report: Report, path: str) -> tuple[int, ...] | None:
        """The kinds of a written list, in its order; None after a fault."""
        if not isinstance(tree, Sequence):
            report.error(
                "P703", f"'{field.name}' holds cards", tree.place, "a list: [ …, … ], or [] for none", path=path
            )
            return None
        kinds = self.kinds(field)
        found = [self._kind(item, kinds, report, path) for item in tree.items]
        return tuple(k for k in found if k is not None) if None not in found else None

    def _kind(self, tree: Tree, kinds: tuple[str, ...], report: Report, path: str) -> int | None:
        text = text_of(tree)
        if text in kinds:
            return kinds.index(text)
        report.error("P703", f"there is no card '{text}'", tree.place, card_hint(text, kinds), path=path)
        return None

    def spell(self, field: Field, cards: Iterable[int]) -> str:
        kinds = self.kinds(field)
        return shown(kinds[k] for k in cards)

    def seen(self, vector: list[int], block: Block) -> tuple[int, ...]:
        """The cards of a zone: of a pile from the top, of a bag in the order of the deck."""
        cards = _cards(vector, block)
        return tuple(reversed(cards) if block[0].role is Role.PILE else cards)

    # --- laying -------------------------------------------------------------------------------------------------------

    def lay(self, vector: list[int], laid: list[Laid], report: Report) -> None:
        """Put the given cards where they are given. They come from home, then from wherever they are; what lay in a
        given zone goes home. Faults: more cards than there are, a pile that is full, cards without a place."""
        for zone in laid:
            if zone.block[0].type.kind is not Kind.CARD:
                _write(vector, zone.block, sorted(zone.kinds))
        for deck in self._decks:
            own = [zone for zone in laid if zone.block in self._blocks[deck.name]]
            if own and not self._too_many(deck, own, report) and not _too_full(own, report):
                self._lay(vector, deck, own, report)

    def _whole(self, deck: Deck) -> Counter[int]:
        """How many cards of each kind the game has."""
        start = list(self.program.layout.initial)
        return Counter(k for block in self._blocks[deck.name] for k in _cards(start, block)) or Counter(
            dict(enumerate(deck.copies))
        )

    def _too_many(self, deck: Deck, own: list[Laid], report: Report) -> bool:
        left = self._whole(deck)
        fault = False
        for zone in own:
            for kind, item in zip(zone.kinds, zone.items, strict=True):
                left[kind] -= 1
                if left[kind] < 0:
                    fault = True
                    copies = self._whole(deck)[kind]
                    message = f"too many cards '{deck.kinds[kind]}': the game has {copies}"
                    report.error("P708", message, item.place, "every card named is taken from its deck", path=zone.path)
        return fault

    def _lay(self, vector: list[int], deck: Deck, own: list[Laid], report: Report) -> None:
        blocks, given = self._blocks[deck.name], {zone.block for zone in own}
        contents = {block: _cards(vector, block) for block in blocks}
        everywhere = Counter(k for cards in contents.values() for k in cards)
        loose = self._whole(deck) - everywhere  # cards between two zones, where a rule was left unfinished
        for block in given:
            loose.update(contents[block])
        homes = [b for b in blocks if b[0].name == deck.home]
        others = [b for b in (*homes, *blocks) if b not in given]
        for kind in (k for zone in own for k in zone.kinds):
            if loose[kind] > 0:
                loose[kind] -= 1
            else:
                _take(contents, others, kind)
        home = next((b for b in homes if b not in given), None)
        rest = list(loose.elements())
        if home is not None:
            contents[home] = [*sorted(rest), *contents[home]]
        elif rest and homes:
            self._homeless(deck, rest, own, report)
        for zone in own:
            contents[zone.block] = list(reversed(zone.kinds))
        for block, cards in contents.items():
            _write(vector, block, cards)

    def _homeless(self, deck: Deck, rest: Cards, own: list[Laid], report: Report) -> None:
        zone = next(z for z in own if z.block[0].name == deck.home)
        names = ", ".join(deck.kinds[k] for k in rest[:8]) + (", …" if len(rest) > 8 else "")
        message = f"{len(rest)} {'card has' if len(rest) == 1 else 'cards have'} no place left: {names}"
        hint = f"a zone that is given holds just what is given: leave '{deck.home}' out, or say where the others are"
        report.error("P708", message, zone.whole.place, hint, path=zone.path)


def card_hint(text: str, kinds: Iterable[str]) -> str:
    """What a card that is not there may have been meant for: its suits, or the nearest names."""
    kinds = tuple(kinds)
    suited = [k for k in kinds if k.partition(" of ")[0] == text]
    if suited:
        return f"suits are told apart here: {', '.join(suited)}"
    rank = text.partition(" of ")[0]
    return f"only ranks are told apart here: {rank}" if rank in kinds else did_you_mean(text, kinds)


def _holds(field: Field, deck: Deck) -> bool:
    return field.type.kind is Kind.CARD and field.type.name == deck.name


def _cards(vector: list[int], block: Block) -> Cards:
    field, key = block
    base = field.slot(key)
    if field.role is Role.PILE:
        return vector[base + 1 : base + 1 + vector[base]]
    return [kind for kind in range(field.width) for _ in range(vector[base + kind])]


def _write(vector: list[int], block: Block, cards: Cards) -> None:
    field, key = block
    base = field.slot(key)
    if field.role is Role.PILE:
        vector[base : base + field.width] = [len(cards), *cards, *[0] * (field.width - 1 - len(cards))]
    else:
        counts = Counter(cards)
        vector[base : base + field.width] = [counts[kind] for kind in range(field.width)]


def _take(contents: dict[Block, Cards], blocks: list[Block], kind: int) -> None:
    """The topmost card of a kind leaves the first zone that has one."""
    for block in blocks:
        cards = contents[block]
        if kind in cards:
            del cards[len(cards) - 1 - cards[::-1].index(kind)]
            return


def _too_full(own: list[Laid], report: Report) -> bool:
    found = False
    for zone in own:
        field = zone.block[0]
        if field.role is Role.PILE and len(zone.kinds) >= field.width:
            found = True
            message = f"{len(zone.kinds)} cards do not fit: '{field.name}' has room for {field.width - 1}"
            report.error("P708", message, zone.whole.place, "see `room:` of the zone", path=zone.path)
    return found
