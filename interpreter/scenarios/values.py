"""A written value and a type in, its integer out, or what would be right; and integers back into words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.document.tree import Scalar, Sequence, Tree, text_of
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.spelling import Speller
from parlour.interpreter.source import Place
from parlour.interpreter.types import NONE, Kind, Type, described, noun

_SEAT = re.compile(r"seat ([0-9]{1,9})")
_PAWN = re.compile(r"pawn ([0-9]{1,9}) of seat ([0-9]{1,9})")


class Values:
    """The values of one program."""

    def __init__(self, program: Program, model: typed.Model) -> None:
        self.program = program
        self.speller = Speller(program)
        self.pawns = program.tokens // program.seats if program.seats else 0
        self._throws: dict[tuple[str, ...], int] = {}
        self._squares = _named_squares(model)

    # --- reading ------------------------------------------------------------------------------------------------------

    def read(self, tree: Tree, type_: Type, low: int, high: int, report: Report, path: str) -> int | None:
        """The integer of a written value that lies in low..high; None after a fault."""
        if type_.kind is Kind.THROW and isinstance(tree, Sequence):
            text, place = " ".join(text_of(i) or "?" for i in tree.items), tree.place
        elif isinstance(tree, Scalar):
            text, place = tree.text, tree.place
        else:
            report.error("P703", f"one value is needed here: {self.wanted(type_, low, high)}", tree.place, path=path)
            return None
        return self.read_text(text, place, type_, low, high, report, path)

    def read_text(
        self, text: str, place: Place, type_: Type, low: int, high: int, report: Report, path: str
    ) -> int | None:
        """As `read`, of words."""
        found = self._value(text, type_)
        if found is None:
            seat = _SEAT.fullmatch(text)
            if type_.kind is Kind.PLAYER and seat:
                self.no_seat(text, place, report, path)
                return None
            hint = did_you_mean(text, type_.words) if type_.words else f"write {self.wanted(type_, low, high)}"
            report.error("P703", f"'{text}' is no {noun(type_)}", place, hint, path=path)
            return None
        if not low <= found <= high:
            least = self.spell(type_, max(low, 0) if type_.may_be_none else low)
            message = f"{text} is outside {least}..{self.spell(type_, high)}"
            report.error("P703", message, place, f"write {self.wanted(type_, low, high)}", path=path)
            return None
        return found

    def no_seat(self, text: str, place: Place, report: Report, path: str) -> None:
        seats = self.program.seats
        allowed = "seat 1" if seats == 1 else f"seat 1 to seat {seats}"
        message = f"there is no '{text}': {seats} {'plays' if seats == 1 else 'play'}"
        report.error("P709", message, place, f"write {allowed}, or say `players:` in this scenario", path=path)

    def seat(self, text: str) -> int | None:
        """The seat, from 0, that `seat 2` names; None when nobody sits there."""
        found = _SEAT.fullmatch(text)
        number = int(found[1]) if found else 0
        return number - 1 if 1 <= number <= self.program.seats else None

    def _value(self, text: str, type_: Type) -> int | None:
        if text == "none" and type_.may_be_none:
            return NONE
        if text in type_.words:
            return type_.words.index(text) + type_.first
        if type_.words:
            return 0 if type_.kind is Kind.SQUARE and text == "0" else None
        readers: dict[Kind, Callable[[str], int | None]] = {
            Kind.BOOL: {"true": 1, "false": 0}.get,
            Kind.PLAYER: self.seat,
            Kind.TOKEN: self._token,
            Kind.SQUARE: self._square,
            Kind.THROW: self._throw,
        }
        return readers.get(type_.kind, _number)(text)

    def _token(self, text: str) -> int | None:
        found = _PAWN.fullmatch(text)
        if found is None:
            return self.seat(text) if self.pawns == 1 else None
        pawn, seat = int(found[1]), int(found[2])
        there = 1 <= pawn <= self.pawns and 1 <= seat <= self.program.seats
        return (seat - 1) * self.pawns + pawn - 1 if there else None

    def _square(self, text: str) -> int | None:
        return self._squares.get(text, _number(text))

    def _throw(self, text: str) -> int | None:
        if not self._throws:
            outcomes = range(len(self.program.throws.outcomes))
            self._throws = {tuple(sorted(self.speller.throw(o).split())): o for o in outcomes}
        return self._throws.get(() if text == "none" else tuple(sorted(text.split())))

    def wanted(self, type_: Type, low: int, high: int) -> str:
        """What may be written for a type."""
        match type_.kind:
            case Kind.INT:
                return f"a whole number from {low} to {high}"
            case Kind.BOOL:
                return "true or false"
            case Kind.PLAYER:
                return f"seat 1 to seat {self.program.seats}{' or none' if low < 0 else ''}"
            case Kind.TOKEN:
                return "pawn 1 of seat 1" if self.pawns > 1 else "seat 1"
            case Kind.SQUARE:
                return f"a square from {max(low, 0)} to {high}"
            case Kind.THROW:
                return "the faces that are shown, as in 6 3"
            case _:
                return described(type_)

    # --- writing ------------------------------------------------------------------------------------------------------

    def spell(self, type_: Type, value: int) -> str:
        """A value as a scenario spells it."""
        match type_.kind:
            case Kind.BOOL:
                return "true" if value else "false"
            case Kind.THROW:
                return self.speller.throw(value) or "none"
            case _:
                return self.speller.value(type_, value)


def shown(words: Iterable[str]) -> str:
    """`[a, b]`"""
    return f"[{', '.join(words)}]"


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[-+]?[0-9]{1,19}", text) else None


def _named_squares(model: typed.Model) -> dict[str, int]:
    """The squares of a numbered board by their names, where a name is that of one square alone."""
    named: dict[str, list[int]] = {}
    for square in model.squares:
        numbers = [n.value for n in square.numbers if isinstance(n, typed.Literal)]
        alone = len(numbers) == 1 and square.set is None
        named.setdefault(square.name, []).extend(numbers if alone else [-1, -1])
    return {name: numbers[0] for name, numbers in named.items() if name and len(numbers) == 1}
