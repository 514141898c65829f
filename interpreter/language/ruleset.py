"""A ruleset as it was written: one record a section, expressions parsed, no name looked up yet."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.language.document.tree import Tree
from parlour.interpreter.language.grammar.nodes import Node, Pattern, Pick
from parlour.interpreter.language.signatures import Statement
from parlour.interpreter.source import Place


class Ident(Struct, frozen=True):
    """A name where it is written."""

    text: str
    place: Place


# --- statements -------------------------------------------------------------------------------------------------------


class Step(Struct, frozen=True):
    """One statement: a verb of the language with its arguments by name."""

    statement: Statement
    arguments: dict[str, Argument]
    guard: Node | None
    place: Place


class EffectCall(Struct, frozen=True):
    """One of the game's own effects used as a verb."""

    name: Ident
    positional: tuple[Node, ...]
    named: tuple[tuple[Ident, Node], ...]
    guard: Node | None
    place: Place


Block = tuple[Step | EffectCall, ...]


class Assigned(Struct, frozen=True):
    """`{TARGET: EXPR}` or `{NAME: EXPR}`"""

    pairs: tuple[tuple[Node, Node], ...]


class Case(Struct, frozen=True):
    patterns: tuple[Pattern, ...]  # empty: otherwise
    body: Block
    place: Place


class Cases(Struct, frozen=True):
    cases: tuple[Case, ...]
    place: Place


class OptionWay(Struct, frozen=True):
    name: Ident
    only_if: Node | None
    body: Block


class Ways(Struct, frozen=True):
    ways: tuple[OptionWay, ...]


class Spoken(Struct, frozen=True):
    text: Ident
    arguments: tuple[tuple[Ident, Node], ...]


class Passed(Struct, frozen=True):
    """What a text is given that is named elsewhere in the statement."""

    arguments: tuple[tuple[Ident, Node], ...]


class Shortage(Struct, frozen=True):
    """How an account or a transfer goes short: exactly one of these is given."""

    place: Place
    word: Node | None = None  # an expression whose words are pays_all and owes
    cover: Node | None = None
    body: Block | None = None
    subject: Node | None = None  # match: subject, cases
    cases: tuple[tuple[Ident, Shortage], ...] = ()


class Ended(Struct, frozen=True):
    what: str  # turn, phase, game
    place: Place
    outcome: Ident | None = None
    winners: Pick | Node | None = None
    says: tuple[tuple[Ident, Node], ...] = ()


Argument = Node | Pick | Ident | Block | Assigned | Cases | Ways | Spoken | Passed | Shortage | Ended

# --- declarations -----------------------------------------------------------------------------------------------------


class Span(Struct, frozen=True):
    """`low..high` of constant expressions."""

    low: Node
    high: Node
    place: Place


class Option(Struct, frozen=True):
    name: Ident
    default: Node
    choices: tuple[Ident, ...]
    range: Span | None
    help: str


class Account(Struct, frozen=True):
    name: Ident
    of: Node | None
    starts: Node | None
    may_owe: Node | None
    short: Shortage | None
    seen_by: str


class Variable(Struct, frozen=True):
    name: Ident
    of: Node | None
    type: Ident | None
    starts: Node | None
    range: Span | None
    lasts: str  # game, turn, phase
    seen_by: str


class SetOf(Struct, frozen=True):
    name: Ident
    items: tuple[Node, ...]
    whole: Node | None  # a range or another set instead of a list


class Side(Struct, frozen=True):
    face: Ident
    number: int | None  # None: a word
    weight: Node | None


class Die(Struct, frozen=True):
    sides: tuple[Side, ...]
    faces: Node | None  # `faces: 6` instead of a list


class Device(Struct, frozen=True):
    name: Ident
    throw: Node | None
    dice: tuple[Die, ...]
    alike: bool
    put_back: bool


class Special(Struct, frozen=True):
    """A kind of card with its own copies, fields and statements (event cards), or changes to a standard card."""

    name: Ident
    copies: Node | None
    fields: tuple[tuple[Ident, Node], ...]
    body: Block


class DeckOf(Struct, frozen=True):
    name: Ident
    standard: int  # 32, 40, 48, 52; 0: its own
    copies: Node | None
    tell_apart: str  # rank, suit, card
    ranks: tuple[Ident, ...]
    suits: tuple[Ident, ...]
    value: tuple[tuple[Ident, Node], ...]  # by rank; `otherwise` last
    without: tuple[Ident, ...]
    cards: tuple[Special, ...]
    each: Node | None


class Zone(Struct, frozen=True):
    name: Ident
    of: Node | None
    starts: Ident | None
    order: str  # none, kept, shuffled
    seen_by: str
    refill: Ident | None
    holds: Ident | None
    room: Node | None  # capacity of a kept pile


class Beyond(Struct, frozen=True):
    """What happens past an end of the board: a word (bounce, stay, wrap, stop), statements, or a match of these."""

    place: Place
    word: Node | None = None
    body: Block = ()
    subject: Node | None = None
    cases: tuple[tuple[Ident, Beyond], ...] = ()


class Board(Struct, frozen=True):
    place: Place
    squares: Node | None
    names: tuple[Ident, ...]
    roads: tuple[tuple[Ident, Ident], ...]
    starts: Node | None
    tokens: Node | None
    standing: Node | None  # `place:`
    beyond: Beyond | None
    before: Beyond | None
    effects_when: Node | None
    meet: Block
    picture: Tree | None


class Square(Struct, frozen=True):
    """Statements of one square or set of squares; `meet` None means the board's."""

    key: Ident
    numbers: tuple[int, ...]  # the squares that the key spells; empty: `set` names them
    set: str
    name: str
    quote: str
    land: Block
    meet: Block | None
    fields: tuple[tuple[Ident, Node], ...]


class Effect(Struct, frozen=True):
    name: Ident
    parameters: tuple[tuple[Ident, Ident | None], ...]
    body: Block


class Formula(Struct, frozen=True):
    name: Ident
    parameters: tuple[tuple[Ident, Ident | None], ...]
    expression: Node


class Phase(Struct, frozen=True):
    name: Ident
    kind: str  # do, each, turns
    players: Pick | Node | None
    start: Node | None
    body: Block
    until: Node | None
    stuck: Block | None


class Requirement(Struct, frozen=True):
    that: Node
    text: str
    place: Place


class Policy(Struct, frozen=True):
    """What a policy thinks of each option of each choice (`each` None), or of each value that can be picked."""

    name: Ident
    choices: tuple[tuple[Ident, tuple[tuple[Ident, Node], ...], Node | None], ...]


class LimitOf(Struct, frozen=True):
    turns: int | None
    chances: int | None
    choices: int | None
    outcome: Ident | None


class Ruleset(Struct, frozen=True):
    """All sections. `texts`, `words` and `scenarios` stay located trees: their own readers know them."""

    id: Ident
    title: str
    language: str
    abstract: bool
    players: Span
    limit: LimitOf
    requires: tuple[Requirement, ...]
    options: tuple[Option, ...]
    accounts: tuple[Account, ...]
    variables: tuple[Variable, ...]
    sets: tuple[SetOf, ...]
    devices: tuple[Device, ...]
    board: Board | None
    squares: tuple[Square, ...]
    decks: tuple[DeckOf, ...]
    zones: tuple[Zone, ...]
    effects: tuple[Effect, ...]
    formulas: tuple[Formula, ...]
    phases: tuple[Phase, ...]
    score: Node | None
    aim: str
    measures: tuple[tuple[Ident, Node], ...]
    policies: tuple[Policy, ...]
    tree: Tree
