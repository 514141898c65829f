"""Some slots of a stretch in, IR that works on all of them at once out: explicit vectors, because loops become none."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.native.emitting.frame import PADDING, Frame, Stretch
from parlour.interpreter.native.emitting.writing import Code

WIDEST = 512  # bits that are worked on at once
FEWEST = 4  # slots for which it pays


class Vector(Struct, frozen=True):
    """`count` slots of a stretch from `pointer` on, in the first of `lanes` lanes; the others are 0 in `value`."""

    stretch: Stretch
    count: int
    lanes: int
    pointer: str
    whole: str  # as it stands in memory, whatever is behind
    value: str

    @property
    def type(self) -> str:
        return f"<{self.lanes} x i{self.stretch.bits}>"


def fits(stretch: Stretch, count: int) -> bool:
    """Whether so many slots of a stretch can be worked on at once. None of them may be below 0."""
    narrow = stretch.widen == "zext" or stretch.bits == 64
    return narrow and count >= FEWEST and _lanes(stretch, count) * stretch.bits <= WIDEST


def _lanes(stretch: Stretch, count: int) -> int:
    return max(128 // stretch.bits, 1 << (count - 1).bit_length())


def load(code: Code, frame: Frame, base: int, index: str, count: int) -> Vector:
    """The slots base + index … base + index + count - 1."""
    stretch = frame.stretch(base)
    lanes, pointer = _lanes(stretch, count), frame.pointer(base, index)
    assert lanes <= PADDING
    vector = Vector(stretch, count, lanes, pointer, "", "")
    whole = value = code.do(f"load {vector.type}, ptr {pointer}, align 1")
    if count < lanes:
        kept = ", ".join(f"i{stretch.bits} {-1 if k < count else 0}" for k in range(lanes))
        value = code.do(f"and {vector.type} {whole}, <{kept}>")
    return Vector(stretch, count, lanes, pointer, whole, value)


def total(code: Code, vector: Vector) -> str:
    """The sum of the slots, 64 bits wide."""
    wide = f"<{vector.lanes} x i64>"
    widened = vector.value
    if vector.stretch.bits < 64:
        widened = code.do(f"zext {vector.type} {vector.value} to {wide}")
    return code.do(f"call i64 @llvm.vector.reduce.add.v{vector.lanes}i64({wide} {widened})")


def used(code: Code, vector: Vector) -> str:
    """How many of the slots are not 0."""
    return _counted(code, vector, code.do(f"icmp ne {vector.type} {vector.value}, zeroinitializer"))


def passed(code: Code, vector: Vector, number: str) -> str:
    """How many of the running sums a number has reached; no sum may be wider than a slot."""
    bits, lanes, sums, shift = vector.stretch.bits, vector.lanes, vector.value, 1
    while shift < lanes:
        moved = ", ".join(f"i32 {lanes - shift + k}" for k in range(lanes))
        shifted = f"shufflevector {vector.type} zeroinitializer, {vector.type} {sums}, <{lanes} x i32> <{moved}>"
        sums = code.do(f"add {vector.type} {sums}, {code.do(shifted)}")
        shift *= 2
    narrow = number if bits == 64 else code.do(f"trunc i64 {number} to i{bits}")
    return _counted(code, vector, code.do(f"icmp ule {vector.type} {sums}, {_spread(code, vector, narrow)}"))


def take_one(code: Code, vector: Vector, lane: str) -> None:
    """One slot falls by 1."""
    bits = vector.stretch.bits
    numbers = ", ".join(f"i{bits} {k}" for k in range(vector.lanes))
    narrow = lane if bits == 64 else code.do(f"trunc i64 {lane} to i{bits}")
    here = code.do(f"icmp eq {vector.type} <{numbers}>, {_spread(code, vector, narrow)}")
    minus = code.do(f"sext <{vector.lanes} x i1> {here} to {vector.type}")
    code.line(
        f"store {vector.type} {code.do(f'add {vector.type} {vector.whole}, {minus}')}, ptr {vector.pointer}, align 1"
    )


def _spread(code: Code, vector: Vector, value: str) -> str:
    """A value in every lane."""
    one = code.do(f"insertelement {vector.type} poison, i{vector.stretch.bits} {value}, i64 0")
    zeros = f"<{vector.lanes} x i32> zeroinitializer"
    return code.do(f"shufflevector {vector.type} {one}, {vector.type} poison, {zeros}")


def _counted(code: Code, vector: Vector, lanes: str) -> str:
    """How many lanes hold."""
    mask = code.do(f"bitcast <{vector.lanes} x i1> {lanes} to i{vector.lanes}")
    if vector.lanes < 64:
        mask = code.do(f"zext i{vector.lanes} {mask} to i64")
    return code.do(f"call i64 @llvm.ctpop.i64(i64 {mask})")


def declarations() -> str:
    """The intrinsics that are called here."""
    return "".join(
        f"declare i64 @llvm.vector.reduce.add.v{lanes}i64(<{lanes} x i64>)\n" for lanes in (2, 4, 8, 16, 32, 64)
    )
