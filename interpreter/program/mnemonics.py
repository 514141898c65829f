"""An instruction in, one line of text for a reader out: a word for what it does, and what it does it to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from parlour.interpreter.program.expressions import TRUE, Expr
from parlour.interpreter.program.formatting import Formatter
from parlour.interpreter.program.instructions import (
    Branch,
    Call,
    Choose,
    ChooseOne,
    ChooseSome,
    Clear,
    CountTurn,
    Dequeue,
    Draw,
    End,
    Enqueue,
    Fail,
    Instruction,
    Jump,
    Pop,
    Push,
    Remove,
    Return,
    Set,
    Sort,
    Switch,
    Target,
    Tell,
    Throw,
    Transfer,
)
from parlour.interpreter.program.program import Program
from parlour.interpreter.types import INT_HIGH, INT_LOW


class Mnemonics:
    """Writes the instructions of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._formatter = Formatter(program)
        self._expr = self._formatter.text
        self._slot = self._formatter.names.name

    def text(self, instruction: Instruction) -> str:
        """`word   operands`"""
        word, operands = self._parts(instruction)
        return f"{word:<9} {operands}".rstrip()

    def _parts(self, instruction: Instruction) -> tuple[str, str]:  # noqa: C901 (a case an instruction)
        match instruction:
            case Set(target, value, low, high):
                return "set", f"{self._target(target)} := {self._expr(value)} in {span(low, high)}"
            case Clear(base, values):
                return "clear", f"{self._slot(base)} := {' '.join(map(str, values))}"
            case Sort(bases, size):
                return "sort", f"{size} rows of {', '.join(map(self._slot, bases))}"
            case Jump(to):
                return "jump", f"{to}"
            case Branch(test, otherwise):
                return "unless", f"{self._expr(test)} goto {otherwise}"
            case Switch(value, low, targets, otherwise):
                return "switch", f"{self._expr(value)}: {_cases(low, targets, otherwise)}"
            case Call(to, back):
                return "call", f"{to} back in {self._slot(back)}"
            case Return(back):
                return "return", f"to {self._slot(back)}"
            case Transfer():
                return "transfer", self._transfer(instruction)
            case Throw(device, number, most, into):
                name = self._program.devices[device].name
                return "throw", f"{self._slot(into)} := {self._expr(number)} of {name}, at most {most}"
            case Draw(zone, kinds, into):
                return "draw", f"{self._slot(into)} := one of {kinds} kinds of {self._target(zone)}"
            case Choose() | ChooseOne() | ChooseSome():
                return "choose", self._choice(instruction)
            case CountTurn(seat):
                return "turn", self._expr(seat)
            case Tell(note, text, arguments):
                return "tell", f"{note.value} {self._text(text)}{self._listed(arguments)}"
            case End(outcome, winners, text, arguments):
                name = self._program.outcomes[outcome]
                return "end", f"{name} winners {self._expr(winners)} {self._text(text)}{self._listed(arguments)}"
            case Fail(message):
                return "fail", self._program.messages[message]
            case _:
                return self._stretch(instruction)

    def _stretch(self, instruction: Instruction) -> tuple[str, str]:
        """Piles and the queue."""
        match instruction:
            case Push(pile, _, card, on_top):
                return "push", f"{self._expr(card)} {'on top of' if on_top else 'below'} {self._target(pile)}"
            case Pop(pile, _, from_top, into):
                end = "top" if from_top else "bottom"
                return "pop", f"{self._slot(into)} := {end} of {self._target(pile)}"
            case Remove(pile, _, card):
                return "remove", f"{self._expr(card)} from {self._target(pile)}"
            case Enqueue(token, base, size):
                return "enqueue", f"{self._expr(token)} to {self._slot(base)} x {size}"
            case Dequeue(into, base, size, empty):
                return "dequeue", f"{self._slot(into)} := first of {self._slot(base)} x {size} else {empty}"
            case _:
                raise AssertionError(instruction)

    def _target(self, target: Target) -> str:
        if target.index is None:
            return self._slot(target.base)
        index = self._expr(target.index)
        return self._formatter.names.block(target.base, target.size, index, lambda text: f"({text})")

    def _transfer(self, transfer: Transfer) -> str:
        amount = "the balance" if transfer.amount is None else self._expr(transfer.amount)
        results = [f"{word} in {self._slot(s)}" for word, s in _results(transfer) if s >= 0]
        accounts = f"{self._target(transfer.source)} to {self._target(transfer.to)}"
        return ", ".join([f"{amount} from {accounts}", transfer.short.value, *results])

    def _choice(self, choice: Choose | ChooseOne | ChooseSome) -> str:
        name = f"{self._program.choices[choice.choice].name} by {self._expr(choice.by)}: "
        if choice.otherwise >= 0:
            name += f"else {choice.otherwise}, "
        match choice:
            case Choose(options=options):
                names = self._program.choices[choice.choice].options
                ways = zip(names, options, strict=True)
                return name + ", ".join(f"{way} to {o.to}{self._condition(o.test)}" for way, o in ways)
            case ChooseOne():
                counted = f"t0 in {self._expr(choice.start)} to before {self._expr(choice.stop)}"
                values = f"{self._expr(choice.value)} for {counted}{self._condition(choice.where)}"
                return name + f"{self._slot(choice.into)} := {values}"
            case ChooseSome():
                where, when = self._condition(choice.where), self._condition(choice.when)
                return name + f"{self._slot(choice.into)} := some t0 of {choice.size}{where};{when}"

    def _condition(self, test: Expr) -> str:
        return "" if test == TRUE else f" where {self._expr(test)}"

    def _text(self, text: int) -> str:
        return f"'{self._program.texts[text].name}'" if text >= 0 else ""

    def _listed(self, arguments: Sequence[Expr]) -> str:
        return f"({', '.join(map(self._expr, arguments))})"


def span(low: int, high: int) -> str:
    """A range of values; `any` where it is all of 64 bits."""
    return "any" if (low, high) == (INT_LOW, INT_HIGH) else f"{low}..{high}"


def _results(transfer: Transfer) -> tuple[tuple[str, int], ...]:
    return ("paid", transfer.paid), ("unpaid", transfer.unpaid)


def _cases(low: int, targets: Sequence[int], otherwise: int) -> str:
    """`0..2 to 7, 3 to 10, else 12`: values that go to the same address stand together."""
    runs = [(to, [number for number, _ in run]) for to, run in groupby(enumerate(targets, low), lambda case: case[1])]
    shown = [
        f"{numbers[0]} to {to}" if len(numbers) == 1 else f"{numbers[0]}..{numbers[-1]} to {to}"
        for to, numbers in runs
        if to != otherwise
    ]
    return ", ".join([*shown, f"else {otherwise}"])
