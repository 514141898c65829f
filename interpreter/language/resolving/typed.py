"""The model: declarations with every name looked up and every expression typed; what the resolver makes, lowering reads."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.document.tree import Mapping, text_of
from parlour.interpreter.language.resolving.typed_steps import (
    Argument,
    Assigned,
    Block,
    Case,
    Cases,
    Effect,
    EffectCall,
    Ended,
    Faces,
    Name,
    Opinions,
    Shortage,
    Spoken,
    Step,
    Values,
    Way,
    Ways,
)
from parlour.interpreter.language.resolving.typed_values import (
    Apply,
    Bound,
    Conditional,
    Gather,
    Literal,
    Local,
    Members,
    Picked,
    Read,
    Role,
    Span,
    Symbol,
    Typed,
    Use,
)
from parlour.interpreter.source import Place
from parlour.interpreter.types import Type

__all__ = [
    "Account",
    "Apply",
    "Argument",
    "Arrival",
    "Assigned",
    "Block",
    "Board",
    "BoardEnd",
    "Bound",
    "Case",
    "Cases",
    "Conditional",
    "Deck",
    "Device",
    "Die",
    "Effect",
    "EffectCall",
    "Ended",
    "Faces",
    "Formula",
    "Gather",
    "Literal",
    "Local",
    "Members",
    "Model",
    "Name",
    "Opinions",
    "Option",
    "Phase",
    "Picked",
    "Read",
    "Role",
    "Said",
    "SetOf",
    "Shortage",
    "Span",
    "Spoken",
    "Square",
    "Step",
    "Symbol",
    "Typed",
    "Use",
    "Values",
    "Variable",
    "Way",
    "Ways",
    "Zone",
    "shortage_blocks",
]


class Formula(Struct, frozen=True, eq=False):
    symbol: Symbol
    parameters: tuple[Local, ...]
    needs: dict[str, Local]
    expression: Typed


class Option(Struct, frozen=True, eq=False):
    symbol: Symbol
    default: Typed
    low: Typed | None
    high: Typed | None
    help: str


class Variable(Struct, frozen=True, eq=False):
    """`first`, `last` bound a range key; a set key is `over`"""

    symbol: Symbol
    key: Typed | None
    starts: Typed | None
    low: Typed | None
    high: Typed | None
    lasts: str
    seen_by: str


class Account(Struct, frozen=True, eq=False):
    symbol: Symbol
    key: Typed | None
    starts: Typed | None
    may_owe: Typed | None
    short: Shortage | None
    seen_by: str


class SetOf(Struct, frozen=True, eq=False):
    """Its members as constants, or a whole range; a set of new words has neither"""

    symbol: Symbol
    members: tuple[Typed, ...]
    whole: Typed | None


class Device(Struct, frozen=True, eq=False):
    symbol: Symbol
    throw: Typed | None
    dice: tuple[Die, ...]
    alike: bool
    put_back: bool


class Die(Struct, frozen=True):
    """`sides`: face and weight (None: 1); `faces`: how many sides 1..n instead"""

    sides: tuple[tuple[int | str, Typed | None], ...]
    faces: Typed | None


class Deck(Struct, frozen=True, eq=False):
    """`kinds`: name, rank index, suit index (-1: not told apart) and how many copies of each one pack has"""

    name: str
    type: Type
    rank: Type
    suit: Type
    kinds: tuple[tuple[str, int, int, Typed | int], ...]
    copies: Typed | None
    values: tuple[Typed | int, ...]  # by kind
    fields: tuple[tuple[Symbol, tuple[Typed, ...]], ...]
    place: Place


class Zone(Struct, frozen=True, eq=False):
    symbol: Symbol
    deck: str
    key: Typed | None
    starts_full: bool
    order: str
    seen_by: str
    refill: Symbol | None
    room: Typed | None


class Arrival(Struct, frozen=True):
    """The names bound where a pawn arrives, one local each; the same in every square's statements"""

    me: Local
    here: Local
    going: Local
    forced: Local
    token: Local
    other: Local


