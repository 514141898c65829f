"""Where a policy chooses in; IR that stops where policies have chosen round and round, with no chance between, out."""

from __future__ import annotations

from collections.abc import Callable

from parlour.interpreter.native.emitting.writing import Code
from parlour.interpreter.program.contents import place_from
from parlour.interpreter.program.program import Program
from parlour.interpreter.program.rounds import AROUND

ARRIVE = "arrive"


class Around:
    """Holds states against one that was met before, as the machine's explorer does: the same chain comes of it.

    `packed` writes the words of the state at hand, of which there are `words`.
    """

    def __init__(self, program: Program, code: Code, words: int, packed: Callable[[], list[str]]) -> None:
        self._program, self._code, self._packed = program, code, packed
        self._made, self._before = code.local(), code.local(f"[{max(1, words)} x i64]")

    def begin(self, made: int = 0) -> None:
        """So many choices were made since the last stop."""
        self._code.store(str(made), self._made)

    def choose(self, address: int) -> None:
        """A policy is to choose at an address: to ARRIVE where it did so before; `endless` where that never happens."""
        code, steps = self._code, self._program.limits.steps
        made = code.do(f"add nsw i64 {code.load(self._made)}, 1")
        code.store(made, self._made)
        often, on = code.new_label(), code.new_label()
        code.branch(code.test("sge", made, AROUND), often, on)
        code.begin(often)
        code.check(code.test("sgt", made, steps), "endless", place_from(self._program.instructions, address), steps)
        self._compare(made, on)
        code.begin(on)

    def _compare(self, made: str, on: str) -> None:
        code, words = self._code, self._packed()
        same = code.test("sgt", made, AROUND)  # nothing was kept before
        for k, word in enumerate(words):
            kept = code.load(code.at(self._before, k))
            same = code.do(f"and i1 {same}, {code.test('eq', kept, word)}")
        other, keep = code.new_label(), code.new_label()
        code.branch(same, ARRIVE, other)
        code.begin(other)
        less = code.do(f"and i64 {made}, {code.do(f'sub i64 {made}, 1')}")
        code.branch(code.test("eq", less, 0), keep, on)
        code.begin(keep)
        for k, word in enumerate(words):
            code.store(word, code.at(self._before, k))
        code.jump(on)
