"""Values of a game in, what stands for them in sentences out: players, squares, cards, throws, accounts, zones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from parlour.interpreter.language.document.tree import Mapping as Tree
from parlour.interpreter.language.resolving.typed import Deck
from parlour.interpreter.locale.catalogue import is_label
from parlour.interpreter.locale.formatting import Formatter, Phrase, Player, Value, Word, chosen
from parlour.interpreter.locale.message import nfc, placeholders
from parlour.interpreter.locale.texts import Texts, find_message
from parlour.interpreter.program.naming import SlotNames
from parlour.interpreter.program.program import ChoiceInfo, Field
from parlour.interpreter.table.layers import layers_of
from parlour.interpreter.table.seats import Seat
from parlour.interpreter.table.setting import Setting
from parlour.interpreter.table.squares import Squares
from parlour.interpreter.types import NONE, Kind, Type

_MOST_CARDS = 6  # of more, those that are alike are told as one


class Voice:
    """Speaks of one game in one language. Seats, pawns and squares count from 0 here, as in events."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.program = setting, setting.program
        self.squares = Squares(setting.checked)
        self.names = SlotNames(setting.program.layout)
        self._decks = {deck.name: deck for deck in setting.checked.model.decks}
        layers = layers_of(setting.checked.loaded, setting.language)
        names = names_of(setting.seats, layers)
        self._labels = _labels(setting)
        constants = {name: chosen(value) for name, value in self.program.options}
        self.formatter = Formatter(layers, names, constants)

    def say(self, key: str, **values: Value) -> str:
        """A sentence of the engine, or the ruleset's own of that name."""
        return self.formatter.format(key, values)

    def says(self, text: int, values: Iterable[int]) -> str:
        """A text of the ruleset with the values it is given."""
        info = self.program.texts[text]
        return self.formatter.format(info.name, self.given(text, values))

    def given(self, text: int, values: Iterable[int]) -> dict[str, Value]:
        """What a text of the ruleset is given, by name; nothing where there is no such text (-1)."""
        given = self.program.texts[text].given(values) if text >= 0 else ()
        return {
            name: tuple(self.value(type_, one) for one in value)
            if isinstance(value, tuple)
            else self.value(type_, value)
            for name, type_, value in given
        }

    def way(self, choice: ChoiceInfo, action: int, values: Mapping[str, Value]) -> str:
        """What can be chosen, as it is asked: an option by its text, where it has one."""
        option = choice.options[action] if choice.options else ""
        if option in self._labels:
            return self.formatter.format(option, values)
        return self.show(self.action(choice, action))

    def has_text(self, key: str) -> bool:
        return self.formatter.has(key)

    def has_word(self, key: str) -> bool:
        """Whether the ruleset or the engine gives this word a name to be shown."""
        return any(key in texts.words for texts in self.formatter.layers)

    def is_named(self, phase: int) -> bool:
        """Whether a phase is a part of the game that people have a name for: not what each does once, in turn."""
        found = self.setting.checked.model.phases[phase]
        return found.kind != "each" and self.has_word(found.symbol.name)

    def shows(self, key: str, name: str) -> bool:
        """Whether the text of this name shows that value somewhere."""
        found = find_message(self.formatter.layers, key)
        return found is not None and any(p.name == name for p in placeholders(found.message))

    def word(self, key: str) -> Word:
        return Word(key)

    def show(self, value: Value) -> str:
        return self.formatter.show(value)

    # Players and pawns.

    def player(self, seat: int) -> Player:
        return Player(seat + 1)

    def players(self, mask: int) -> tuple[Value, ...]:
        """The seats whose bits are set."""
        return tuple(self.player(seat) for seat in range(self.program.seats) if mask >> seat & 1)

    @property
    def pawns_each(self) -> int:
        return self.program.tokens // self.program.seats if self.program.seats else 0

    def owner(self, token: int) -> int:
        """Whose pawn it is."""
        return token // max(1, self.pawns_each)

    def pawn(self, token: int) -> Value:
        """A player where each has one pawn; else the pawn with its number."""
        if self.pawns_each <= 1:
            return self.player(self.owner(token))
        return Phrase("pawn_of", {"who": self.player(self.owner(token)), "n": token % self.pawns_each + 1})

    # Squares.

    def square(self, number: int) -> Value:
        """A square by its number and name."""
        if not number:
            return Phrase("square_off", {})
        name = self.squares.name(number)
        if self.squares.words:
            word = Word(self.squares.words[number - 1])
            return f"{name} ({self.show(word)})" if self.squares.is_shared(name) else name or word
        return Phrase("square_named", {"n": number, "text": name}) if name else Phrase("square", {"n": number})

    def number(self, square: int) -> Value:
        """A square without its name, where it has a number."""
        return self.square(square) if self.squares.words or not square else Phrase("square", {"n": square})

    # Everything else.

    def value(self, type_: Type, value: int) -> Value:
        """A value of a type, as a text shows it."""
        if value == NONE and type_.may_be_none:
            return Word("none")
        match type_.kind:
            case Kind.PLAYER:
                return self.player(value)
            case Kind.TOKEN:
                return self.pawn(value)
            case Kind.SQUARE:
                return self.square(value)
            case Kind.CARD:
                return self.card(type_.name, value)
            case Kind.THROW:
                return self.throw(value)
            case Kind.BOOL:
                return bool(value)
            case _:
                return Word(type_.words[value]) if 0 <= value < len(type_.words) else value

    def throw(self, outcome: int) -> tuple[Value, ...]:
        """The faces, numbers from the greatest down, then words."""
        throws = self.program.throws
        faces = [f for f, n in zip(throws.faces, throws.outcomes[outcome], strict=True) for _ in range(n)]
        numbers = sorted((f for f in faces if isinstance(f, int)), reverse=True)
        return (*numbers, *(Word(f) for f in faces if isinstance(f, str)))

    def card(self, deck: str, kind: int) -> Value:
        """A card by its rank and suit, as far as they are told apart; a card of its own kind by its name."""
        known = self._decks.get(deck) or next(iter(self._decks.values()))
        name, rank, suit, _ = known.kinds[kind]
        if rank >= 0 and suit >= 0:
            return Phrase("card", {"rank": _word(known, "rank", rank), "suit": _word(known, "suit", suit)})
        if rank >= 0:
            return _word(known, "rank", rank)
        return _word(known, "suit", suit) if suit >= 0 else Word(name)

    def cards(self, cards: Sequence[Value]) -> tuple[Value, ...]:
        """Cards one by one; of many those that are alike together."""
        shown = [self.show(card) for card in cards]
        counts = {text: shown.count(text) for text in dict.fromkeys(shown)}
        if len(shown) <= _MOST_CARDS or len(counts) == len(shown):
            return tuple(cards)
        return tuple(f"{n} × {text}" if n > 1 else text for text, n in counts.items())

    def action(self, choice: ChoiceInfo, action: int) -> Value:
        """What somebody may choose: an option's word, a value, or the members of a set."""
        if choice.options:
            return Word(choice.options[action])
        if choice.values or choice.type.kind is Kind.SET:
            element = choice.type.element or choice.type
            return tuple(self.value(element, v) for k, v in enumerate(choice.values) if action >> k & 1)
        return self.value(choice.type, action)

    def zone(self, field: Field, owner: int) -> Value:
        """A zone, and whose it is."""
        word = Word(field.name)
        return word if owner < 0 else Phrase("zone_of", {"zone": word, "who": self.player(owner)})

    def account(self, slot: int) -> tuple[Word, int]:
        """The account a slot belongs to, and its owner (-1: the table, or whatever else it is kept for)."""
        field = self.names.field(slot)
        return Word(field.name if field else ""), self.names.owner(slot)


def names_of(seats: Sequence[Seat], layers: tuple[Texts, ...]) -> dict[int, str]:
    """What everybody is called, by seat from 1: the name that was given, or which player or bot it is."""
    nameless = Formatter(layers)
    usual = {n: "player" if seat.is_person else "bot" for n, seat in enumerate(seats, 1)}
    return {n: seat.name or nameless.format(usual[n], {"n": n}) for n, seat in enumerate(seats, 1)}


def _labels(setting: Setting) -> frozenset[str]:
    """The texts of options, which say what is asked and nothing else."""
    model, outcomes = setting.checked.model, setting.program.outcomes
    said = {*model.choices, *outcomes, *(said.text for said in model.spoken), *(text for _, text, _ in model.requires)}
    section = setting.checked.loaded.tree.get("texts")
    texts = [nfc(entry.key.text) for entry in section] if isinstance(section, Tree) else []
    return frozenset(text for text in texts if is_label(text, said))


def _word(deck: Deck, what: str, number: int) -> Word:
    words: Mapping[str, Type] = {"rank": deck.rank, "suit": deck.suit}
    return Word(words[what].words[number])
