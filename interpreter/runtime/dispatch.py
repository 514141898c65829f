"""What a block gives back to the loop that runs blocks: one number that says where to go on, and how."""

from __future__ import annotations

STOP = -1  # instead of an address: the game stands before a chance or choice, or is over
LONGEST = 50  # instructions in one block, so that a block is a short step


def after_chance(address: int) -> int:
    """The address, spelled so that the guard begins to count anew; of that spelling the address, of STOP again STOP."""
    return -2 - address
