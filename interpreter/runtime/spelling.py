"""A value, an action or an outcome in; the neutral words that scenarios and logs spell it with, out (and back)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from parlour.interpreter.program.instructions import Draw, Instruction
from parlour.interpreter.program.program import ChoiceInfo, Program
from parlour.interpreter.types import NONE, Kind, Type


class Speller:
    """Spells what happens in games of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._types: dict[int, Type] = {}

    def value(self, type: Type, value: int) -> str:
        """A value of a type: a word, `seat 2` (from 1), `pawn 1 of seat 2`, `none`, `yes`, a throw's faces, a number."""
        if value == NONE and type.may_be_none:
            return "none"
        if type.words and 0 <= value - type.first < len(type.words):
            return type.words[value - type.first]
        match type.kind:
            case Kind.PLAYER:
                return f"seat {value + 1}"
            case Kind.TOKEN:
                return self._pawn(value)
            case Kind.BOOL:
                return "yes" if value else "no"
            case Kind.THROW:
                return self.throw(value)
            case Kind.CARD:
                return self._card(type.name, value)
            case _:
                return str(value)

    def action(self, choice: ChoiceInfo | None, action: int) -> str:
        """An action of a choice: an option's name, a value, or the members of a set."""
        if choice is None:
            return str(action)
        if choice.options:
            return choice.options[action] if 0 <= action < len(choice.options) else str(action)
        if choice.values or choice.type.kind is Kind.SET:
            element = choice.type.element or choice.type
            members = [v for k, v in enumerate(choice.values) if action >> k & 1]
            return " ".join(self.value(element, member) for member in members)
        return self.value(choice.type, action)

    def outcome(self, instruction: Instruction, outcome: int) -> str:
        """An outcome of a chance: a throw or a card."""
        if not isinstance(instruction, Draw):
            return self.throw(outcome)
        drawn = self._drawn(instruction.into)
        if drawn.kind is Kind.CARD:
            return self.value(drawn, outcome)
        return str(self._program.throws.faces[outcome])  # a bag: its tickets by their faces

    def _drawn(self, slot: int) -> Type:
        """The type of what is drawn into a slot."""
        if slot not in self._types:
            fields = self._program.layout.fields
            self._types[slot] = next(f.type for f in fields if f.base <= slot < f.base + f.size)
        return self._types[slot]

    def throw(self, outcome: int) -> str:
        """The faces: numbers from the greatest down, then words in the order of the program."""
        throws = self._program.throws
        counts = list(zip(throws.faces, throws.outcomes[outcome], strict=True))
        numbers = sorted(((f, n) for f, n in counts if isinstance(f, int)), reverse=True)
        shown: list[tuple[int | str, int]] = [*numbers, *((f, n) for f, n in counts if isinstance(f, str))]
        return " ".join(str(face) for face, count in shown for _ in range(count))

    def _pawn(self, token: int) -> str:
        """`seat 2` where everybody has one pawn, else `pawn 1 of seat 2`."""
        seat, pawn = divmod(token, max(1, self._program.tokens // max(1, self._program.seats)))
        one_each = self._program.tokens == self._program.seats
        return f"seat {seat + 1}" if one_each else f"pawn {pawn + 1} of seat {seat + 1}"

    def _card(self, deck: str, kind: int) -> str:
        found = (d for d in self._program.decks if d.name == deck or len(self._program.decks) == 1)
        names = next((d.kinds for d in found), ())
        return names[kind] if 0 <= kind < len(names) else str(kind)

    def found(self, spelling: str, among: Iterable[int], spell: Callable[[int], str]) -> int | None:
        """The one with this spelling; else the one whose words are these in another order; else None."""
        wanted, spelled = " ".join(spelling.split()), list[tuple[int, str]]()
        for number in among:
            text = spell(number)
            if text == wanted:
                return number
            spelled.append((number, text))
        words = sorted(wanted.split())
        return next((number for number, text in spelled if sorted(text.split()) == words), None)