class Square(Struct, frozen=True, eq=False):
    numbers: tuple[Typed, ...]
    set: Symbol | None
    name: str
    quote: str
    land: Block
    meet: Block | None
    fields: dict[str, Typed]
    place: Place


class BoardEnd(Struct, frozen=True, eq=False):
    """What happens past an end of the board: a word (of ENDS), statements, or one of these by a constant subject"""

    place: Place
    word: Typed | None = None
    body: Block | None = None
    subject: Typed | None = None
    cases: tuple[tuple[int, BoardEnd], ...] = ()

    def blocks(self) -> Iterator[Block]:
        yield self.body or ()
        for _, case in self.cases:
            yield from case.blocks()


class Board(Struct, frozen=True, eq=False):
    place: Place
    type: Type
    last: Typed | None  # None: a board of names
    roads: tuple[tuple[int, int], ...]
    starts: Typed | None
    tokens: Typed | None
    standing: Typed | None
    beyond: BoardEnd | None
    before: BoardEnd | None
    effects_when: Typed | None
    meet: Block
    arrival: Arrival


class Phase(Struct, frozen=True, eq=False):
    symbol: Symbol
    kind: str
    me: Local | None
    pick: Picked | None
    start: Typed | None
    body: Block
    until: Typed | None
    stuck: Block | None
    place: Place


class Said(Struct, frozen=True):
    """One use of a text with the types of its values; `kind`: say, outcome"""

    text: str
    values: tuple[tuple[str, Type], ...]
    kind: str
    place: Place


class Model(Struct, eq=False):
    """The whole ruleset, resolved; `features` are the verbs that some statement uses."""

    syntax: syntax.Ruleset
    low_seats: Typed
    high_seats: Typed
    options: list[Option] = field(default_factory=list)
    accounts: list[Account] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    sets: list[SetOf] = field(default_factory=list)
    devices: list[Device] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    board: Board | None = None
    squares: list[Square] = field(default_factory=list)
    square_fields: list[Symbol] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    phases: list[Phase] = field(default_factory=list)
    score: Typed | None = None
    scorer: Local | None = None
    measures: list[tuple[str, Typed]] = field(default_factory=list)
    requires: list[tuple[Typed, str, Place]] = field(default_factory=list)
    spoken: list[Said] = field(default_factory=list)
    choices: dict[str, Local | tuple[str, ...]] = field(default_factory=dict)
    used: set[Local | Symbol] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    features: set[str] = field(default_factory=set)

    def text(self, name: str) -> str:
        """The text of that name where it is one plain sentence, else nothing."""
        texts = self.syntax.tree.get("texts") if isinstance(self.syntax.tree, Mapping) else None
        found = texts.get(name) if isinstance(texts, Mapping) else None
        return text_of(found)

    def square_places(self) -> dict[int, Place]:
        """Where each square that has a key of its own is written, by its number."""
        numbers = ((n, square.place) for square in self.squares for n in square.numbers)
        return {n.value: place for n, place in numbers if isinstance(n, Literal)}

    @property
    def lands_off_board(self) -> bool:
        """Whether pawns land on square 0, which is off the board: where it has statements of its own."""
        sets = {declared.symbol: declared.members for declared in self.sets}
        own = (square for square in self.squares if square.land or square.meet)
        numbers = (n for square in own for n in (sets[square.set] if square.set else square.numbers))
        return any(isinstance(n, Literal) and n.value == 0 for n in numbers)

    def blocks(self) -> Iterator[Block]:
        """Every list of statements that is not inside another."""
        for phase in self.phases:
            yield phase.body
            yield phase.stuck or ()
        for effect in self.effects:
            yield effect.body
        for square in self.squares:
            yield square.land
            yield square.meet or ()
        if self.board:
            yield self.board.meet
            for end in (self.board.beyond, self.board.before):
                yield from end.blocks() if end else ()
        for account in self.accounts:
            yield from shortage_blocks(account.short)


def shortage_blocks(short: Shortage | None) -> Iterator[Block]:
    """The statement lists inside a shortage rule."""
    if short is None:
        return
    yield short.body or ()
    for _, case in short.cases:
        yield from shortage_blocks(case)
