"""Code with labels in, instructions with addresses out: what cannot be reached and jumps to jumps are taken away."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from parlour.interpreter.program.addresses import LEADING, falls_through, targets
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    ChooseSome,
    Dequeue,
    Instruction,
    Jump,
    Switch,
)

Label = int  # below -1; addresses count from 0, and -1 is no address
FIRST = -2


def retargeted(instruction: Instruction, change: Callable[[int], int]) -> Instruction:
    """The instruction with every address that it can lead to changed; -1 (none) stays."""
    if not isinstance(instruction, LEADING):
        return instruction

    def to(address: int) -> int:
        return address if address == -1 else change(address)

    match instruction:
        case Jump():
            return Jump(to(instruction.to))
        case Call():
            return Call(to(instruction.to), instruction.back)
        case Branch():
            return Branch(instruction.test, to(instruction.otherwise))
        case ChooseOne() | ChooseSome():
            return replace(instruction, otherwise=to(instruction.otherwise))
        case Switch():
            ways = tuple(to(t) for t in instruction.targets)
            return replace(instruction, targets=ways, otherwise=to(instruction.otherwise))
        case Choose():
            options = tuple(replace(o, to=to(o.to)) for o in instruction.options)
            return replace(instruction, options=options, otherwise=to(instruction.otherwise))
        case Dequeue():
            return replace(instruction, empty=to(instruction.empty))
        case _:
            assert_never(instruction)


def _is_followed(instruction: Instruction) -> bool:
    """Whether the game comes to the next address from here, be it by a Return."""
    return falls_through(instruction) or isinstance(instruction, Call)


class Labels(Struct, eq=False):
    """The code so far and where its labels are."""

    code: list[Instruction] = field(default_factory=list)
    where: dict[Label, int] = field(default_factory=dict)
    count: int = 0

    def new(self) -> Label:
        self.count += 1
        return FIRST - self.count

    def mark(self, label: Label) -> None:
        self.where[label] = len(self.code)

    def linked(self, entries: list[Label]) -> tuple[tuple[Instruction, ...], dict[Label, int]]:
        """The final code and the addresses of the entries; instruction 0 is the first entry."""
        ends = _Ends(self.code, self.where)
        roots = [ends.of(entry) for entry in entries]
        # a base may have no phases: then the game is over at once
        kept = sorted(_reached(self.code, ends, roots or [0]))
        kept = [k for k in kept if not _is_idle(self.code, ends, k, kept)]
        address = {old: new for new, old in enumerate(kept)}
        following = _following(kept, len(self.code))
        final = tuple(retargeted(self.code[k], lambda t: address[following[ends.of(t)]]) for k in kept)
        return final, {e: address[following[r]] for e, r in zip(entries, roots, strict=True)}


class _Ends:
    """Where labels and addresses lead in the end, by jumps to jumps."""

    def __init__(self, code: list[Instruction], where: dict[Label, int]) -> None:
        self._code, self._where = code, where
        self._known: dict[int, int] = {}

    def of(self, target: int) -> int:
        """The address of the first instruction there that is no jump; of one of them where they go round."""
        if target not in self._known:
            address, seen = self._at(target), set[int]()
            while address < len(self._code) and address not in seen:
                seen.add(address)
                found = self._code[address]
                if not isinstance(found, Jump):
                    break
                address = self._at(found.to)
            self._known[target] = address
        return self._known[target]

    def _at(self, target: int) -> int:
        return self._where[target] if target < -1 else target


def _reached(code: list[Instruction], ends: _Ends, roots: list[int]) -> set[int]:
    reached: set[int] = set()
    waiting = list(roots)
    while waiting:
        address = waiting.pop()
        while address < len(code) and address not in reached:
            reached.add(address)
            instruction = code[address]
            waiting += [ends.of(target) for target in targets(instruction) if target != -1]
            if not _is_followed(instruction):
                break
            address += 1
    return reached


def _is_idle(code: list[Instruction], ends: _Ends, address: int, kept: list[int]) -> bool:
    """A jump to the next instruction that is kept."""
    found = code[address]
    if not isinstance(found, Jump):
        return False
    to = ends.of(found.to)
    return to > address and bisect_left(kept, address + 1) == bisect_left(kept, to)


def _following(kept: list[int], size: int) -> list[int]:
    """For each old address the next one that is kept, itself included."""
    following, current = [0] * (size + 1), kept[-1] if kept else 0
    alive = set(kept)
    for address in range(size, -1, -1):
        if address in alive:
            current = address
        following[address] = current
    return following
