"""Values one by one in, whether each is new and which is the k-th smallest out: in bits, or in a list."""

from __future__ import annotations

from parlour.interpreter.native.emitting.writing import Code

LISTING = """
define internal i1 @noted(ptr %list, ptr %length, i64 %value) noinline {
begin:
  %count = load i64, ptr %length
  br label %look
look:
  %at = phi i64 [ %count, %begin ], [ %before, %less ]
  %none = icmp eq i64 %at, 0
  br i1 %none, label %fresh, label %test
test:
  %before = sub i64 %at, 1
  %p = getelementptr inbounds i64, ptr %list, i64 %before
  %seen = load i64, ptr %p
  %more = icmp sgt i64 %seen, %value
  br i1 %more, label %less, label %stop
less:
  br label %look
stop:
  %same = icmp eq i64 %seen, %value
  br i1 %same, label %old, label %fresh
old:
  ret i1 false
fresh:
  %to = getelementptr inbounds i64, ptr %list, i64 %at
  %up = getelementptr inbounds i64, ptr %to, i64 1
  %rest = sub i64 %count, %at
  %bytes = mul i64 %rest, 8
  call void @llvm.memmove.p0.p0.i64(ptr %up, ptr %to, i64 %bytes, i1 false)
  store i64 %value, ptr %to
  %longer = add i64 %count, 1
  store i64 %longer, ptr %length
  ret i1 true
}
"""


class Marks:
    """A bit a value."""

    def __init__(self, code: Code, low: int, size: int) -> None:
        self._code, self._low, self._words = code, low, (size + 63) // 64
        self._bits = code.local(f"[{self._words} x i64]")

    def clear(self) -> None:
        length = 8 * self._words
        self._code.line(f"call void @llvm.memset.p0.i64(ptr {self._bits}, i8 0, i64 {length}, i1 false)")

    def note(self, value: str) -> str:
        """Mark a value; whether it is new."""
        code = self._code
        at = code.do(f"sub nsw i64 {value}, {self._low}")
        pointer = code.at(self._bits, code.do(f"lshr i64 {at}, 6"))
        bit = code.do(f"shl i64 1, {code.do(f'and i64 {at}, 63')}")
        word = code.load(pointer)
        code.store(code.do(f"or i64 {word}, {bit}"), pointer)
        return code.test("eq", code.do(f"and i64 {word}, {bit}"), 0)

    def of_rank(self, rank: str) -> str:
        """The value that has so many smaller ones marked."""
        code = self._code
        left, at, word = code.local(), code.local(), code.local()
        code.store(rank, left)
        code.store("0", at)
        head, on, here, strip, found, drop = (code.new_label() for _ in range(6))
        code.begin(head)
        bits = code.load(code.at(self._bits, code.load(at)))
        code.store(bits, word)
        count = code.do(f"call i64 @llvm.ctpop.i64(i64 {bits})")
        code.branch(code.test("ult", code.load(left), count), here, on)
        code.begin(on)
        code.store(code.do(f"sub nsw i64 {code.load(left)}, {count}"), left)
        code.store(code.do(f"add nsw i64 {code.load(at)}, 1"), at)
        code.jump(head)
        code.begin(here)
        code.begin(strip)
        code.branch(code.test("eq", code.load(left), 0), found, drop)
        code.begin(drop)
        now = code.load(word)
        code.store(code.do(f"and i64 {now}, {code.do(f'sub i64 {now}, 1')}"), word)
        code.store(code.do(f"sub nsw i64 {code.load(left)}, 1"), left)
        code.jump(strip)
        code.begin(found)
        low = code.do(f"call i64 @llvm.cttz.i64(i64 {code.load(word)}, i1 true)")
        base = code.do(f"mul nsw i64 {code.load(at)}, 64")
        return code.do(f"add nsw i64 {code.do(f'add nsw i64 {base}, {low}')}, {self._low}")


class Listed:
    """Values in ascending order in %scratch, which has room for as many as a game may count through."""

    def __init__(self, code: Code) -> None:
        self._code, self._length = code, code.local()

    def clear(self) -> None:
        self._code.store("0", self._length)

    def note(self, value: str) -> str:
        """List a value; whether it is new."""
        return self._code.do(f"call i1 @noted(ptr %scratch, ptr {self._length}, i64 {value})")

    def of_rank(self, rank: str) -> str:
        """The value that has so many smaller ones listed."""
        return self._code.load(self._code.at("%scratch", rank))
