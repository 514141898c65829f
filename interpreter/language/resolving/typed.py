"""Rules with every name looked up and every expression typed: what the resolver makes and lowering reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.document.tree import Mapping, Scalar
from parlour.interpreter.language.signatures import Function, Statement
from parlour.interpreter.source import Place
from parlour.interpreter.types import Type


class Role(StrEnum):
    """What a declared name stands for."""

    OPTION = "option"
    VARIABLE = "variable"
    ACCOUNT = "account"
    ZONE = "zone"
    SET = "set"
    FIELD = "field"  # of squares and of cards
    DEVICE = "device"
    FORMULA = "formula"
    PHASE = "phase"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declared name. `key`: the type that it is a table over (None: one for the table); `type`: of one value."""

    name: str
    role: Role
    type: Type
    key: Type | None
    place: Place


@dataclass(frozen=True, eq=False, slots=True)
class Local:
    """A name bound in a list of statements, in a pick, by a parameter or by the engine (`me`); one object a binding."""

    name: str
    type: Type
    place: Place


# --- expressions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, a truth, a word or `none`, as its integer"""

    value: int
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Read:
    """The value of an option, a variable, an account or a field; `key` where it has one"""

    symbol: Symbol
    key: Typed | None
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Bound:
    """The value of a local name"""

    local: Local
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Apply:
    """A function, operator, attribute or name of the language with its arguments"""

    function: Function
    arguments: tuple[Typed, ...]
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Use:
    """A formula of the ruleset with its arguments; `needs` are the names that it takes from where it is used"""

    formula: Symbol
    arguments: tuple[Typed, ...]
    needs: tuple[tuple[Local, Bound], ...]
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Conditional:
    test: Typed
    then: Typed
    otherwise: Typed
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Gather:
    """A fold over a pick; without a value it counts, asks whether there is any, or takes the first"""

    operator: str
    value: Typed | None
    pick: Picked
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Span:
    """The set low..high"""

    low: Typed
    high: Typed
    type: Type
    place: Place


@dataclass(frozen=True, slots=True)
class Members:
    """A declared set, or a zone's cards (with `key` where the zone has an owner)"""

    symbol: Symbol
    key: Typed | None
    type: Type
    place: Place


Typed = Literal | Read | Bound | Apply | Use | Conditional | Gather | Span | Members


@dataclass(frozen=True, slots=True)
class Picked:
    """`local` goes through `set`; `test` is asked of each"""

    local: Local
    set: Typed
    test: Typed | None
    place: Place


# --- statements -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A statement with typed arguments; `binds` is the local that its `as:` made"""

    statement: Statement
    arguments: dict[str, Argument]
    guard: Typed | None
    place: Place


@dataclass(frozen=True, slots=True)
class EffectCall:
    """`needs`: for each name that the effect takes from where it is called, its local there and here"""

    effect: Effect
    arguments: tuple[Typed, ...]
    needs: tuple[tuple[Local, Bound], ...]
    guard: Typed | None
    place: Place


Block = tuple[Step | EffectCall, ...]


@dataclass(frozen=True, slots=True)
class Assigned:
    """What is written (a Read of a variable) or bound (a Bound), and the value"""

    pairs: tuple[tuple[Read | Bound, Typed], ...]


@dataclass(frozen=True, slots=True)
class Values:
    """A pattern of a case: the values low..high of the subject"""

    low: Typed
    high: Typed
    place: Place


