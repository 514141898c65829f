"""Piles, the queue of arrivals and rows of pawns in, the IR that works on these stretches of the state out."""

from __future__ import annotations

from parlour.interpreter.native.emitting.arithmetic import number
from parlour.interpreter.native.emitting.expressions import Expressions
from parlour.interpreter.native.emitting.frame import Frame, Spot
from parlour.interpreter.native.emitting.storing import Storing
from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.program.instructions import Dequeue, Enqueue, Pop, Push, Remove, Sort
from parlour.interpreter.program.program import Program


class Structures:
    """`base` of a pile is the slot of its length; the cards follow from the bottom, slots above the top are 0."""

    def __init__(self, program: Program, code: Code, frame: Frame, expressions: Expressions, storing: Storing) -> None:
        self._program, self._code, self._frame = program, code, frame
        self._expressions, self._storing = expressions, storing

    def push(self, push: Push) -> None:
        code = self._code
        pile = self._storing.spot(push.pile, push.place, push.capacity + 1)
        card = self._expressions.operand(push.card)
        held = self._storing.declared.slots[push.pile.base + min(1, push.capacity)]
        text = number(code, card)
        self._storing.within(text, card.interval, held, push.place)
        length = self._frame.load(pile)
        code.check(code.test("uge", length, push.capacity), "pile_full", push.place, push.capacity)
        following = code.do(f"add nsw i64 {length}, 1")
        if push.on_top:
            self._frame.store(self._at(pile, following), text)
        else:
            self._shift(pile, 1, 2, length)
            self._frame.store(self._at(pile, "1"), text)
        self._frame.store(pile, following)

    def pop(self, pop: Pop) -> None:
        code = self._code
        pile = self._storing.spot(pop.pile, pop.place, pop.capacity + 1)
        length = self._frame.load(pile)
        below = code.do(f"sub i64 {length}, 1")
        code.check(code.test("uge", below, pop.capacity), "pile_empty", pop.place)
        card = self._take(pile, length, length if pop.from_top else "1")
        self._frame.store(Spot(pop.into), card)

    def remove(self, remove: Remove) -> None:
        code = self._code
        pile = self._storing.spot(remove.pile, remove.place, remove.capacity + 1)
        card = self._expressions.number(remove.card)
        length = self._frame.load(pile)
        at = code.local()
        inside = code.test("ule", length, remove.capacity)
        code.store(code.select(inside, length, "0"), at)
        head, look, on, found = (code.new_label() for _ in range(4))
        code.begin(head)
        now = code.load(at)
        code.check(code.test("sle", now, 0), "no_card", remove.place)
        code.begin(look)
        same = code.test("eq", self._frame.load(self._at(pile, now)), card)
        code.branch(same, found, on)
        code.begin(on)
        code.store(code.do(f"sub nsw i64 {now}, 1"), at)
        code.jump(head)
        code.begin(found)
        self._take(pile, length, now)

    def _at(self, pile: Spot, offset: str) -> Spot:
        if pile.index is None:
            return Spot(pile.base, offset)
        return Spot(pile.base, self._code.do(f"add nsw i64 {pile.index}, {offset}"))

    def _take(self, pile: Spot, length: str, at: str) -> str:
        """The card at a height leaves the pile; those above it move down."""
        code = self._code
        card = self._frame.load(self._at(pile, at))
        above = code.do(f"sub nsw i64 {length}, {at}")
        stretch = self._frame.stretch(pile.base)
        source = self._pointer(pile, code.do(f"add nsw i64 {at}, 1"))
        self._move(self._pointer(pile, at), source, above, stretch.bits)
        self._frame.store(self._at(pile, length), "0")
        self._frame.store(pile, code.do(f"sub nsw i64 {length}, 1"))
        return card

    def _shift(self, pile: Spot, source: int, to: int, count: str) -> None:
        bits = self._frame.stretch(pile.base).bits
        self._move(self._pointer(pile, str(to)), self._pointer(pile, str(source)), count, bits)

    def _pointer(self, pile: Spot, offset: str) -> str:
        spot = self._at(pile, offset)
        return self._frame.pointer(spot.base, spot.index or "0")

    def _move(self, to: str, source: str, count: str, bits: int) -> None:
        length = self._code.do(f"mul nsw i64 {count}, {bits // 8}")
        self._code.line(f"call void @llvm.memmove.p0.p0.i64(ptr {to}, ptr {source}, i64 {length}, i1 false)")

    def enqueue(self, enqueue: Enqueue) -> None:
        """A token that is queued already goes to the back."""
        code, base, size = self._code, enqueue.base, enqueue.size
        token = self._expressions.number(enqueue.token)
        code.check(code.test("uge", token, self._program.tokens), "queue", -1, token)
        mark = code.do(f"add nsw i64 {token}, 1")
        kept = code.local()
        code.store("0", kept)

        with code.counting(str(size)) as at:
            waiting = self._frame.load(Spot(base, at))
            stays = code.do(f"and i1 {code.test('ne', waiting, 0)}, {code.test('ne', waiting, mark)}")
            more, on = code.new_label(), code.new_label()
            code.branch(stays, more, on)
            code.begin(more)
            to = code.load(kept)
            self._frame.store(Spot(base, to), waiting)
            code.store(code.do(f"add nsw i64 {to}, 1"), kept)
            code.begin(on)
        end = code.load(kept)
        code.check(code.test("sge", end, size), "queue", -1, token)
        self._frame.store(Spot(base, end), mark)
        with code.counting(str(size), code.do(f"add nsw i64 {end}, 1")) as at:
            self._frame.store(Spot(base, at), "0")

    def dequeue(self, dequeue: Dequeue, empty: str) -> None:
        code, base, size = self._code, dequeue.base, dequeue.size
        first, more = self._frame.load(Spot(base)), code.new_label()
        code.branch(code.test("eq", first, 0), empty, more)
        code.begin(more)
        self._frame.store(Spot(dequeue.into), code.do(f"sub nsw i64 {first}, 1"))
        with code.counting(str(size - 1)) as at:
            following = code.do(f"add nsw i64 {at}, 1")
            self._frame.store(Spot(base, at), self._frame.load(Spot(base, following)))
        self._frame.store(Spot(base, str(size - 1)), "0")

    def sort(self, sort: Sort) -> None:
        """Rows by insertion: each goes up past those that are greater."""
        code = self._code
        if sort.size < 2:
            return
        with code.counting(str(sort.size), "1") as row:
            at = code.local()
            code.store(row, at)
            head, test, swap, done = (code.new_label() for _ in range(4))
            code.begin(head)
            now = code.load(at)
            before = code.do(f"sub nsw i64 {now}, 1")
            code.branch(code.test("sgt", now, 0), test, done)
            code.begin(test)
            upper = [self._frame.load(Spot(base, before)) for base in sort.bases]
            lower = [self._frame.load(Spot(base, now)) for base in sort.bases]
            code.branch(self._greater(upper, lower), swap, done)
            code.begin(swap)
            for base, above, below in zip(sort.bases, upper, lower, strict=True):
                self._frame.store(Spot(base, before), below)
                self._frame.store(Spot(base, now), above)
            code.store(before, at)
            code.jump(head)
            code.begin(done)

    def _greater(self, a: list[str], b: list[str]) -> str:
        """Whether a row comes after another."""
        code, greater = self._code, "false"
        for left, right in reversed(list(zip(a, b, strict=True))):
            more, same = code.test("sgt", left, right), code.test("eq", left, right)
            greater = code.do(f"or i1 {more}, {code.do(f'and i1 {same}, {greater}')}")
        return greater
