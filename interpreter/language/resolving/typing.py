"""Which type fits where: signatures against types, and the few conversions (square and number, pawn and its owner)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed
from parlour.interpreter.language.signatures import Function
from parlour.interpreter.types import (
    BOOL,
    FAULTY,
    INT,
    NOTHING,
    PLAYER,
    THROW,
    TOKEN,
    Kind,
    Type,
    described,
    set_of,
    told_apart,
)

ANY = "T"


def same(a: Type, b: Type) -> bool:
    """Equal types; FAULTY equals everything, decks and enumerations are told apart by name.

    Ranks and suits of several decks are the same where they are spelled the same, in the same order.
    """
    if Kind.FAULTY in (a.kind, b.kind):
        return True
    spelled_alike = a.kind in (Kind.RANK, Kind.SUIT) and a.words == b.words
    return a.kind is b.kind and (a.name == b.name or spelled_alike)


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value of the found type can stand where the wanted one is, without a conversion."""
    if found.kind is Kind.NOTHING and wanted.may_be_none:
        return True
    numbers = {Kind.INT, Kind.SQUARE}
    if found.kind in numbers and wanted.kind in numbers and not found.words and not wanted.words:
        return True
    if found.kind is Kind.SET and wanted.kind is Kind.SET and found.element and wanted.element:
        return fits(found.element, wanted.element)
    return same(found, wanted)


class Binding(Struct):
    """What T stands for in one use of a signature."""

    type: Type | None = None


_CONVERSIONS = {
    (Kind.THROW, Kind.INT): "add .total for the sum of its dice, .die(1) for one of them",
    (Kind.THROW, Kind.WORD): "t.has(heads) asks whether the throw t shows a word",
    (Kind.CARD, Kind.INT): "add .value for what the card is worth",
    (Kind.INT, Kind.CARD): "of a card, .value is a number: compare that",
    (Kind.INT, Kind.RANK): "of a card, .value is a number: compare that",
    (Kind.RANK, Kind.INT): "a rank is a word; of a card, .value is a number",
    (Kind.SET, Kind.INT): "add .size for how many there are",
    (Kind.PLAYER, Kind.INT): "add .seat_number for the number of the seat",
    (Kind.SQUARE, Kind.INT): "add .number; back again: first(s in squares where s.number == n)",
    (Kind.INT, Kind.BOOL): "compare it: … > 0",
    (Kind.INT, Kind.PLAYER): "seat(1) is the player of the first seat",
    (Kind.CARD, Kind.RANK): "add .rank",
    (Kind.CARD, Kind.SUIT): "add .suit",
}


