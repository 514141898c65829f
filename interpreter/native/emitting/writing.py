"""Operations, labels and faults one by one in, the LLVM IR text of one function out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from parlour.interpreter.native.faults import NUMBERS

UNLIKELY = "!prof !0"  # module.py defines !0: the first way is hardly ever taken


class Code:
    """The body of one function. Values are i64 unless said otherwise; locals are promoted to registers by LLVM."""

    def __init__(self) -> None:
        self.label = "begin"
        self._locals: list[str] = []
        self._lines: list[str] = []
        self._names = 0
        self._open = True
        self._faults: list[tuple[str, str, Sequence[str]]] = []

    def name(self) -> str:
        self._names += 1
        return f"%n{self._names}"

    def local(self, type_: str = "i64", name: str = "") -> str:
        """A pointer to memory of this call."""
        name = name or self.name()
        self._locals.append(f"  {name} = alloca {type_}")
        return name

    def line(self, text: str) -> None:
        self._lines.append("  " + text)

    def do(self, operation: str) -> str:
        """Carry out an operation; the name of its value."""
        name = self.name()
        self._lines.append(f"  {name} = {operation}")
        return name

    def load(self, pointer: str, type_: str = "i64") -> str:
        return self.do(f"load {type_}, ptr {pointer}")

    def store(self, value: str, pointer: str, type_: str = "i64") -> None:
        self.line(f"store {type_} {value}, ptr {pointer}")

    def at(self, pointer: str, index: str | int, type_: str = "i64") -> str:
        """A pointer to an element."""
        return self.do(f"getelementptr inbounds {type_}, ptr {pointer}, i64 {index}")

    def test(self, comparison: str, left: str, right: str | int) -> str:
        """An i1: `comparison` is a predicate of icmp."""
        return self.do(f"icmp {comparison} i64 {left}, {right}")

    def select(self, test: str, then: str, otherwise: str, type_: str = "i64") -> str:
        return self.do(f"select i1 {test}, {type_} {then}, {type_} {otherwise}")

    def new_label(self) -> str:
        self._names += 1
        return f"l{self._names}"

    @property
    def open(self) -> bool:
        """Whether the block so far still needs to be left."""
        return self._open

    def begin(self, label: str) -> None:
        """A new block; one that is still open goes on there."""
        if self._open:
            self.jump(label)
        self._lines.append(f"{label}:")
        self.label, self._open = label, True

    def jump(self, label: str) -> None:
        self._leave(f"br label %{label}")

    def branch(self, test: str, then: str, otherwise: str, weights: str = "") -> None:
        self._leave(f"br i1 {test}, label %{then}, label %{otherwise}" + (f", {weights}" if weights else ""))

    def switch(self, value: str, cases: Sequence[tuple[int, str]], otherwise: str) -> None:
        listed = " ".join(f"i64 {number}, label %{label}" for number, label in cases)
        self._leave(f"switch i64 {value}, label %{otherwise} [ {listed} ]")

    def give(self, value: str) -> None:
        """Return from the function."""
        self._leave(f"ret {value}")

    def _leave(self, text: str) -> None:
        self.line(text)
        self._open = False

    @contextmanager
    def counting(self, stop: str, start: str = "0") -> Iterator[str]:
        """A loop around what is written inside: its number counts from start to before stop."""
        at = self.local()
        self.store(start, at)
        head, body, done = self.new_label(), self.new_label(), self.new_label()
        self.begin(head)
        now = self.load(at)
        self.branch(self.test("slt", now, stop), body, done)
        self.begin(body)
        yield now
        self.store(self.do(f"add nsw i64 {now}, 1"), at)
        self.jump(head)
        self.begin(done)

    def phi(self, ways: Sequence[tuple[str, str]], type_: str = "i64") -> str:
        """The value that came along: pairs of a value and the label it comes from."""
        return self.do(f"phi {type_} " + ", ".join(f"[ {value}, %{label} ]" for value, label in ways))

    def check(self, bad: str, fault: str, place: str | int, *values: str | int) -> None:
        """Where `bad` holds the game ends with a fault; `values` in the order in which its sentence names them."""
        following = self.new_label()
        self._fault_edge(fault, place, values)
        self.branch(bad, "fault", following, UNLIKELY)
        self.begin(following)

    def fail(self, fault: str, place: str | int, *values: str | int) -> None:
        """The game ends here with a fault."""
        self._fault_edge(fault, place, values)
        self.jump("fault")

    def _fault_edge(self, fault: str, place: str | int, values: Sequence[str | int]) -> None:
        known = [str(NUMBERS[fault]), str(place), *map(str, values)]
        self._faults.append((fault, self.label, known + ["0"] * (5 - len(known))))

    def fault_block(self, record: str, result: str) -> None:
        """Where all faults lead: five numbers are written to `record`, and `result` is returned."""
        if not self._faults:
            return
        self.begin("fault")
        columns = [self.phi([(values[k], label) for _, label, values in self._faults]) for k in range(5)]
        for k, column in enumerate(columns):
            self.store(column, self.at(record, k))
        self.give(result)

    def text(self, head: str) -> str:
        """The whole function; `head` is its signature."""
        return "\n".join([f"{head} {{", "begin:", *self._locals, *self._lines, "}", ""])
