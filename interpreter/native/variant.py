"""What is asked of machine code, and the shape of what it gives: all that one needs to run code that was kept."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.program.arithmetic import Interval
from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome, Draw, Throw
from parlour.interpreter.program.intervals import Bounds, bounds_of
from parlour.interpreter.program.program import Program

Bots = tuple[str, ...]  # of each seat: the policy it follows; one that a choice does not know chooses at random
FIRST = 5  # of a row: outcome, winners, turns, chances, whether a limit ended it; then scores and measures
NARROW = 4096  # so many different values of a choice are marked in a bit each


class Variant(Struct, frozen=True):
    """What machine code is made for: the bot of each seat, and what else.

    `visits`: landings are counted; `vectors`: final states are written; `resumed`: games begin in a given state;
    `quick`: made in a fraction of the time, it plays slower.
    """

    bots: Bots
    visits: bool = False
    vectors: bool = False
    resumed: bool = False
    quick: bool = False


def quantities(program: Program) -> int:
    """How many scores and measures a game has."""
    return len(program.scores) + len(program.measures)


def stops(program: Program) -> list[int]:
    """The addresses where a game can stand and go on: its chances and choices."""
    kinds = Throw | Draw | Choose | ChooseOne | ChooseSome
    return [address for address, instruction in enumerate(program.instructions) if isinstance(instruction, kinds)]


def listing_room(program: Program) -> int:
    """How many values the widest ChooseOne of a program may have to list."""
    bounds: Bounds | None = None
    for instruction in program.instructions:
        if isinstance(instruction, ChooseOne):
            bounds = bounds or bounds_of(program)
            if wide(bounds.slots[instruction.into]):
                return program.limits.steps
    return 1


def wide(bound: Interval) -> bool:
    """Whether values in such a range are listed instead of marked."""
    return bound.high - bound.low >= NARROW
