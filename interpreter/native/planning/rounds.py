"""Rounds of the program as it was lowered, as instructions: copied code goes other ways, and goes round no less often.

Where a game cannot come again before it has come to a chance, or to another round that is counted, nothing needs counting:
it is enough to know how many are left out at most.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.program.addresses import falls_through, targets
from parlour.interpreter.program.instructions import Instruction, Note, Tell, Throw
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.chance import Dice

AGAIN = -2  # the text of a Tell that tells nobody anything


def again(place: int) -> Tell:
    """Counted, and at its place too much where a game goes round for ever."""
    return Tell(Note.SAID, AGAIN, (), place)


def needless(program: Program, facts: Bounds) -> list[int]:
    """The addresses of rounds that no game comes to twice without a chance, or one of the other rounds, between."""
    anew, found = _chances(program, facts), list[int]()
    counted = {address for address, instruction in enumerate(program.instructions) if is_again(instruction)}
    for address in sorted(counted):
        if not _comes_back(program, address, anew | counted - {address}):
            counted.remove(address)
            found.append(address)
    return found


def allowed(steps: int, untold: int) -> int:
    """How many rounds may be counted, so that those left out, as many before and behind each, are no more than `steps`."""
    return (steps - untold) // (untold + 1)


def is_again(instruction: Instruction) -> bool:
    return isinstance(instruction, Tell) and instruction.text == AGAIN


def _comes_back(program: Program, start: int, anew: set[int]) -> bool:
    found, waiting = set[int](), [start]
    while waiting:
        following = _following(program.instructions, waiting.pop())
        if start in following:
            return True
        fresh = [to for to in following if to not in found and to not in anew]
        found.update(fresh)
        waiting.extend(fresh)
    return False


def _following(code: Sequence[Instruction], address: int) -> list[int]:
    following = [to for to in targets(code[address]) if to >= 0]
    return [*following, address + 1] if falls_through(code[address]) else following


def _chances(program: Program, facts: Bounds) -> set[int]:
    """The addresses where chance decides whatever the state: behind it the guard begins anew."""
    dice, found = Dice(program), set[int]()
    for address, instruction in enumerate(program.instructions):
        if isinstance(instruction, Throw):
            number = facts.of(instruction.number)
            counts = range(max(0, number.low), min(number.high, instruction.most) + 1)
            if all(n > 0 and not dice.of(instruction.device, n).certain for n in counts):
                found.add(address)
    return found