@dataclass(frozen=True, slots=True)
class Faces:
    """A pattern of a case over throws: exactly these faces (numbers or words), in any order"""

    faces: tuple[int | str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Case:
    """No patterns: otherwise"""

    patterns: tuple[Values | Faces, ...]
    body: Block
    place: Place


@dataclass(frozen=True, slots=True)
class Cases:
    cases: tuple[Case, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Way:
    name: str
    only_if: Typed | None
    body: Block
    place: Place


@dataclass(frozen=True, slots=True)
class Ways:
    """The options of a choice, and what each policy thinks of each: `policies[name][option]`"""

    ways: tuple[Way, ...]
    policies: tuple[tuple[str, tuple[Typed, ...]], ...]


@dataclass(frozen=True, slots=True)
class Opinions:
    """What each policy thinks of a value that can be picked"""

    policies: tuple[tuple[str, Typed], ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    text: str
    arguments: tuple[tuple[str, Typed], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Shortage:
    """As in the syntax; `payer` and `unpaid` are bound in the body"""

    place: Place
    word: Typed | None = None
    cover: Read | None = None
    body: Block | None = None
    payer: Local | None = None
    unpaid: Local | None = None
    subject: Typed | None = None
    cases: tuple[tuple[int, Shortage], ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    what: str  # turn, phase, game
    place: Place
    outcome: str = ""
    winners: Picked | Typed | None = None
    says: tuple[tuple[str, Typed], ...] = ()


@dataclass(frozen=True, slots=True)
class Name:
    """A word given as an argument: a phase, a choice's id, `top`"""

    text: str
    place: Place


Argument = (
    Typed | Picked | Local | Block | Assigned | Cases | Ways | Opinions | Spoken | Shortage | Ended | Name | Symbol
)

# --- declarations -----------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Effect:
    """`needs`: the locals (`me`, `here` …) that its body takes from where it is called, by name"""

    name: str
    place: Place
    parameters: tuple[Local, ...]
    needs: dict[str, Local]
    body: Block


@dataclass(frozen=True, eq=False, slots=True)
class Formula:
    symbol: Symbol
    parameters: tuple[Local, ...]
    needs: dict[str, Local]
    expression: Typed


@dataclass(frozen=True, eq=False, slots=True)
class Option:
    symbol: Symbol
    default: Typed
    low: Typed | None
    high: Typed | None
    help: str


@dataclass(frozen=True, eq=False, slots=True)
class Variable:
    """`first`, `last` bound a range key; a set key is `over`"""

    symbol: Symbol
    key: Typed | None
    starts: Typed | None
    low: Typed | None
    high: Typed | None
    lasts: str
    seen_by: str


@dataclass(frozen=True, eq=False, slots=True)
class Account:
    symbol: Symbol
    key: Typed | None
    starts: Typed | None
    may_owe: Typed | None
    short: Shortage | None
    seen_by: str


@dataclass(frozen=True, eq=False, slots=True)
class SetOf:
    """Its members as constants, or a whole range; a set of new words has neither"""

    symbol: Symbol
    members: tuple[Typed, ...]
    whole: Typed | None


@dataclass(frozen=True, eq=False, slots=True)
class Device:
    symbol: Symbol
    throw: Typed | None
    dice: tuple[Die, ...]
    alike: bool
    put_back: bool


@dataclass(frozen=True, slots=True)
class Die:
    """`sides`: face and weight (None: 1); `faces`: how many sides 1..n instead"""

    sides: tuple[tuple[int | str, Typed | None], ...]
    faces: Typed | None


@dataclass(frozen=True, eq=False, slots=True)
class Deck:
    """`kinds`: name, rank index, suit index (-1: not told apart) and how many copies of each one pack has"""

    name: str
    type: Type
    rank: Type
    suit: Type
    kinds: tuple[tuple[str, int, int, Typed | int], ...]
    copies: Typed | None
    values: tuple[Typed | int, ...]  # by kind
    fields: tuple[tuple[Symbol, tuple[Typed, ...]], ...]
    bodies: tuple[Block, ...]  # by kind, for event cards
    place: Place


@dataclass(frozen=True, eq=False, slots=True)
class Zone:
    symbol: Symbol
    deck: str
    key: Typed | None
    starts_full: bool
    order: str
    seen_by: str
    refill: Symbol | None
    room: Typed | None


@dataclass(frozen=True, slots=True)
class Arrival:
    """The names bound where a pawn arrives, one local each; the same in every square's statements"""

    me: Local
    here: Local
    going: Local
    forced: Local
    token: Local
    other: Local


@dataclass(frozen=True, eq=False, slots=True)
class Square:
    numbers: tuple[Typed, ...]
    set: Symbol | None
    name: str
    quote: str
    land: Block
    meet: Block | None
    fields: dict[str, Typed]
    place: Place


@dataclass(frozen=True, eq=False, slots=True)
class Board:
    place: Place
    type: Type
    last: Typed | None  # None: a board of names
    roads: tuple[tuple[int, int], ...]
    starts: Typed | None
    tokens: Typed | None
    standing: Typed | None
    beyond: tuple[str, Block] | None
    before: tuple[str, Block] | None
    effects_when: Typed | None
    meet: Block
    arrival: Arrival


@dataclass(frozen=True, eq=False, slots=True)
class Phase:
    symbol: Symbol
    kind: str
    me: Local | None
    pick: Picked | None
    start: Typed | None
    body: Block
    until: Typed | None
    stuck: Block | None
    place: Place


@dataclass(frozen=True, slots=True)
class Said:
    """One use of a text with the types of its values; `kind`: say, outcome"""

    text: str
    values: tuple[tuple[str, Type], ...]
    kind: str
    place: Place


@dataclass(eq=False, slots=True)
class Model:
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
        return found.text if isinstance(found, Scalar) else ""

    def blocks(self) -> Iterator[Block]:
        """Every list of statements that is not inside another."""
        for phase in self.phases:
            yield phase.body
            yield phase.stuck or ()
        for effect in self.effects:
            yield effect.body
        for deck in self.decks:
            yield from deck.bodies
        for square in self.squares:
            yield square.land
            yield square.meet or ()
        if self.board:
            yield self.board.meet
            yield from (end[1] for end in (self.board.beyond, self.board.before) if end)
        for account in self.accounts:
            yield from shortage_blocks(account.short)


def shortage_blocks(short: Shortage | None) -> Iterator[Block]:
    """The statement lists inside a shortage rule."""
    if short is None:
        return
    yield short.body or ()
    for _, case in short.cases:
        yield from shortage_blocks(case)
