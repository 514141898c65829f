"""A program: instructions and everything they index, free of Python objects other than numbers, strings and places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from parlour.interpreter.program.expressions import Expr
from parlour.interpreter.program.instructions import Instruction
from parlour.interpreter.source import Place
from parlour.interpreter.types import Type

COUNTER, OUTCOME, WINNERS, TURN, PHASE = range(5)  # slots that every state has


class Role(StrEnum):
    """What a field of the state is, which tells how it is shown, saved and sliced."""

    CONTROL = "control"  # the slots above, return slots, the queue, turns to come
    LOCAL = "local"
    VARIABLE = "variable"
    ACCOUNT = "account"
    PAWN = "pawn"  # at, from, caught, missing, out …
    BAG = "bag"  # a zone as counts of kinds: size = keys * kinds
    PILE = "pile"  # a zone as length + cards: size = keys * (1 + capacity)


class Field(Struct, frozen=True):
    """A named stretch of the state. Keyed by player, token, square …: `keys` blocks of `width` slots, key-major."""

    name: str
    role: Role
    base: int
    type: Type
    low: int
    high: int
    key: Type | None = None  # None: of the table
    first: int = 0  # the value of the first key (squares and ranges need not begin at 0)
    keys: int = 1
    width: int = 1
    shuffled: bool = False  # a bag drawn from by chance
    seen_by: str = "all"  # all, owner, nobody
    place: int = -1

    @property
    def size(self) -> int:
        return self.keys * self.width

    def slot(self, key: int = 0, offset: int = 0) -> int:
        """The slot of a key (its value, not its rank) and an offset within its block."""
        return self.base + (key - self.first) * self.width + offset


class Layout(Struct, frozen=True):
    """The fields of the state in order; `size` slots; `initial` is the state before the first instruction."""

    fields: tuple[Field, ...]
    size: int
    initial: tuple[int, ...]

    def named(self, name: str) -> Field | None:
        return next((f for f in self.fields if f.name == name), None)


class Throws(Struct, frozen=True):
    """Every throw that the devices of the program can show, as multisets: outcome 0 is the empty throw.

    `faces`: numbers or words. `outcomes[i][f]`: how often face f shows in outcome i.
    `after[i * len(faces) + f]`: the outcome that is i and one more face f (-1: no device throws that).
    """

    faces: tuple[int | str, ...]
    outcomes: tuple[tuple[int, ...], ...]
    after: tuple[int, ...]


class Device(Struct, frozen=True):
    """`dice[j][s]`: the face that side s of die j shows (a weighted side stands as often as its weight).

    Alike dice are one row, thrown `number` times; unlike dice are one row each and are always thrown together.
    """

    name: str
    dice: tuple[tuple[int, ...], ...]
    alike: bool


class Table(Struct, frozen=True):
    """Constants by index: a card's rank, a throw's total …"""

    name: str
    values: tuple[int, ...]


class TextInfo(Struct, frozen=True):
    """A text that the program says, with the names and types of its arguments.

    `members`: of each argument that is a set that was chosen what each bit stands for; where there is none, nothing.
    """

    name: str
    arguments: tuple[tuple[str, Type], ...]
    members: tuple[tuple[int, ...], ...] = ()

    def given(self, values: Iterable[int]) -> Iterator[tuple[str, Type, int | tuple[int, ...]]]:
        """Each argument's name, type and value; of a set the type and the values of its members."""
        for number, ((name, type_), value) in enumerate(zip(self.arguments, values, strict=True)):
            if type_.element is None:
                yield name, type_, value
            else:
                known = self.members[number] if self.members else ()
                bits = [bit for bit in range(value.bit_length()) if value >> bit & 1]
                yield name, type_.element, tuple(known[bit] if known else bit for bit in bits)


class ChoiceInfo(Struct, frozen=True):
    """A choice: its id; the options' names, or the type (and, for sets, the values) of what is picked, and its name."""

    name: str
    options: tuple[str, ...]
    type: Type
    values: tuple[int, ...]  # ChooseSome: the value of bit k
    pick: str = ""


class PhaseInfo(Struct, frozen=True):
    """Where a phase begins, and where a turn of the seat in slot TURN begins (-1: no turns)."""

    name: str
    entry: int
    turn_entry: int


class Deck(Struct, frozen=True):
    """The kinds of a deck: their names as scenarios spell them, how many copies there are, the zone that is home."""

    name: str
    kinds: tuple[str, ...]
    copies: tuple[int, ...]
    home: str


class Limits(Struct, frozen=True):
    """The machine's guards, outside the state: passing `turns`, `chances` or `choices` ends the game with `outcome`, without
    winners; more than `steps` instructions without a chance or choice are a fault."""

    turns: int = 20_000
    chances: int = 1_000_000
    choices: int = 1_000_000
    outcome: int = 0
    steps: int = 1_000_000


class Program(Struct, frozen=True):
    """A game ready to run. `scores[seat]` and `measures` are read when the game has ended."""

    id: str
    seats: int
    tokens: int  # pawns of all seats together; 0 without a board
    squares: int  # the last square; 0 without a board
    instructions: tuple[Instruction, ...]
    layout: Layout
    tables: tuple[Table, ...]
    throws: Throws
    devices: tuple[Device, ...]
    decks: tuple[Deck, ...]
    phases: tuple[PhaseInfo, ...]
    choices: tuple[ChoiceInfo, ...]
    outcomes: tuple[str, ...]  # [0] is '' (the game goes on)
    texts: tuple[TextInfo, ...]
    messages: tuple[str, ...]
    scores: tuple[Expr, ...]
    aim: str
    measures: tuple[tuple[str, Expr], ...]
    limits: Limits
    places: tuple[Place, ...]
    options: tuple[tuple[str, int | bool | str], ...] = ()
    conserved: tuple[tuple[int, ...], ...] = ()  # groups of slots whose sum never changes
