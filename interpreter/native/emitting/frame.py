"""A program's state in, the memory it lives in out: a register a slot, an array a stretch that is indexed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from parlour.interpreter.native.emitting.tables import width_of
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.program.contents import expressions_of, targets_of
from parlour.interpreter.program.expressions import Element, Expr
from parlour.interpreter.program.instructions import Dequeue, Draw, Enqueue, Instruction, Pop, Push, Remove, Sort
from parlour.interpreter.program.intervals import Bounds
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.traversal import every

UNROLLED = 8  # as many zeros are stored one by one
PADDING = 64  # slots behind a stretch, so that one can read on where nothing is


class Spot(Struct, frozen=True):
    """A slot of the state, or the slot `base` + index (an IR value that is known to be inside)."""

    base: int
    index: str | None = None


class Stretch(Struct, frozen=True):
    """Slots base .. base + size - 1 as one array of `bits` wide numbers."""

    base: int
    size: int
    bits: int
    widen: str

    @property
    def name(self) -> str:
        return f"%z{self.base}"


class Frame:
    """Where each slot of a program lives in one function."""

    def __init__(self, program: Program, facts: Bounds, code: Code) -> None:
        self._code, self._initial = code, program.layout.initial
        self.size = program.layout.size
        self.stretches: list[Stretch] = []
        self._at: dict[int, Stretch] = {}
        for base, size in merged(stretches_of(program)):
            bits, widen = width_of(facts.span(base, size))
            stretch = Stretch(base, size, bits, widen)
            self.stretches.append(stretch)
            self._at.update(dict.fromkeys(range(base, base + size), stretch))
            code.local(f"[{size + PADDING} x i{bits}], align 32", stretch.name)
        for slot in range(self.size):
            if slot not in self._at:
                code.local("i64", f"%s{slot}")

    def stretch(self, slot: int) -> Stretch:
        """The array a slot lies in."""
        return self._at[slot]

    def pointer(self, base: int, index: str) -> str:
        """To the slot base + index of an array."""
        stretch = self._at[base]
        offset = base - stretch.base
        if offset:
            index = self._code.do(f"add nsw i64 {index}, {offset}") if not _number(index) else str(int(index) + offset)
        return self._code.at(stretch.name, index, f"i{stretch.bits}")

    def load(self, spot: Spot) -> str:
        """The value of a slot, 64 bits wide."""
        stretch = self._at.get(spot.base)
        if stretch is None:
            return self._code.load(f"%s{spot.base}")
        found = self._code.load(self.pointer(spot.base, spot.index or "0"), f"i{stretch.bits}")
        return self._code.do(f"{stretch.widen} i{stretch.bits} {found} to i64") if stretch.widen else found

    def store(self, spot: Spot, value: str) -> None:
        stretch = self._at.get(spot.base)
        if stretch is None:
            self._code.store(value, f"%s{spot.base}")
            return
        if stretch.widen and not _number(value):
            value = self._code.do(f"trunc i64 {value} to i{stretch.bits}")
        self._code.store(value, self.pointer(spot.base, spot.index or "0"), f"i{stretch.bits}")

    def begin(self) -> None:
        """Every slot at its first value."""
        self.put(0, self._initial)

    def put(self, base: int, values: tuple[int, ...]) -> None:
        """Constants to a run of slots."""
        slot, end = base, base + len(values)
        while slot < end:
            stretch = self._at.get(slot)
            run = min(end, stretch.base + stretch.size) - slot if stretch else 1
            if stretch and run > UNROLLED and not any(values[slot - base : slot - base + run]):
                self._clear(slot, run, stretch.bits)
            else:
                for k in range(slot, slot + run):
                    self.store(Spot(k), str(values[k - base]))
            slot += run

    def _clear(self, slot: int, count: int, bits: int) -> None:
        length = count * bits // 8
        self._code.line(f"call void @llvm.memset.p0.i64(ptr {self.pointer(slot, '0')}, i8 0, i64 {length}, i1 false)")

    def write(self, vector: str, slots: int) -> None:
        """The first slots of the state to memory, 64 bits each."""
        for slot in range(slots):
            self._code.store(self.load(Spot(slot)), self._code.at(vector, slot))


def stretches_of(program: Program) -> Iterator[tuple[int, int]]:
    """(base, size) of all that is indexed by a number not known before the game runs."""
    exprs: list[Expr] = [*program.scores, *(expr for _, expr in program.measures)]
    for instruction in program.instructions:
        exprs += expressions_of(instruction)
        block = _block(instruction)
        for target in targets_of(instruction):
            if target.index is not None or block > 1:
                yield target.base, max(target.size if target.index is not None else 1, block)
        match instruction:
            case Sort(bases, size):
                yield from ((base, size) for base in bases)
            case Enqueue(_, base, size) | Dequeue(_, base, size):
                yield base, size
            case _:
                pass
    for expr in exprs:
        yield from ((node.base, node.size) for node in every(expr) if isinstance(node, Element))


def _block(instruction: Instruction) -> int:
    """How many slots an instruction works on from its target on."""
    match instruction:
        case Draw(kinds=kinds):
            return kinds
        case Push(capacity=capacity) | Pop(capacity=capacity) | Remove(capacity=capacity):
            return capacity + 1
        case _:
            return 1


def merged(stretches: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches that overlap become one."""
    found: list[tuple[int, int]] = []
    for base, size in sorted(set(stretches)):
        if found and base < found[-1][0] + found[-1][1]:
            first, length = found.pop()
            found.append((first, max(first + length, base + size) - first))
        else:
            found.append((base, size))
    return found


def _number(text: str) -> bool:
    return text.lstrip("-").isdigit()
