"""A Draw in, the IR that lets it happen out: the card of the machine's chance.py from the same number."""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.native.emitting import vectors
from parlour.interpreter.native.emitting.frame import Frame, Spot, Stretch
from parlour.interpreter.native.emitting.streams import below
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.program.instructions import Draw

UNROLLED = 64  # kinds of cards that are gone through without a loop


class Drawer:
    """Writes the draws of one function; `stream` is the game's.

    Where vectors do not fit, what a draw does with the counts of its zone is a function of IR for each number of kinds:
    `functions` is their text.
    """

    def __init__(self, code: Code, frame: Frame, stream: str) -> None:
        self._code, self._frame, self._stream = code, frame, stream
        self._functions: dict[str, str] = {}

    @property
    def functions(self) -> str:
        return "".join(self._functions.values())

    def write(self, draw: Draw, zone: Spot, happen: Callable[[], None]) -> None:
        """`happen` counts a chance, or ends the game."""
        stretch = self._frame.stretch(zone.base)
        kind = (self._at_once if vectors.fits(stretch, draw.kinds) else self._one_by_one)(draw, zone, happen)
        self._frame.store(Spot(draw.into), kind)

    def _at_once(self, draw: Draw, zone: Spot, happen: Callable[[], None]) -> str:
        """The kind that is drawn, by vectors; where the running sums are too great for them, one by one after all."""
        code, bits = self._code, self._frame.stretch(zone.base).bits
        vector = vectors.load(code, self._frame, zone.base, zone.index or "0", draw.kinds)
        left, alone = vectors.total(code, vector), code.test("eq", vectors.used(code, vector), 1)
        at = self._number(draw, left, alone, happen)
        if bits == 64:
            kind = vectors.passed(code, vector, at)
        else:
            narrow, wide, found = (code.new_label() for _ in range(3))
            code.branch(code.test("ult", left, 1 << bits), narrow, wide)
            code.begin(wide)
            slow = self._called("kind", vector.stretch, draw.kinds, f"i64 {at}", vector.pointer)
            ways = [(slow, code.label)]
            code.jump(found)
            code.begin(narrow)
            ways.append((vectors.passed(code, vector, at), code.label))
            code.begin(found)
            kind = code.phi(ways)
        vectors.take_one(code, vector, kind)
        return kind

    def _one_by_one(self, draw: Draw, zone: Spot, happen: Callable[[], None]) -> str:
        code, kinds = self._code, draw.kinds
        stretch, first = self._frame.stretch(zone.base), self._frame.pointer(zone.base, zone.index or "0")
        pair = self._called("left", stretch, kinds, "", first)
        left, most = (code.do(f"extractvalue {{i64, i64}} {pair}, {k}") for k in (0, 1))
        at = self._number(draw, left, code.test("eq", left, most), happen)
        kind = self._called("kind", stretch, kinds, f"i64 {at}", first)
        taken = code.at(first, kind, f"i{stretch.bits}")
        less = code.do(f"sub i{stretch.bits} {code.load(taken, f'i{stretch.bits}')}, 1")
        code.store(less, taken, f"i{stretch.bits}")
        return kind

    def _number(self, draw: Draw, left: str, certain: str, happen: Callable[[], None]) -> str:
        """A number below the cards that are left; 0 without asking where one kind is left."""
        code = self._code
        code.check(code.test("sle", left, 0), "nothing_to_draw", draw.place)
        chance, before, drawn = code.new_label(), code.label, code.new_label()
        code.branch(certain, drawn, chance)
        code.begin(chance)
        happen()
        ways = [("0", before), (below(code, self._stream, left), code.label)]
        code.begin(drawn)
        return code.phi(ways)

    def _called(self, what: str, stretch: Stretch, kinds: int, argument: str, zone: str) -> str:
        """The value of a function that is written once."""
        name = f"{what}.{kinds}.{stretch.widen or 'whole'}{stretch.bits}"
        if name not in self._functions:
            write = left_function if what == "left" else kind_function
            self._functions[name] = write(name, stretch, kinds)
        type_ = "{i64, i64}" if what == "left" else "i64"
        return self._code.do(f"call {type_} @{name}(ptr {zone}{', ' if argument else ''}{argument})")


def left_function(name: str, stretch: Stretch, kinds: int) -> str:
    """How many cards are left, and how many of the most frequent kind."""
    code = Code()
    total, most = code.local(), code.local()
    code.store("0", total)
    code.store("0", most)

    def add(count: str) -> None:
        code.store(code.do(f"add nsw i64 {code.load(total)}, {count}"), total)
        code.store(code.do(f"call i64 @llvm.smax.i64(i64 {code.load(most)}, i64 {count})"), most)

    if kinds <= UNROLLED:
        for kind in range(kinds):
            add(_count(code, stretch, str(kind)))
    else:
        with code.counting(str(kinds)) as kind_at:
            add(_count(code, stretch, kind_at))
    pair = code.do(f"insertvalue {{i64, i64}} undef, i64 {code.load(total)}, 0")
    code.give("{i64, i64} " + code.do(f"insertvalue {{i64, i64}} {pair}, i64 {code.load(most)}, 1"))
    return code.text(f"define internal {{i64, i64}} @{name}(ptr %zone)")


def kind_function(name: str, stretch: Stretch, kinds: int) -> str:
    """The first kind where the running sum passes a number: as many running sums as the number has reached."""
    code = Code()
    total, kind = code.local(), code.local()
    code.store("0", total)
    code.store("0", kind)

    def pass_by(count: str) -> None:
        now = code.do(f"add nsw i64 {code.load(total)}, {count}")
        code.store(now, total)
        reached = code.do(f"zext i1 {code.test('sle', now, '%number')} to i64")
        code.store(code.do(f"add nsw i64 {code.load(kind)}, {reached}"), kind)

    if kinds <= UNROLLED:
        for k in range(kinds - 1):
            pass_by(_count(code, stretch, str(k)))
    else:
        with code.counting(str(kinds - 1)) as kind_at:
            pass_by(_count(code, stretch, kind_at))
    code.give(f"i64 {code.load(kind)}")
    return code.text(f"define internal i64 @{name}(ptr %zone, i64 %number)")


def _count(code: Code, stretch: Stretch, kind: str) -> str:
    count = code.load(code.at("%zone", kind, f"i{stretch.bits}"), f"i{stretch.bits}")
    return code.do(f"{stretch.widen} i{stretch.bits} {count} to i64") if stretch.widen else count