class Typing(Struct):
    """The types of one ruleset: what its signatures mean here."""

    report: Report
    owner: Function  # the attribute that turns a token into its player
    pawn: Function  # the attribute that turns a player into the only token
    square: Type = field(default_factory=lambda: Type(Kind.SQUARE))
    face: Type = field(default_factory=lambda: Type(Kind.WORD, "face"))
    cards: dict[str, Type] = field(default_factory=dict)
    single_pawns: bool = True

    def decks(self) -> list[Type]:
        return list(self.cards.values())

    def named(self, spec: str) -> Type | None:
        """The type that a word of a signature means; None for T, and where any deck will do."""
        simple = {
            "int": INT,
            "bool": BOOL,
            "player": PLAYER,
            "me": PLAYER,
            "token": TOKEN,
            "throw": THROW,
            "none": NOTHING,
        }
        if spec.startswith("set of "):
            element = self.named(spec.removeprefix("set of "))
            return set_of(element) if element else None
        return {**simple, "square": self.square, "face": self.face}.get(spec)

    def accepts(self, spec: str, found: Type, binding: Binding | None = None) -> bool:
        """Whether a value of the found type (perhaps converted) can be an argument written `spec`."""
        if found.kind is Kind.FAULTY:
            return True
        if spec == ANY:
            return found.kind is not Kind.SET and self._binds(found, binding)
        if spec == f"set of {ANY}":
            return found.kind is Kind.SET and self._binds(found.element or FAULTY, binding)
        if spec == "face":
            return fits(found, INT) or self.shows(found)
        wanted = self.named(spec)
        if wanted is None:  # card, rank, suit: of whichever deck
            kind = Kind(spec.removeprefix("set of "))
            actual = found.element if spec.startswith("set of ") else found
            if actual is None or actual.kind is not kind or (found.kind is Kind.SET) != spec.startswith("set of "):
                return False
            return binding is None or self._binds(actual, binding)
        return self.converts(found, wanted)

    def shows(self, found: Type) -> bool:
        """Whether some face of a device is a word of this type; faces are told apart by how they are spelled."""
        return found.kind is not Kind.SET and not set(found.words).isdisjoint(self.face.words)

    def _binds(self, found: Type, binding: Binding | None) -> bool:
        if binding is None:
            return True
        if binding.type is None or binding.type.kind is Kind.NOTHING:
            fine = binding.type is None or fits(binding.type, found)
            binding.type = found
            return fine
        return self.converts(found, binding.type) or self.converts(binding.type, found)

    def converts(self, found: Type, wanted: Type) -> bool:
        pawn = found.kind is Kind.PLAYER and wanted.kind is Kind.TOKEN and self.single_pawns
        owner = found.kind is Kind.TOKEN and wanted.kind is Kind.PLAYER
        return fits(found, wanted) or pawn or owner

    def fit(self, spec: str, value: Typed, binding: Binding) -> Typed:
        """The argument as the signature wants it."""
        if spec == ANY and binding.type and self.converts(value.type, binding.type):
            return self.convert(value, binding.type)
        wanted = self.named(spec) if spec != "face" else None
        return self.convert(value, wanted) if wanted else value

    def given(self, spec: str, binding: Binding) -> Type:
        """The type that a signature gives, T as bound."""
        bound = binding.type or FAULTY
        if spec == ANY:
            return bound
        if spec == f"set of {ANY}":
            return set_of(bound)
        if spec in ("rank of T", "suit of T"):
            kind = Kind(spec.removesuffix(" of T"))
            return self.cards.get(f"{kind.value} of {bound.name}", Type(kind, bound.name))
        return self.named(spec) or FAULTY

    def convert(self, value: Typed, wanted: Type) -> Typed:
        """A value of a type that converts, as the wanted type."""
        kinds = (value.type.kind, wanted.kind)
        if kinds == (Kind.TOKEN, Kind.PLAYER):
            return typed.Apply(self.owner, (value,), PLAYER, value.place)
        if kinds == (Kind.PLAYER, Kind.TOKEN):
            return typed.Apply(self.pawn, (value,), TOKEN, value.place)
        return value

    def coerce(self, value: Typed, wanted: Type) -> Typed:
        """The value as the wanted type, or a reported fault and a FAULTY value."""
        if Kind.FAULTY in (value.type.kind, wanted.kind):
            return value
        if self.converts(value.type, wanted):
            return self.convert(value, wanted)
        hint = _CONVERSIONS.get((value.type.kind, wanted.kind), "")
        needed, given = told_apart(wanted, value.type)
        self.report.error("P405", f"{needed} is needed here, not {given}", value.place, hint)
        return typed.Literal(0, FAULTY, value.place)

    def conversion(self, specs: tuple[str, ...], found: Sequence[Type]) -> str:
        """What would make the first argument fit that does not; empty where nothing is known to."""
        for spec, type_ in zip(specs, found, strict=False):
            wanted = self.named(spec)
            if wanted is not None and not self.accepts(spec, type_):
                return _CONVERSIONS.get((type_.kind, wanted.kind), "")
        kinds = [type_.kind for type_ in found]
        pairs = [(a, b) for a, b in zip(kinds, kinds[::-1], strict=True) if a is not b]
        return next((_CONVERSIONS[pair] for pair in pairs if pair in _CONVERSIONS), "") if len(kinds) == 2 else ""

    def single(self, value: Typed) -> Typed:
        """The value, or a reported fault and a FAULTY value where it is a set: sets are gone through, never kept."""
        if value.type.kind is not Kind.SET:
            return value
        hint = "write the set where it is needed: after 'in', or before .size"
        self.report.error("P405", f"one value is needed here, not {described(value.type)}", value.place, hint)
        return typed.Literal(0, FAULTY, value.place)

    def common(self, a: Typed, b: Typed) -> Type | None:
        """The one type of two alternatives, if there is one."""
        if fits(a.type, b.type):
            return b.type
        if fits(b.type, a.type):
            return a.type
        return None
