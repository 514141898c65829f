"""What the function `explore` is given: the words of one block of memory, and of the tables it points at."""

from __future__ import annotations

from enum import IntEnum

from parlour.interpreter.native.emitting.writing import Code


class Job(IntEnum):
    """Words of 64 bits: pointers to memory of the caller, how much there is of it, how much of it is used."""

    KEYS = 0  # the packed states, one behind the other
    KNOWN = 1
    STATES = 2  # as many have room
    SLOTS = 3  # of the states' hash table: half a hash, and the number of a state + 1
    MASK = 4
    OFFSETS = 5
    MOVERS = 6
    TARGETS = 7
    CODES = 8
    USED = 9  # transitions
    ROOM = 10
    DONE = 11  # states whose transitions are written down
    LIMIT = 12  # stop when so many are done
    MOST = 13  # stop when more than so many are known
    ROWS = 14  # the ways on from the state at hand
    ROW_ROOM = 15
    ROW_COUNT = 16
    MOVER = 17
    ENDINGS = 18  # tables
    ENDED = 19
    CHANGES = 20
    WAYS = 21
    OUTS = 22  # what has become of the sums, run by run
    RECORD = 23  # of a fault, five words
    SCRATCH = 24
    BEGIN = 25  # 1: the beginning of the game instead of a state
    WORDS = 26


class Table(IntEnum):
    """Rows of words, each kept once; `slots` hold the number of a row + 1."""

    ROWS = 0
    COUNT = 1
    ROOM = 2
    SLOTS = 3
    MASK = 4
    WIDTH = 5
    WORDS = 6


class Status(IntEnum):
    """What `explore` returns: why it stopped."""

    DONE = 0
    FAULT = 1
    STATES = 2  # there is no room for more of them
    TRANSITIONS = 3
    ROWS = 4
    ENDINGS = 5
    ENDED = 6
    CHANGES = 7
    WAYS = 8


class Row(IntEnum):
    """A way on, before it is written down."""

    TARGET = 0  # of an ending its number + 1; else 0, later what the chain has
    WEIGHT = 1
    ACTION = 2
    TURNS = 3
    CHANGE = 4
    HASH = 5
    KEY = 6


WAY = 6  # words of a row of WAYS: weight, total, turns, change, action, whether the game has ended


def word(code: Code, place: int, block: str = "%job") -> str:
    """A number in a block."""
    return code.load(code.at(block, place))


def pointer(code: Code, place: int, block: str = "%job") -> str:
    """A pointer in a block."""
    return code.load(code.at(block, place), "ptr")


def put(code: Code, place: int, value: str | int, block: str = "%job") -> None:
    code.store(str(value), code.at(block, place))
