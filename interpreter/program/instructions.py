"""The instructions of a program: a closed set, addressed by their index; each falls through to the next unless it says.

Everything an instruction reads or writes is in the state vector; `place` indexes `Program.places` (-1: of the engine).
A running game stops *before* a chance (Throw, Draw) or a choice (Choose, ChooseOne, ChooseSome): slot 0, the program
counter, then holds the address of that instruction, and the outcome or action given next completes it.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from parlour.interpreter.program.expressions import Expr


class Target(Struct, frozen=True):
    """A slot, or the first of a block: state[base], or state[base + index] with 0 <= index < size (else a fault)."""

    base: int
    index: Expr | None = None
    size: int = 1


class Short(StrEnum):
    """What a transfer does when the source holds less than the amount."""

    FAULT = "fault"
    PAYS_ALL = "pays_all"
    OWES = "owes"


class Note(StrEnum):
    """What a Tell instruction tells; the meaning of its arguments in order. Seats, tokens and squares count from 0."""

    PHASE = "phase"  # phase
    TURN = "turn"  # seat
    MISSED = "missed"  # seat, turns still to miss
    WAITED = "waited"  # seat: caught, cannot play
    MOVED = "moved"  # token, from square, to square
    LANDED = "landed"  # token, square: it stands there and the square's statements run
    MET = "met"  # token, other token, square
    MISSES = "misses"  # seat, number of turns
    CAUGHT = "caught"  # seat
    FREED = "freed"  # seat
    OUT = "out"  # seat
    DEALT = "dealt"  # card, from zone field, its owner (-1: table), to zone field, its owner
    PUT = "put"  # card, from zone field, its owner, to zone field, its owner, how many
    SHUFFLED = "shuffled"  # zone field, owner
    REFILLED = "refilled"  # zone field, owner
    GATHERED = "gathered"  # zone field, owner
    SAID = "said"  # the seat that hears it (-1: all), then the arguments of Program.texts[text]
    ASKING = "asking"  # the arguments of Program.texts[text], for the question of the choice that follows


class Set(Struct, frozen=True):
    """target := value; a fault unless low <= value <= high"""

    target: Target
    value: Expr
    low: int
    high: int
    place: int


class Clear(Struct, frozen=True):
    """state[base : base + len(values)] := values"""

    base: int
    values: tuple[int, ...]


class Sort(Struct, frozen=True):
    """Rows (state[b + k] for b in bases), k = 0..size-1, are put in ascending order: alike pawns become one state."""

    bases: tuple[int, ...]
    size: int


class Jump(Struct, frozen=True):
    to: int


class Branch(Struct, frozen=True):
    """Falls through when test is not 0, else goes to `otherwise`"""

    test: Expr
    otherwise: int


class Switch(Struct, frozen=True):
    """Goes to targets[value - low], or to `otherwise` when that is outside"""

    value: Expr
    low: int
    targets: tuple[int, ...]
    otherwise: int


class Call(Struct, frozen=True):
    """back := the next address; goes to `to`. Calls never recur, so each subroutine has one `back` slot."""

    to: int
    back: int


class Return(Struct, frozen=True):
    """Goes to the address in `back` and sets `back` to 0"""

    back: int


class Transfer(Struct, frozen=True):
    """Moves counters between accounts. `amount` None moves the whole balance, a debt too if the source may owe.

    A negative amount is a fault. Where the source holds less: FAULT; PAYS_ALL moves max(0, what it holds); OWES goes
    below zero. What moved and what is lacking are written to `paid` and `unpaid` (-1: nowhere).
    """

    source: Target
    to: Target
    amount: Expr | None
    short: Short
    paid: int
    unpaid: int
    place: int


class Throw(Struct, frozen=True):
    """Chance: throws the device with `number` dice; the outcome (an index of Program.throws.outcomes) goes to `into`.

    `number` 0 gives outcome 0, the empty throw, without a chance. Outside 0..most is a fault.
    """

    device: int
    number: Expr
    most: int
    into: int
    place: int


class Draw(Struct, frozen=True):
    """Chance: one of the kinds k with weight state[base + k] (>= 0); it is taken out (that slot falls by 1) and goes to
    `into`. Nothing to draw is a fault. The block of the zone begins at base + index (the index is already a multiple).
    """

    zone: Target
    kinds: int
    into: int
    place: int


class Option(Struct, frozen=True):
    """One way out of a Choose: `test` 0 makes it illegal; chosen, the game goes on at `to`."""

    test: Expr
    to: int


class Choose(Struct, frozen=True):
    """Choice of seat `by` among options; the action is the option's number (from 0).

    With one legal option it is taken without asking; with none the game goes on at `otherwise` (-1: a fault).
    `policies`: a name and one expression an option; the highest legal one is taken, the first on a tie.
    """

    choice: int
    by: Expr
    options: tuple[Option, ...]
    otherwise: int
    policies: tuple[tuple[str, tuple[Expr, ...]], ...]
    place: int


class ChooseOne(Struct, frozen=True):
    """Choice of one value: Temporary(0) counts from start to stop-1; where `where` holds, `value` is a legal action.

    The action (a value) goes to `into`. Equal values are one action. `policies`: one expression each, with the same
    Temporary(0); otherwise as Choose.
    """

    choice: int
    by: Expr
    start: Expr
    stop: Expr
    where: Expr
    value: Expr
    into: int
    otherwise: int
    policies: tuple[tuple[str, Expr], ...]
    place: int


class ChooseSome(Struct, frozen=True):
    """Choice of a set, not empty: a mask with bit k for the k-th value; Temporary(0) is k in 0..size-1 where `where` holds.

    A mask is legal when `when` holds with the mask in `into` (chosen, it stays there). size is at most 16.
    """

    choice: int
    by: Expr
    size: int
    where: Expr
    when: Expr
    into: int
    otherwise: int
    policies: tuple[tuple[str, Expr], ...]
    place: int


class Push(Struct, frozen=True):
    """A card onto a pile: state[base] is its length, the cards follow from the bottom; a full pile is a fault."""

    pile: Target
    capacity: int
    card: Expr
    on_top: bool
    place: int


class Pop(Struct, frozen=True):
    """The top card (or the bottom one) of a pile goes to `into`; an empty pile is a fault."""

    pile: Target
    capacity: int
    from_top: bool
    into: int
    place: int


class Remove(Struct, frozen=True):
    """The topmost card of that kind leaves the pile; a fault when it is not there."""

    pile: Target
    capacity: int
    card: Expr
    place: int


class Enqueue(Struct, frozen=True):
    """The token goes to the end of the queue of arrivals (state[base : base+size], token + 1 each, 0 empty)."""

    token: Expr
    base: int
    size: int


class Dequeue(Struct, frozen=True):
    """The first token of the queue goes to `into`; goes to `empty` when there is none."""

    into: int
    base: int
    size: int
    empty: int


class CountTurn(Struct, frozen=True):
    """A turn of the seat begins (also one that is missed): counted outside the state, limited by Program.limits."""

    seat: Expr
    place: int


class Tell(Struct, frozen=True):
    """Says what happened, for those who watch; changes nothing. `text` indexes Program.texts (SAID, ASKING; else -1)."""

    note: Note
    text: int
    arguments: tuple[Expr, ...]
    place: int


class End(Struct, frozen=True):
    """The game is over: outcome (index of Program.outcomes, from 1), winners as a mask of seats; `text` as in Tell."""

    outcome: int
    winners: Expr
    text: int
    arguments: tuple[Expr, ...]
    place: int


class Fail(Struct, frozen=True):
    """A fault that the rules ask for: index of Program.messages."""

    message: int
    place: int


Instruction = (
    Set
    | Clear
    | Sort
    | Jump
    | Branch
    | Switch
    | Call
    | Return
    | Transfer
    | Throw
    | Draw
    | Choose
    | ChooseOne
    | ChooseSome
    | Push
    | Pop
    | Remove
    | Enqueue
    | Dequeue
    | CountTurn
    | Tell
    | End
    | Fail
)

Chance = Throw | Draw
Choice = Choose | ChooseOne | ChooseSome
